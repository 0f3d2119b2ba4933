import { playerOf, type LiveMatch, type MatchSight } from '../../arena/live-match.ts'
import type { Seat } from '../../game/game.ts'
import { readRemark } from '../../game/remark.ts'
import type { Player } from '../../match/match.ts'
import { parseClock } from '../../match/rules.ts'
import type { MatchPlayer, MatchRow, PersonRow } from '../../store/store.ts'
import { readPlayer } from '../../arena/read-player.ts'
import { untilBegun, untilChanged } from '../until-changed.ts'
import type { App, ServerContext } from '../context.ts'
import { requireIdentity } from '../identity.ts'
import { presentMatch } from '../present.ts'
import { forbidden, found, granted, RequestError } from '../problems.ts'
import { KEY } from '../route-schema.ts'
import {
  AnswerBody,
  GameBody,
  GameList,
  GameQuery,
  NewGameBody,
  OpeningBody,
  TurnBody,
  WaitQuery,
} from '../../api/games.ts'
import { MatchParams } from '../../api/matches.ts'

const MOST_GAMES = 100
const MAX_CLOCK_MS = 600_000

/** Asking for a game, and playing any game over plain HTTP with JSON. */
export function gameRoutes(app: App, context: ServerContext): void {
  const { arena, store, metrics } = context
  const tags = ['games']

  const httpPlayer = (person: PersonRow): MatchPlayer => ({
    kind: 'http',
    name: person.name,
    person: person.id,
  })

  const present = (row: MatchRow, person: PersonRow): GameBody => ({
    ...presentMatch(row),
    player: person.id,
  })

  /** The one who asked for the game is there. */
  const arrive = (row: MatchRow, person: PersonRow): void => {
    const player = playerOf(row.players, person.id)
    if (player !== undefined) arena.live(row.id)?.desk(player)?.arrive()
  }

  app.post(
    '/api/v1/games',
    {
      schema: {
        summary: 'Ask for a game: practice against a house brain, or an open challenge',
        tags,
        security: KEY,
        body: NewGameBody,
        response: { 201: GameBody },
      },
    },
    (request, reply) => {
      const { person } = requireIdentity(store, request)
      const { challenge = 'boost-tron', opponent, side, clock, settings, seed } = request.body
      const other = opponent === 'open' ? undefined : granted(readPlayer(opponent, challenge, store))
      const rules = clock === undefined ? undefined : practiceClock(clock, other)
      const self = httpPlayer(person)
      const row = granted(
        arena.create({
          challenge,
          players: !other ? [self] : side === 'second' ? [other, self] : [self, other],
          origin: other ? 'practice' : 'challenge',
          ...(settings && { settings }),
          ...(rules && { rules }),
          ...(seed !== undefined && { seed }),
        }),
      )
      arrive(row, person)
      void reply.code(201)
      return present(row, person)
    },
  )

  app.get(
    '/api/v1/me/games',
    {
      schema: {
        summary: 'Your games that are to be played now, oldest first',
        description:
          'Whoever takes part in a contest asks here which games it is called to. With `wait` the answer is held back until there is one after `after`.',
        tags,
        security: KEY,
        querystring: GameQuery,
        response: { 200: GameList },
      },
    },
    async (request, reply) => {
      const { person } = requireIdentity(store, request)
      const { after = 0, wait = 0 } = request.query
      const games = (): readonly MatchRow[] =>
        (['waiting', 'playing'] as const)
          .flatMap((status) => store.matches({ person: person.id, status }, { limit: MOST_GAMES }))
          .filter(({ id, players }) => id > after && isHttpPlayer(players, person.id))
          .sort((a, b) => a.id - b.id)
      await untilChanged(
        (listener) => arena.onMatch((row) => playerOf(row.players, person.id) !== undefined && listener()),
        () => games().length > 0,
        wait,
        reply,
      )
      // The key may have been revoked while the answer was held back.
      requireIdentity(store, request)
      return { games: games().map((row) => present(row, person)) }
    },
  )

  app.post(
    '/api/v1/games/:id/join',
    {
      schema: {
        summary: 'Take up an open challenge',
        tags,
        security: KEY,
        params: MatchParams,
        response: { 200: GameBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const { person } = requireIdentity(store, request)
      const row = granted(arena.join(request.params.id, httpPlayer(person)))
      arrive(row, person)
      return present(row, person)
    },
  )

  app.delete(
    '/api/v1/games/:id',
    {
      schema: {
        summary: 'Withdraw an open challenge of your own',
        tags,
        security: KEY,
        params: MatchParams,
        response: { 200: GameBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const { person } = requireIdentity(store, request)
      const row = found(store.match(request.params.id), `match ${request.params.id}`)
      if (playerOf(row.players, person.id) === undefined && person.role !== 'organiser')
        throw forbidden('This challenge is not yours')
      return present(granted(arena.withdraw(row.id)), person)
    },
  )

  /** The match, and which of its players is asking. */
  const seatOf = (id: number, person: PersonRow): Player => {
    const { players } = found(store.match(id), `match ${id}`)
    const player = playerOf(players, person.id)
    if (player === undefined) throw forbidden(`You do not play in match ${id}`)
    return player
  }

  const begun = (id: number): MatchSight => {
    const sight = arena.sight(id)
    if (!sight) throw new RequestError(409, 'not-started', `Match ${id} has not begun yet`)
    return sight
  }

  app.get(
    '/api/v1/games/:id/opening',
    {
      schema: {
        summary: 'What you must know before a round, in any game',
        description:
          'To look does not say that you are there: the game waits until you ask for your turn, for as long as getting ready may take. With `wait` the answer is held back until the game has begun.',
        tags,
        security: KEY,
        params: MatchParams,
        querystring: WaitQuery,
        response: { 200: OpeningBody },
        refuses: [404, 409],
      },
    },
    async (request, reply) => {
      const { person } = requireIdentity(store, request)
      const { id } = request.params
      const player = seatOf(id, person)
      await untilBegun(arena, id, request.query.wait ?? 0, reply)
      requireIdentity(store, request)
      return presentOpening(begun(id), player)
    },
  )

  app.get(
    '/api/v1/games/:id/turn',
    {
      schema: {
        summary: 'What you are asked, in any game',
        description: 'With `wait` the answer is held back until it is your turn or the game is over.',
        tags,
        security: KEY,
        params: MatchParams,
        querystring: WaitQuery,
        response: { 200: TurnBody },
        refuses: [404, 409],
      },
    },
    async (request, reply) => {
      const { person } = requireIdentity(store, request)
      const { id } = request.params
      const { wait = 0 } = request.query
      const player = seatOf(id, person)
      const until = Date.now() + wait * 1000
      await untilBegun(arena, id, wait, reply)
      requireIdentity(store, request)
      const sight = begun(id)
      arena.live(id)?.desk(player)?.arrive()
      const isTurn = (): boolean => arena.live(id)?.desk(player)?.question !== undefined
      await untilChanged(
        (listener) => sight.onChange(listener),
        () => isTurn() || sight.match.phase === 'over',
        (until - Date.now()) / 1000,
        reply,
      )
      requireIdentity(store, request)
      request.tells = sight.lastEntry
      return presentTurn(sight, player, arena.live(sight.id))
    },
  )

  app.post(
    '/api/v1/games/:id/moves',
    {
      schema: {
        summary: 'Your move, in any game: a move in its notation, flipping the table, or resigning',
        tags,
        security: KEY,
        params: MatchParams,
        body: AnswerBody,
        response: { 200: TurnBody },
        refuses: [404, 409, 410],
      },
    },
    async (request) => {
      const { person } = requireIdentity(store, request)
      const player = seatOf(request.params.id, person)
      const sight = begun(request.params.id)
      if (sight.match.phase === 'over') throw new RequestError(410, 'over', 'The game is over')
      const desk = arena.live(sight.id)?.desk(player)
      desk?.arrive()
      const { body } = request
      const { round } = sight.match
      if ((body.round ?? round.index + 1) !== round.index + 1 || (body.turn ?? round.turns) !== round.turns)
        throw new RequestError(409, 'not-your-turn', 'This turn has passed')
      const remark = 'remark' in body ? readRemark(body.remark) : undefined
      const verdict = await desk?.answer(
        'move' in body
          ? { kind: 'move', text: body.move, ...(remark && { remark }) }
          : 'flip' in body
            ? { kind: 'flip' }
            : { kind: 'resign' },
      )
      metrics.moves.inc({ challenge: sight.challenge.id, verdict: verdict?.kind ?? 'not-asked' })
      if (!verdict) throw new RequestError(409, 'not-your-turn', 'It is not your turn')
      if (verdict.kind === 'late') throw new RequestError(409, 'too-late', 'Your time for this move was up')
      if (verdict.kind === 'refused')
        throw new RequestError(400, 'illegal', `Cannot play this: ${verdict.why}`)
      return presentTurn(sight, player, arena.live(sight.id))
    },
  )
}

/** Who plays against somebody that minds may not choose the clock; nor may a game go on for ever. */
function practiceClock(text: string, opponent: MatchPlayer | undefined) {
  const clock = granted(parseClock(text))
  if (opponent?.kind !== 'house')
    throw new RequestError(400, 'clock', 'Cannot choose the clock: only in practice against a house brain')
  if (clock.kind === 'none' || clock.ms > MAX_CLOCK_MS)
    throw new RequestError(400, 'clock', 'Cannot choose this clock: expected one of at most 10m')
  return { clock }
}

/** Where the player stands in the match. */
function presentPlace({ match: { phase, round, spec } }: MatchSight, player: Player) {
  const seat: Seat = round.seats[0] === player ? 0 : 1
  return {
    status: phase === 'starting' ? ('waiting' as const) : phase,
    round: round.index + 1,
    turn: round.turns,
    seat,
    view: spec.game.view(round.state, seat),
  }
}

function presentOpening(sight: MatchSight, player: Player): OpeningBody {
  const { challenge, players, match } = sight
  const { game, settings, rules } = match.spec
  const { seats } = match.round
  return {
    ...presentPlace(sight, player),
    challenge: challenge.id,
    game: game.id,
    settings,
    rules,
    names: [players[seats[0]].name, players[seats[1]].name],
  }
}

function presentTurn(sight: MatchSight, player: Player, live: LiveMatch | undefined): TurnBody {
  const { match } = sight
  const place = presentPlace(sight, player)
  const question = live?.desk(player)?.question
  const left = sight.timeLeft(place.seat)
  const { lastTurn } = match.round
  return {
    ...place,
    asked: question !== undefined,
    legal: question?.legal ?? [],
    timeLeft: left === undefined || !Number.isFinite(left) ? null : left,
    cheated: question?.cheated ?? null,
    refused: question?.refused ?? null,
    lastTurn: lastTurn ? [lastTurn[0] ?? null, lastTurn[1] ?? null] : null,
    score: match.score,
    winner: match.result?.winner ?? null,
  }
}

const isHttpPlayer = (players: readonly (MatchPlayer | undefined)[], person: number): boolean =>
  players.some((player) => player?.kind === 'http' && player.person === person)

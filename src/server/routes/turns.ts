import { AnswerBody, OpeningBody, TurnBody, WaitQuery } from '../../api/games.ts'
import { MatchParams } from '../../api/matches.ts'
import type { Arena } from '../../arena/arena.ts'
import { playerOf, type LiveMatch, type MatchSight } from '../../arena/live-match.ts'
import type { Seat } from '../../game/game.ts'
import { readRemark } from '../../game/remark.ts'
import type { Player } from '../../match/match.ts'
import type { PersonRow, Store } from '../../store/store.ts'
import { identityOf } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { forbidden, found, RequestError } from '../problems.ts'
import { untilBegun, untilChanged } from '../until-changed.ts'

const tags = ['games']

/** Playing any game over plain HTTP with JSON. */
export function turnRoutes(app: App, context: ServerContext): void {
  const { arena, store } = context

  app.get(
    '/api/v1/games/:id/opening',
    {
      schema: {
        summary: 'What you must know before a round, in any game',
        description:
          'To look does not say that you are there: the game waits until you ask for your turn, for as long as getting ready may take. With `wait` the answer is held back until the game has begun.',
        tags,
        access: 'team',
        params: MatchParams,
        querystring: WaitQuery,
        response: { 200: OpeningBody },
        refuses: [404, 409],
      },
    },
    async (request, reply) => {
      const { person } = identityOf(request)
      const { id } = request.params
      const player = playerIn(store, id, person)
      await untilBegun(arena, id, request.query.wait ?? 0, reply)
      request.checkAccess()
      return presentOpening(begun(arena, id), player)
    },
  )

  app.get(
    '/api/v1/games/:id/turn',
    {
      schema: {
        summary: 'What you are asked, in any game',
        description: 'With `wait` the answer is held back until it is your turn or the game is over.',
        tags,
        access: 'team',
        params: MatchParams,
        querystring: WaitQuery,
        response: { 200: TurnBody },
        refuses: [404, 409],
      },
    },
    async (request, reply) => {
      const { person } = identityOf(request)
      const { id } = request.params
      const { wait = 0 } = request.query
      const player = playerIn(store, id, person)
      const until = Date.now() + wait * 1000
      await untilBegun(arena, id, wait, reply)
      request.checkAccess()
      const sight = begun(arena, id)
      arena.live(id)?.desk(player)?.arrive()
      const isTurn = (): boolean => arena.live(id)?.desk(player)?.question !== undefined
      await untilChanged(
        (listener) => sight.onChange(listener),
        () => isTurn() || sight.match.phase === 'over',
        (until - Date.now()) / 1000,
        reply,
      )
      request.checkAccess()
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
        access: 'team',
        params: MatchParams,
        body: AnswerBody,
        response: { 200: TurnBody },
        refuses: [404, 409, 410],
      },
    },
    (request) => play(context, request.params.id, identityOf(request).person, request.body),
  )
}

async function play(
  { arena, store, metrics }: ServerContext,
  id: number,
  person: PersonRow,
  body: AnswerBody,
): Promise<TurnBody> {
  const player = playerIn(store, id, person)
  const sight = begun(arena, id)
  if (sight.match.phase === 'over') throw new RequestError(410, 'over', 'The game is over')
  const desk = arena.live(id)?.desk(player)
  desk?.arrive()
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
  if (verdict.kind === 'refused') throw new RequestError(400, 'illegal', `Cannot play this: ${verdict.why}`)
  return presentTurn(sight, player, arena.live(id))
}

/** Which player of the match the team is. */
function playerIn(store: Store, id: number, person: PersonRow): Player {
  const { players } = found(store.match(id), `match ${id}`)
  const player = playerOf(players, person.id)
  if (player === undefined) throw forbidden(`You do not play in match ${id}`)
  return player
}

function begun(arena: Arena, id: number): MatchSight {
  const sight = arena.sight(id)
  if (!sight) throw new RequestError(409, 'not-started', `Match ${id} has not begun yet`)
  return sight
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

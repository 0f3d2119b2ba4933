import type { Desks } from '../../protocols/desk.ts'
import { playerOf } from '../../arena/live-match.ts'
import { parseClock } from '../../match/rules.ts'
import { isModel } from '../../models/read-model.ts'
import type { MatchPlayer, MatchRow, PersonRow, Store } from '../../store/store.ts'
import { readInvited } from '../../arena/invitations.ts'
import { readNewPlayer, readPlayer } from '../../arena/read-player.ts'
import { rematchOf } from '../../arena/rematch.ts'
import { untilChanged } from '../../protocols/until-changed.ts'
import type { App, ServerContext } from '../context.ts'
import { identityOf } from '../access.ts'
import { presentMatch } from '../present.ts'
import { forbidden, found, granted, RequestError } from '../../protocols/request-error.ts'
import { GameBody, GameList, GameQuery, NewGameBody } from '../../api/games.ts'
import { MatchParams } from '../../api/matches.ts'

const MOST_GAMES = 100
const MAX_CLOCK_MS = 600_000

const tags = ['games']

/** Asking for a game, and the games that a team is called to. */
export function gameRoutes(app: App, context: ServerContext): void {
  const { arena, store, desks } = context

  const present = (row: MatchRow, { id }: PersonRow): GameBody => ({
    ...presentMatch(row, store),
    player: id,
  })

  app.post(
    '/api/v1/games',
    {
      schema: {
        summary:
          'Ask for a game: practice against a house brain, an open invitation, or an invitation to a team',
        operation: 'askForGame',
        tags,
        access: 'team',
        body: NewGameBody,
        response: { 201: GameBody },
        refuses: [409],
      },
    },
    (request, reply) => {
      void reply.code(201)
      const { person } = identityOf(request)
      return present(askForGame(context, person, request.body), person)
    },
  )

  app.get(
    '/api/v1/me/games',
    {
      config: { forPlayers: true },
      schema: {
        summary: 'Your games that wait for you now, oldest first',
        operation: 'listMyGames',
        tags,
        access: 'team',
        querystring: GameQuery,
        response: { 200: GameList },
      },
    },
    async (request, reply) => {
      const { person } = identityOf(request)
      const { after = 0, wait = 0 } = request.query
      const games = (): readonly MatchRow[] => gamesOf(store, person.id, after)
      await untilChanged(
        (listener) => arena.onMatch((row) => playerOf(row.players, person.id) !== undefined && listener()),
        () => games().length > 0,
        wait,
        reply,
      )
      // The key may have been revoked while the answer was held back.
      request.checkAccess()
      return { games: games().map((row) => present(row, person)) }
    },
  )

  app.post(
    '/api/v1/games/:id/join',
    {
      schema: {
        summary: 'Accept an open invitation',
        operation: 'joinGame',
        tags,
        access: 'team',
        params: MatchParams,
        response: { 200: GameBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const { person } = identityOf(request)
      const row = granted(arena.join(request.params.id, httpPlayer(person)))
      arrive(desks, row, person)
      return present(row, person)
    },
  )

  app.post(
    '/api/v1/games/:id/rematch',
    {
      schema: {
        summary: 'Play a finished game of yours again, with swapped seats',
        operation: 'rematchGame',
        tags,
        access: 'team',
        params: MatchParams,
        response: { 200: GameBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const { person } = identityOf(request)
      const row = playAgain(context, person, request.params.id)
      arrive(desks, row, person)
      return present(row, person)
    },
  )

  app.post(
    '/api/v1/games/:id/decline',
    {
      schema: {
        summary: 'Decline an invitation to your team: the match is over, and does not count',
        operation: 'declineGame',
        tags,
        access: 'team',
        params: MatchParams,
        response: { 200: GameBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const { person } = identityOf(request)
      return present(granted(arena.decline(request.params.id, person)), person)
    },
  )

  app.delete(
    '/api/v1/games/:id',
    {
      schema: {
        summary: 'Withdraw an open invitation of your own',
        operation: 'withdrawGame',
        tags,
        access: 'team',
        params: MatchParams,
        response: { 200: GameBody },
        refuses: [404, 409],
      },
    },
    (request) => {
      const { person } = identityOf(request)
      const row = found(store.match(request.params.id), `match ${request.params.id}`)
      if (playerOf(row.players, person.id) === undefined && person.role !== 'organiser')
        throw forbidden('This invitation is not yours')
      return present(granted(arena.withdraw(row.id)), person)
    },
  )
}

function askForGame(
  { arena, store, desks, models }: ServerContext,
  person: PersonRow,
  { challenge = 'boost-tron', opponent, side, clock, settings, seed }: NewGameBody,
): MatchRow {
  const asked = readInvited(opponent, person, store)
  const invited = asked && granted(asked)
  const readOther = isModel(opponent) && person.role === 'organiser' ? readNewPlayer : readPlayer
  const other =
    invited || opponent === 'open' ? undefined : granted(readOther(opponent, challenge, store, models))
  const rules = clock === undefined ? undefined : practiceClock(clock, other)
  const self = httpPlayer(person)
  const row = granted(
    arena.create({
      challenge,
      players: !other ? [self] : side === 'second' ? [other, self] : [self, other],
      origin: other ? 'practice' : 'challenge',
      ...(invited && { starter: person.id, invited: invited.id }),
      ...(settings && { settings }),
      ...(rules && { rules }),
      ...(seed !== undefined && { seed }),
    }),
  )
  arrive(desks, row, person)
  return row
}

function playAgain({ arena, store }: ServerContext, person: PersonRow, id: number): MatchRow {
  const row = found(store.match(id), `match ${id}`)
  const begun = store.unfinishedRematch(id)
  if (begun && playerOf(begun.players, person.id) !== undefined) return begun
  if (begun?.status === 'open' && begun.invited === person.id)
    return granted(arena.join(begun.id, httpPlayer(person)))
  return granted(arena.create(granted(rematchOf(row, person, store))))
}

/** Only practice against a house brain may have another clock, and no game may last for ever. */
function practiceClock(text: string, opponent: MatchPlayer | undefined) {
  const clock = granted(parseClock(text))
  if (opponent?.kind !== 'house')
    throw new RequestError('bad-clock', 'Cannot choose the clock: only in practice against a house brain')
  if (clock.kind === 'none' || clock.ms > MAX_CLOCK_MS)
    throw new RequestError('bad-clock', 'Cannot choose this clock: expected one of at most 10m')
  return { clock }
}

/** Games of a team that are to be played now over HTTP, oldest first. */
const gamesOf = (store: Store, person: number, after: number): readonly MatchRow[] =>
  (['waiting', 'playing'] as const)
    .flatMap((status) => store.ownGames(person, status, { limit: MOST_GAMES }))
    .filter(({ id }) => id > after)
    .sort((a, b) => a.id - b.id)

const httpPlayer = ({ id, name }: PersonRow): MatchPlayer => ({ kind: 'http', name, person: id })

/** Tells the match that the player which asked for it is there. */
function arrive(desks: Desks, row: MatchRow, person: PersonRow): void {
  const player = playerOf(row.players, person.id)
  if (player !== undefined) desks.find(row.id, player)?.arrive()
}

import type { FastifyRequest } from 'fastify'
import { AnswerBody, MovedBody, OpeningBody, TurnBody, WaitQuery } from '../../api/games.ts'
import { MatchParams } from '../../api/matches.ts'
import { hideKeys } from '../../base/hide-keys.ts'
import { SEATS, type Seat } from '../../game/game.ts'
import { readRemark } from '../../game/remark.ts'
import type { Fault, Player } from '../../match/match.ts'
import type { DeskAnswer, Desks } from '../../protocols/desk.ts'
import type { HostedMatches, SeenMatch } from '../../protocols/hosted-match.ts'
import { logRequests, type RequestLogHost } from '../../protocols/log-requests.ts'
import { forbidden, found, RequestError } from '../../protocols/request-error.ts'
import { untilBegun, untilChanged } from '../../protocols/until-changed.ts'
import type { App, WireServer } from '../../protocols/wire-server.ts'

/** What the wire needs of the server. */
export interface TurnsHost extends RequestLogHost {
  readonly arena: HostedMatches
  readonly desks: Desks
  readonly metrics: {
    readonly moves: { inc(labels: { readonly challenge: string; readonly verdict: string }): void }
  }
  /** The team that is asking. */
  identityOf(request: FastifyRequest): { readonly person: { readonly id: number } }
}

/** The server half of the arena's own wire: any game over plain HTTP with JSON. */
export const server: WireServer<TurnsHost> = { wire: 'turns', http: { mount } }

function mount(app: App, host: TurnsHost): void {
  const { arena, desks, metrics } = host
  const tags = ['games']
  logRequests(app, host, 'id')

  app.get(
    '/api/v1/games/:id/opening',
    {
      config: { forPlayers: 'id' },
      schema: {
        summary: 'The settings and the first position of a round, in any game',
        operation: 'getOpening',
        tags,
        access: 'team',
        params: MatchParams,
        querystring: WaitQuery,
        response: { 200: OpeningBody },
        refuses: [404, 409],
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const player = playerIn(host, request, id)
      await untilBegun(arena, id, request.query.wait ?? 0, reply)
      request.checkAccess()
      const sight = begun(host, id)
      request.shows = `opening ${sight.lastEntry}`
      return presentOpening(sight, player)
    },
  )

  app.get(
    '/api/v1/games/:id/turn',
    {
      config: { forPlayers: 'id' },
      schema: {
        summary: 'Your turn: the position and the legal moves, in any game',
        operation: 'getTurn',
        tags,
        access: 'team',
        params: MatchParams,
        querystring: WaitQuery,
        response: { 200: TurnBody },
        refuses: [404, 409],
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { wait = 0 } = request.query
      const player = playerIn(host, request, id)
      const until = Date.now() + wait * 1000
      await untilBegun(arena, id, wait, reply)
      request.checkAccess()
      const sight = begun(host, id)
      desks.find(id, player)?.arrive()
      await untilChanged(
        (listener) => sight.onChange(listener),
        () => desks.find(id, player)?.question !== undefined || sight.match.phase === 'over',
        (until - Date.now()) / 1000,
        reply,
      )
      // The key may have been revoked while the answer was held back.
      request.checkAccess()
      request.tells = sight.lastEntry
      const turn = presentTurn(host, sight, player)
      request.shows = `${sight.lastEntry} ${turn.asked}`
      return turn
    },
  )

  app.post(
    '/api/v1/games/:id/moves',
    {
      config: { forPlayers: 'id' },
      schema: {
        summary: 'Your move, in any game: a move in its notation, flipping the table, or resigning',
        operation: 'sendMove',
        tags,
        access: 'team',
        params: MatchParams,
        body: AnswerBody,
        response: { 200: MovedBody },
        refuses: [404, 409, 410],
      },
    },
    async (request) => {
      const { body } = request
      const { id } = request.params
      const player = playerIn(host, request, id)
      const sight = begun(host, id)
      if (sight.match.phase === 'over') throw new RequestError('over', 'The game is over')
      const desk = desks.find(id, player)
      desk?.arrive()
      const { round } = sight.match
      if ((body.round ?? round.index + 1) !== round.index + 1 || (body.turn ?? round.turns) !== round.turns)
        throw new RequestError('not-your-turn', 'This turn has passed')
      const verdict = await desk?.answer(answerIn(body))
      metrics.moves.inc({ challenge: sight.challenge.id, verdict: verdict?.kind ?? 'not-asked' })
      if (!verdict) throw new RequestError('not-your-turn', 'It is not your turn')
      if (verdict.kind === 'late') throw new RequestError('too-late', 'Your time for this move was up')
      if (verdict.kind === 'refused') throw new RequestError('illegal', `Cannot play this: ${verdict.why}`)
      return { ...presentTurn(host, sight, player), fault: tellFault(verdict.fault) }
    },
  )
}

/** Resigning is no mistake: the player knows of it. */
function tellFault(fault: Fault | undefined): string | null {
  if (fault === undefined || fault.kind === 'resigned') return null
  if (fault.kind === 'false-flip') return 'You flipped the table although nothing was wrong'
  if (fault.kind === 'missed-flip')
    return 'You played on although your opponent cheated: you should have flipped the table'
  return fault.detail ?? `${fault.text} is not legal here`
}

/** Which of the players of a match is asking. */
function playerIn(host: TurnsHost, request: FastifyRequest, id: number): Player {
  const { arena } = host
  const { person } = host.identityOf(request)
  const { players } = found(arena.sight(id) ?? arena.preview(id), `match ${id}`)
  const player = SEATS.find((index) => players[index]?.kind === 'http' && players[index].person === person.id)
  if (player === undefined) throw forbidden(`You do not play in match ${id}`)
  return player
}

function begun({ arena }: TurnsHost, id: number): SeenMatch {
  const sight = arena.sight(id)
  if (!sight) throw new RequestError('not-started', `Match ${id} has not begun yet`)
  return sight
}

function answerIn(body: AnswerBody): DeskAnswer {
  if ('move' in body) {
    const remark = readRemark(body.remark)
    // What was sent is in the public record, also if it is no move at all.
    return { kind: 'move', text: hideKeys(body.move), ...(remark && { remark }) }
  }
  return 'flip' in body ? { kind: 'flip' } : { kind: 'resign' }
}

/** Where the player stands in the match. */
function presentPlace({ match: { phase, round, spec } }: SeenMatch, player: Player) {
  const seat: Seat = round.seats[0] === player ? 0 : 1
  return {
    status: phase === 'starting' ? ('waiting' as const) : phase,
    round: round.index + 1,
    turn: round.turns,
    seat,
    view: spec.game.view(round.state, seat),
  }
}

function presentOpening(sight: SeenMatch, player: Player): OpeningBody {
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

function presentTurn({ desks }: TurnsHost, sight: SeenMatch, player: Player): TurnBody {
  const { match } = sight
  const place = presentPlace(sight, player)
  const question = desks.find(sight.id, player)?.question
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

import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { TextBody } from '../../api/schema.ts'
import { takeAnyBody, textOf, typeOf } from '../../protocols/any-body.ts'
import { readBody } from '../../protocols/read-body.ts'
import { RequestError } from '../../protocols/request-error.ts'
import type { App, WireServer } from '../../protocols/wire-server.ts'
import { openBattleStream } from './battle-stream.ts'
import type { Battle, Battles } from './battles.ts'
import { mountCoordinator, type CoordinatorHost } from './coordinator.ts'
import { BODIES, GameParams, refuse, WIRE } from './requests.ts'

/** What the wire needs of the server. */
export interface SseHost extends CoordinatorHost {
  readonly battles: Battles
  readonly metrics: {
    readonly failures: { inc(): void }
    readonly moves: { inc(labels: { readonly challenge: string; readonly verdict: string }): void }
    spectators: number
  }
  /** A request failed because of the server. */
  readonly onFailure?: (error: unknown) => void
  /** Refuses what a page of another site made a browser send. */
  refuseOtherSites(request: FastifyRequest): void
}

/**
 * The server half of the third contest's own wire: a stream of events for every battle, commands beside it, and the requests of
 * an outside coordinator. It needs no key, and any page can make a browser send what it takes: what changes something is
 * refused to other sites.
 */
export const server: WireServer<SseHost> = {
  wire: 'sse',
  http: { mount, tellsOf: (url) => /^\/[^/]+\/start\//.test(url) },
}

const BattleParams = Type.Object({
  ...GameParams.properties,
  battleId: Type.String({
    description: 'The id of the battle, as the arena told it to your team',
    examples: ['1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'],
  }),
})

function mount(app: App, host: SseHost): void {
  takeAnyBody(app)
  app.setErrorHandler((error, _request, reply) => {
    const { status, message } = explain(error)
    if (error instanceof RequestError && error.retryAfter !== undefined)
      void reply.header('retry-after', error.retryAfter)
    if (status >= 500 && !(error instanceof RequestError)) {
      host.metrics.failures.inc()
      host.onFailure?.(error)
    }
    return reply.code(status).send({ error: message })
  })
  mountBattles(app, host)
  mountCoordinator(app, host)
}

function mountBattles(app: App, host: SseHost): void {
  const { battles, metrics } = host

  const find = ({ game, battleId }: { game: string; battleId: string }): Battle | undefined => {
    const battle = battles.find(battleId)
    return battle?.challenge === game ? battle : undefined
  }

  const refuseLate = (battle: Battle, request: 'stream' | 'command', body = ''): Error => {
    battles.note(battle, { kind: 'refused', request, status: 423, why: ENDED, body })
    return refuse(423, ENDED)
  }

  app.get(
    '/:game/start/:battleId',
    {
      config: { forPlayers: true },
      exposeHeadRoute: false,
      schema: {
        summary: 'The events of a battle, from the first to the last',
        operation: 'startBattle',
        ...WIRE,
        access: { wire: 'public' },
        params: BattleParams,
        response: { 200: TextBody('text/event-stream', 'Events') },
        refuses: [403, 404, 423],
      },
    },
    (request, reply) => {
      host.refuseOtherSites(request)
      const battle = find(request.params)
      if (!battle) throw refuse(404, 'battle not found')
      const { seat, live } = battle
      if (battle.isOver || !seat) throw refuseLate(battle, 'stream')
      const stream = openBattleStream(request, reply)
      battles.note(battle, { kind: 'stream-opened' })
      metrics.spectators++
      const leave = seat.open(stream)
      stream.onClose(() => {
        metrics.spectators--
        leave()
        if (live?.match.phase !== 'over') battles.note(battle, { kind: 'stream-left' })
      })
    },
  )

  app.post(
    '/:game/play/:battleId',
    {
      config: { forPlayers: true },
      schema: {
        summary: 'A command in a battle: action and position, as JSON or as a form',
        operation: 'playBattle',
        ...WIRE,
        access: { wire: 'public' },
        params: BattleParams,
        consumes: BODIES,
        sends: Type.Object({
          action: Type.String({
            description:
              '`putSymbol`, `move`, `putWall`, or the flip `(╯°□°)╯︵ ┻━┻`; any other word surrenders',
          }),
          position: Type.Optional(Type.String({ description: 'A square or a wall; a flip has none' })),
        }),
        response: {
          200: Type.Object({
            message: Type.Literal('received your command'),
            moveId: Type.String({ format: 'uuid' }),
            clock: Type.Integer({ description: 'Milliseconds left' }),
          }),
        },
        refuses: [403, 404, 423],
      },
    },
    async (request) => {
      const battle = find(request.params)
      if (!battle) throw refuse(404, 'Battle not found')
      const text = textOf(request)
      if (battle.isOver || !battle.seat) throw refuseLate(battle, 'command', text)
      const command = readBody(text, typeOf(request))
      if (!command.ok) {
        battles.note(battle, { kind: 'unreadable', body: text })
        throw refuse(400, command.problem.message)
      }
      const clockAfter = battles.clockAfter(battle)
      const isCrossed = battle.seat.play(command.value) === 'crossed'
      const clock = isCrossed ? battles.clockNow(battle) : clockAfter
      if (isCrossed) battles.note(battle, { kind: 'crossed', body: text })
      metrics.moves.inc({ challenge: battle.challenge, verdict: 'received' })
      // The match takes the command before the next turn of the event loop.
      await new Promise((resolve) => void setImmediate(resolve))
      return { message: 'received your command' as const, moveId: randomUUID(), clock }
    },
  )
}

const ENDED = 'Battle already ended'

function explain(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof RequestError) return error
  const { statusCode: status = 500, message } = error as { statusCode?: number; message: string }
  if (status < 500) return { status, message }
  return { status: 500, message: 'The server failed; all acknowledged moves are safe, try again' }
}

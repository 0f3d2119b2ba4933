import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seededRng } from '../../src/base/rng.ts'
import { isObject, type JsonObject } from '../../src/base/json.ts'
import { must } from '../../src/base/result.ts'
import { findBrain } from '../../src/brains/index.ts'
import { bestMoves } from '../../src/brains/tic-tac-toe/minimax.ts'
import type { Brain } from '../../src/game/brain.ts'
import type { AnyGame, Seat } from '../../src/game/game.ts'
import { findGame } from '../../src/games/index.ts'
import type { TicTacToeState } from '../../src/games/tic-tac-toe/index.ts'

export const FLIP = '(╯°□°)╯︵ ┻━┻'

/** How a team of these tests behaves. */
export interface TeamOptions {
  /** Trusts its opponent: never flips the table. */
  readonly isTrusting?: boolean
  /** Which house brain decides its moves. */
  readonly brains?: Readonly<Record<string, string>>
  /** The response of its address, instead of playing. */
  answer?(request: IncomingMessage, response: ServerResponse): void
  /** When it answers the call: at once, or when the battle is over. */
  readonly answers?: 'at once' | 'at the end'
  /** How it sends commands. */
  readonly as?: 'json' | 'form'
}

export interface TestTeam extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** The address of the arena; it may change. */
  arena: string
  /** The requests that it got, by path. */
  readonly invitations: { readonly path: string; readonly body: JsonObject }[]
  /** All events of all battles, in the order they came, by battle. */
  readonly heard: Map<string, JsonObject[]>
}

/** A team with an address of its own that plays every battle it is called to. */
export async function openTeam(options: TeamOptions = {}): Promise<TestTeam> {
  const invitations: TestTeam['invitations'] = []
  const heard: TestTeam['heard'] = new Map()
  const server = createServer((request, response) => {
    void (async () => {
      const body: unknown = JSON.parse((await textOf(request)) || '{}')
      const path = request.url ?? ''
      invitations.push({ path, body: isObject(body) ? body : {} })
      if (options.answer) return options.answer(request, response)
      const id = isObject(body) ? String(body['battleId']) : ''
      if (options.answers !== 'at the end') response.end('{}')
      await playBattle(team.arena, path.slice(1), id, options, heard)
      if (options.answers === 'at the end') response.end('{}')
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const team: TestTeam = {
    url: `http://127.0.0.1:${port}`,
    port,
    arena: '',
    invitations,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
  return team
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Plays one battle from its start to its end, as its own referee. */
export async function playBattle(
  arena: string,
  game: string,
  id: string,
  options: TeamOptions = {},
  heard: Map<string, JsonObject[]> = new Map(),
): Promise<void> {
  const events: JsonObject[] = []
  heard.set(id, events)
  const player = makePlayer(game, options)
  const stream = eventsOf(arena, game, id)
  let seen = 0
  let isOpen = true
  const reading = (async () => {
    try {
      for await (const event of stream) events.push(event)
    } finally {
      isOpen = false
    }
  })()
  reading.catch(() => {})
  while (isOpen) {
    // Waits for events that come together before it answers the first.
    await new Promise((resolve) => void setTimeout(resolve, 10))
    const command = events.slice(seen).map(player).findLast(Boolean)
    seen = events.length
    if (command) await send(arena, game, id, command, options.as)
  }
  await reading
}

export async function* eventsOf(
  arena: string,
  game: string,
  id: string,
  signal?: AbortSignal,
): AsyncGenerator<JsonObject> {
  const response = await fetch(`${arena}/${game}/start/${id}`, signal && { signal })
  if (!response.ok || !response.body) throw new Error(`start: ${response.status} ${await response.text()}`)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) yield JSON.parse(part.slice('data: '.length)) as JsonObject
  }
}

export const send = (
  arena: string,
  game: string,
  id: string,
  command: object,
  as: TeamOptions['as'] = 'json',
): Promise<Response> =>
  fetch(`${arena}/${game}/play/${id}`, {
    method: 'POST',
    ...(as === 'json'
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(command) }
      : { body: new URLSearchParams(command as Record<string, string>) }),
  })

/** The default way to play. */
const OWN_BRAINS: Readonly<Record<string, Brain | undefined>> = {
  'tic-tac-toe': {
    name: 'any perfect move',
    move: ({ view, rng }) => rng.pick(bestMoves(view as TicTacToeState)),
  },
  quoridor: findBrain('walker', 'quoridor'),
}

/** Returns the command for each event, if it needs one. */
export function makePlayer(id: string, options: TeamOptions): (event: JsonObject) => object | undefined {
  const game = findGame(id) as AnyGame
  const name = options.brains?.[id]
  const brain = name === undefined ? OWN_BRAINS[id] : findBrain(name, id)
  const rng = seededRng(7)
  let state = game.setup(must(game.parseConfig(Object.values(game.presets)[0])), rng)
  let seat: Seat = 0
  const seatNamed = (word: unknown): Seat => (word === game.seatNames[0] ? 0 : 1)

  const myMove = (): object | undefined => {
    if (game.toMove(state)[0] !== seat) return undefined
    const legal = game.legalMoves(state, seat)
    const nothing = (): void => {}
    const move = brain?.move({
      seat,
      view: game.view(state, seat),
      legal,
      rng,
      number: 1,
      timeLeft: 1000,
      log: nothing,
      playUnasked: nothing,
      play: nothing,
      remark: nothing,
      resign: nothing,
      flip: nothing,
      memory: undefined,
    })
    return commandFor(id, typeof move === 'string' ? move : '')
  }

  return (event) => {
    const { youAre, player, action, position, winner } = event
    if (winner !== undefined) return undefined
    if (youAre !== undefined) {
      seat = seatNamed(youAre)
      return myMove()
    }
    const mover = seatNamed(player)
    const isRight =
      action !== FLIP &&
      typeof position === 'string' &&
      game.isLegal(state, mover, position) &&
      JSON.stringify(commandFor(id, position)) === JSON.stringify({ action, position })
    if (isRight) {
      state = game.play(state, [{ seat: mover, move: position }])
      return mover === seat ? undefined : myMove()
    }
    if (mover === seat) return undefined
    return options.isTrusting ? (myMove() ?? commandFor(id, String(position))) : { action: FLIP }
  }
}

const commandFor = (game: string, position: string): object => ({
  action: game === 'tic-tac-toe' ? 'putSymbol' : position.length === 3 ? 'putWall' : 'move',
  position,
})

import { show } from '../../base/fields.ts'
import { DIRECTIONS, TURNS, turned, type Turn } from '../../base/grid.ts'
import { parseObject, type JsonObject } from '../../base/json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { otherSeat, type AnyGame, type Pair, type Seat } from '../../game/game.ts'
import type { Answer, Connection, Contestant, Opening } from '../protocol.ts'
import { WIRE_VERSION } from './json-lines.ts'
import { parseRiders, type Rider } from './light-cycle.ts'
import { scan, type Expectation } from './scan.ts'

export type StdioWire = 'json' | 'light-cycle' | 'longest-group'

export interface StdioClientOptions {
  /** JSON lines unless told otherwise. */
  readonly wire?: StdioWire
  /** The rules. Only JSON lines sends positions; on the other wires they are rebuilt, and the rules are needed. */
  readonly game?: AnyGame
  /** On the other wires: what the host plays with, where that is not the contest's own preset. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** On the other wires: for the player's own chance. The same seed, the same chance. */
  readonly seed?: number
  /** On the other wires: how long the player is told it may think. */
  readonly moveMs?: number
  readonly input?: AsyncIterable<Uint8Array | string>
  readonly output?: { write(text: string): unknown }
}

/** Lets a player play as a stdio program, until the host has no more to say or the player gives up. */
export async function playOnStdio(
  player: Contestant,
  options: StdioClientOptions = {},
): Promise<Result<undefined>> {
  const { wire = 'json', input = process.stdin, output = process.stdout } = options
  const inbox = openInbox(input)
  const write = (text: string): void => void output.write(text)
  const table: Table = { player, options, next: inbox.next, write, signal: new AbortController().signal }
  try {
    switch (wire) {
      case 'json':
        await speakJson(table)
        break
      case 'light-cycle':
        await speakLightCycle(table)
        break
      case 'longest-group':
        await speakLongestGroup(table)
        break
    }
    return ok(undefined)
  } catch (error) {
    if (error instanceof StdioError) return fail('stdio', error.message)
    throw error
  } finally {
    await inbox.close()
  }
}

/** Something that ends the program; its message is the whole story. */
class StdioError extends Error {}

interface Table {
  readonly player: Contestant
  readonly options: StdioClientOptions
  /** Undefined when the host has closed the wire. */
  next(expected: Expectation): Promise<string | undefined>
  write(text: string): void
  readonly signal: AbortSignal
}

async function speakJson({ player, next, write, signal }: Table): Promise<void> {
  let connection: Connection | undefined
  for (;;) {
    const line = await next(LINE)
    if (line === undefined) break
    const message = parseObject(line)
    if (message === undefined) throw misread('message', line, 'a JSON object')
    if (message['type'] === 'hello') {
      await connection?.[Symbol.asyncDispose]()
      connection = await seat(player, openingFrom(message), signal)
      write('{"ready":true}\n')
    } else if (message['type'] === 'turn') {
      if (connection === undefined) throw misread('message', line, 'hello first')
      const { turn, view, legal, timeLeft, cheated, refused } = message
      const answer = await connection.ask(
        {
          turn: Number(turn) - 1,
          view,
          legal: legal as readonly string[],
          timeLeft: typeof timeLeft === 'number' ? timeLeft : Infinity,
          ...(typeof cheated === 'string' && { cheated }),
          ...(typeof refused === 'string' && { refused }),
        },
        signal,
      )
      write(`${JSON.stringify(messageOf(player, answer))}\n`)
    }
  }
  await connection?.[Symbol.asyncDispose]()
}

function openingFrom(hello: JsonObject): Opening {
  if (hello['wire'] !== WIRE_VERSION)
    throw new StdioError(`Cannot speak wire ${show(hello['wire'])}: this program speaks wire ${WIRE_VERSION}`)
  if (hello['seat'] !== 0 && hello['seat'] !== 1) throw misread('seat', hello['seat'], '0 or 1')
  return { ...hello, round: Number(hello['round']) - 1 } as unknown as Opening
}

function messageOf(player: Contestant, answer: Answer): object {
  switch (answer.kind) {
    case 'move':
      return { move: answer.text }
    case 'flip':
      return { flip: true }
    case 'resign':
      return { resign: true }
    case 'gone':
      throw failed(player, answer)
  }
}

/** Oneself is in seat 0 here, wherever the host has put it: the wire does not say. */
async function speakLightCycle({ player, options, next, write, signal }: Table): Promise<void> {
  const game = rulesFor('light-cycle', options)
  const { moveMs = 2_000, seed = 0 } = options
  write('ready\n')
  const size = await next(LINE)
  if (size === undefined) return
  if (!/^\d{1,4}$/.test(size)) throw misread('grid size', size, 'a whole number')
  let connection: Connection | undefined
  let riders: Pair<Rider> | undefined
  let state: unknown
  for (let turn = 0; ; turn++) {
    write('ready\n')
    const line = await next(LINE)
    if (line === undefined) break
    const seen = parseRiders(line)
    if (seen === undefined) throw misread('state', line, 'something like s,0,0,n,9,9')
    if (riders === undefined) {
      const settings = {
        ...(options.settings ?? game.presets['light-cycle']),
        width: Number(size),
        height: Number(size),
        starts: seen.map(({ x, y, facing }) => `${x},${y},${facing}`),
        seats: 'fixed',
      }
      state = setUp(game, settings, seed)
      connection = await seat(
        player,
        opening('light-cycle', game, settings, 0, state, seed, moveMs, player),
        signal,
      )
    } else {
      const moves = [turnFrom(riders[0], seen[0]), turnFrom(riders[1], seen[1])] as const
      state = game.play(state, [
        { seat: 0, move: moves[0] },
        { seat: 1, move: moves[1] },
      ])
      if (game.outcome(state)) throw misread('state', line, 'two living cycles, each one cell further')
      connection?.tell({ kind: 'played', turn: moves })
    }
    riders = seen
    const question = { turn, view: game.view(state, 0), legal: game.legalMoves(state, 0), timeLeft: moveMs }
    const answer = await connection?.ask(question, signal)
    if (answer?.kind !== 'move') {
      if (answer?.kind === 'gone') throw failed(player, answer)
      // There is no word for resigning: a program that ends has lost.
      break
    }
    write(`${answer.text}\n`)
  }
  await connection?.[Symbol.asyncDispose]()
}

function turnFrom(before: Rider, after: Rider): Turn {
  const turn = TURNS.find((turn) => turned(before.facing, turn) === after.facing)
  if (turn === undefined)
    throw misread('direction', after.facing, `one of ${DIRECTIONS.join(' ')}, and no turning back`)
  return turn
}

async function speakLongestGroup({ player, options, next, write, signal }: Table): Promise<void> {
  const game = rulesFor('longest-group', options)
  const { settings = game.presets['standard'] ?? {}, moveMs = 3_000, seed = 0 } = options
  const id = await next(WORD)
  if (id === undefined) return
  if (id !== '0' && id !== '1') throw misread('player id', id, '0 or 1')
  const own: Seat = id === '0' ? 0 : 1
  let state = setUp(game, settings, seed)
  const connection = await seat(
    player,
    opening('longest-group', game, settings, own, game.view(state, own), seed, moveMs, player),
    signal,
  )
  for (let turn = 0; game.toMove(state).length > 0; turn++) {
    const isOwn = game.toMove(state)[0] === own
    const mover: Seat = isOwn ? own : otherSeat(own)
    let text: string | undefined
    if (isOwn) {
      const question = {
        turn,
        view: game.view(state, own),
        legal: game.legalMoves(state, own),
        timeLeft: moveMs,
      }
      const answer = await connection.ask(question, signal)
      if (answer.kind === 'gone') throw failed(player, answer)
      if (answer.kind !== 'move') break
      text = answer.text
      write(
        `${text
          .trim()
          .split(/[\s,]+/)
          .join(' ')}\n`,
      )
    } else text = await next(TWO_WORDS)
    if (text === undefined) break
    const move = game.notation.parseMove(text, state)
    if (!move.ok || !game.isLegal(state, mover, move.value)) {
      if (!isOwn) throw misread("the opponent's move", text, 'the column and row of an empty cell')
      // The host has the last word on it.
      await next(LINE)
      break
    }
    state = game.play(state, [{ seat: mover, move: move.value }])
    connection.tell({ kind: 'played', turn: mover === 0 ? [move.value, undefined] : [undefined, move.value] })
  }
  await connection[Symbol.asyncDispose]()
}

async function seat(player: Contestant, opening: Opening, signal: AbortSignal): Promise<Connection> {
  const connection = await player.connect(opening, signal)
  if ('kind' in connection) throw failed(player, connection)
  return connection
}

function rulesFor(wire: StdioWire, { game }: StdioClientOptions): AnyGame {
  if (game === undefined)
    throw new StdioError(`Cannot play on the ${wire} wire without rules: expected the option game`)
  return game
}

function setUp(game: AnyGame, settings: Readonly<Record<string, unknown>>, seed: number): unknown {
  const config = game.parseConfig(settings)
  if (!config.ok) throw new StdioError(config.problem.message)
  return game.setup(config.value, seededRng(seed))
}

function opening(
  challenge: string,
  game: AnyGame,
  settings: Readonly<Record<string, unknown>>,
  seat: Seat,
  view: unknown,
  seed: number,
  moveMs: number,
  { name }: Contestant,
): Opening {
  return {
    challenge,
    game: game.id,
    settings,
    seat,
    names: seat === 0 ? [name, 'opponent'] : ['opponent', name],
    round: 0,
    seed,
    clock: { kind: 'per-move', ms: moveMs },
    startUpMs: moveMs,
    view,
  }
}

const LINE: Expectation = { kind: 'line' }
const WORD: Expectation = { kind: 'fields', count: 1 }
const TWO_WORDS: Expectation = { kind: 'fields', count: 2 }

const misread = (what: string, text: unknown, expected: string): StdioError =>
  new StdioError(`Cannot read ${what} ${show(text)}: expected ${expected}`)

const failed = ({ name }: Contestant, { cause, detail }: Extract<Answer, { kind: 'gone' }>): StdioError =>
  new StdioError(`Cannot go on playing: ${name} failed (${detail ?? cause})`)

function openInbox(input: AsyncIterable<Uint8Array | string>): {
  next(expected: Expectation): Promise<string | undefined>
  close(): Promise<void>
} {
  const chunks = input[Symbol.asyncIterator]()
  const decoder = new TextDecoder()
  let text = ''
  let isEnded = false
  return {
    async next(expected) {
      for (;;) {
        const found = scan(expected, text, isEnded)
        if (found) {
          text = text.slice(found.end)
          return found.text
        }
        if (isEnded) return undefined
        const { done, value } = await chunks.next()
        isEnded = done === true
        if (!done) text += typeof value === 'string' ? value : decoder.decode(value, { stream: true })
      }
    },
    async close() {
      await chunks.return?.()
    },
  }
}

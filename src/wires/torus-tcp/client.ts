import { StringDecoder } from 'node:string_decoder'
import type { Duplex } from 'node:stream'
import { errorCode } from '../../base/error-code.ts'
import { show } from '../../base/fields.ts'
import { isInside, type Cell, type Size } from '../../base/grid.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { createDatumReader, writeDatum, type Datum, type ReaderLimits } from '../../base/s-expression.ts'
import { tron, type TronState } from '../../games/tron/index.ts'
import type { Answer, Connection, Contestant } from '../../protocols/protocol.ts'
import { firstView, nextView } from './tron-view.ts'
import {
  cleanName,
  COMPASS_MOVES,
  formatCell,
  readPair,
  readRefusal,
  VERDICTS,
  type TronMap,
  type Verdict,
} from './words.ts'

export interface TcpClientOptions {
  /** For the player's own chance. */
  readonly seed: number
  /** How long the player is told it may think: the wire does not say it. */
  readonly moveMs: number
  /** The key of a team in the arena at the other end, sent in place of the name. The connection is not encrypted. */
  readonly key?: string
  /** Stops playing. */
  readonly signal?: AbortSignal
  /** Called with each position before the player is asked; the player itself is seat 0. */
  onTurn?(view: TronState): void
  /** Called with each move that is sent, and the position in which it is played. */
  readonly onMove?: (move: string, view: TronState) => void
}

/** Room for every cell of a board of 1000×1000. */
const SERVER_LIMITS: ReaderLimits = { maxSize: 2 ** 24, maxDepth: 16, maxLine: 2 ** 24 }
const MAX_SIDE = 1000

/** Lets a player play one round of torus tron against the server at the other end, and gives the server's verdict. */
export async function playOverTcp(
  socket: Duplex,
  player: Contestant,
  options: TcpClientOptions,
): Promise<Result<Verdict>> {
  const { signal = new AbortController().signal } = options
  const hangUp = (): void => void socket.destroy()
  signal.addEventListener('abort', hangUp, { once: true })
  const next = datumsOf(socket)
  let connection: Connection | undefined
  let view: TronState | undefined
  try {
    socket.write(`${cleanName(options.key ?? player.name)}\n`)
    const first = await next()
    const refusal = first.ok ? readRefusal(first.value) : undefined
    if (refusal !== undefined) return fail('server-refused', `Cannot play on this server: ${refusal}`)
    const map = readMap(first, await next())
    if (!map.ok) return map
    for (;;) {
      const said = await next()
      const verdict = readVerdict(said)
      if (verdict) return ok(verdict)
      const own = readCell(said, map.value)
      if (!own.ok) return own
      const opponent = readCell(await next(), map.value)
      if (!opponent.ok) return opponent
      view = view
        ? nextView(view, own.value, opponent.value)
        : firstView(map.value, own.value, opponent.value)
      options.onTurn?.(view)
      if (connection === undefined) {
        const connected = await player.connect(openingFor(player.name, map.value, view, options), signal)
        if ('kind' in connected) return unplayable(player.name, connected)
        connection = connected
      }
      const question = { turn: view.ply, view, legal: COMPASS_MOVES, timeLeft: options.moveMs }
      const answer = await connection.ask(question, signal)
      const move = COMPASS_MOVES.find(
        (word) => answer.kind === 'move' && word === answer.text.trim().toLowerCase(),
      )
      if (move === undefined) return unplayable(player.name, answer)
      options.onMove?.(move, view)
      socket.write(`${move}\n`)
    }
  } finally {
    signal.removeEventListener('abort', hangUp)
    socket.on('error', () => {})
    socket.end(() => socket.destroy())
    await connection?.[Symbol.asyncDispose]()
  }
}

/** Gives the server's next datum; a problem if it is unreadable or the server has closed the connection. */
function datumsOf(socket: Duplex): () => Promise<Result<Datum>> {
  const decoder = new StringDecoder('utf8')
  const reader = createDatumReader(SERVER_LIMITS)
  const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]()
  return async () => {
    for (;;) {
      const read = reader.next()
      if (read?.ok) return read
      if (read) return fail('server-unreadable', `Cannot understand the server: ${read.problem.message}`)
      try {
        const { done, value } = await chunks.next()
        if (done) {
          reader.end()
          return reader.next() ?? lost('the server closed the connection')
        }
        reader.feed(decoder.write(value))
      } catch (error) {
        return lost(errorCode(error) ?? 'the connection failed')
      }
    }
  }
}

const lost = (why: string): Result<never> => fail('server-lost', `Cannot finish the game: ${why}`)

function readMap(saidSize: Result<Datum>, saidWalls: Result<Datum>): Result<TronMap> {
  if (!saidSize.ok) return saidSize
  if (!saidWalls.ok) return saidWalls
  const [size, walls] = [saidSize.value, saidWalls.value]
  const [width = 0, height = 0] = readPair(size) ?? []
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE)
    return misread('size', size, 'a pair like (37 . 10)')
  if (walls.kind !== 'list' || walls.tail) return misread('walls', walls, 'a list like ((0 . 0) (1 . 0))')
  const cells: Cell[] = []
  for (const wall of walls.items) {
    const cell = readCell(ok(wall), { width, height })
    if (!cell.ok) return cell
    cells.push(cell.value)
  }
  return ok({ width, height, walls: cells })
}

function readCell(said: Result<Datum>, size: Size): Result<Cell> {
  if (!said.ok) return said
  const datum = said.value
  const [x, y] = readPair(datum) ?? []
  const cell = x !== undefined && y !== undefined && { x, y }
  if (cell && isInside(cell, size)) return ok(cell)
  return misread('position', datum, `a cell of the board like ${formatCell({ x: 1, y: 1 })}`)
}

const readVerdict = (said: Result<Datum>): Verdict | undefined =>
  VERDICTS.find((verdict) => said.ok && said.value.kind === 'symbol' && said.value.name === verdict)

const misread = (what: string, datum: Datum, expected: string): Result<never> =>
  fail(
    'server-unreadable',
    `Cannot understand the server’s ${what} ${show(writeDatum(datum))}: expected ${expected}`,
  )

function unplayable(name: string, answer: Answer): Result<never> {
  switch (answer.kind) {
    case 'move':
      return fail(
        'player-failed',
        `Cannot play ${show(answer.text)} for ${name}: expected one of ${COMPASS_MOVES.join(' ')}`,
      )
    case 'flip':
    case 'resign':
      return fail('player-failed', `Cannot go on playing: ${name} gave up`)
    case 'gone':
      return fail('player-failed', `Cannot go on playing: ${name} failed (${answer.detail ?? answer.cause})`)
  }
}

const openingFor = (name: string, map: TronMap, view: TronState, options: TcpClientOptions) => ({
  challenge: 'torus-tron',
  game: tron.id,
  settings: {
    ...view.rules,
    walls: map.walls.map(({ x, y }) => [x, y]),
    starts: view.cycles.map(({ x, y, facing }) => [x, y, facing]),
    seats: 'fixed',
  },
  seat: 0 as const,
  names: [name, 'opponent'] as const,
  round: 0,
  seed: options.seed,
  clock: { kind: 'per-move', ms: options.moveMs } as const,
  startUpMs: options.moveMs,
  view,
})

import { describe, expect, test } from 'vitest'
import { tron } from '../../games/tron/index.ts'
import { NO_LONGER_ASKED, type Contestant, type Opening } from '../protocol.ts'
import {
  connectPlayer,
  failed,
  LINE,
  misread,
  openingFor,
  openReader,
  setUp,
  StdioError,
  type Conversation,
} from './conversation.ts'

async function* chunksOf(...chunks: readonly (Uint8Array | string)[]): AsyncGenerator<Uint8Array | string> {
  yield* chunks
}

describe('what a program reads of its host', () => {
  test('is found however it is cut, and the rest is kept for later', async () => {
    const { next } = openReader(chunksOf('he', 'llo\n1 2', ' 3\nby', 'e'))
    expect(await next(LINE)).toBe('hello')
    expect(await next({ kind: 'numbers', count: 2 })).toBe('1 2')
    expect(await next(LINE)).toBe('3')
    expect(await next(LINE)).toBe('bye')
    expect(await next(LINE)).toBeUndefined()
    expect(await next(LINE)).toBeUndefined()
  })

  test('may be bytes that are cut within a character', async () => {
    const bytes = new TextEncoder().encode('Jürgen €\n')
    const { next } = openReader(chunksOf(...Array.from(bytes, (byte) => Uint8Array.of(byte))))
    expect(await next(LINE)).toBe('Jürgen €')
  })

  test('is closed in the middle, whether the input can be closed or not', async () => {
    let isClosed = false
    const input = (async function* () {
      try {
        yield 'one\n'
        yield 'two\n'
      } finally {
        isClosed = true
      }
    })()
    const { next, close } = openReader(input)
    await next(LINE)
    await close()
    expect(isClosed).toBe(true)

    const chunks = chunksOf('one\n')
    const unclosable = { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) }
    await expect(openReader(unclosable).close()).resolves.toBeUndefined()
  })
})

test('what a program cannot read is quoted, with what it expected', () => {
  const error = misread('grid size', 'big', 'a whole number')
  expect(error).toBeInstanceOf(StdioError)
  expect(error.message).toBe('Cannot read grid size "big": expected a whole number')
})

const ANN: Contestant = { name: 'ann', connect: async () => ({ kind: 'gone', cause: 'crashed' }) }

test.each([
  [{ kind: 'gone', cause: 'crashed', detail: 'its move threw Error: no' }, 'its move threw Error: no'],
  [{ kind: 'gone', cause: 'crashed' }, 'crashed'],
  [{ kind: 'flip' }, 'flip'],
  [{ kind: 'resign' }, 'resign'],
] as const)('a player that cannot go on is named with its reason: %j', (answer, why) => {
  expect(failed(ANN, answer).message).toBe(`Cannot go on playing: ann failed (${why})`)
})

const TOLD = { challenge: 'x', game: 'tic-tac-toe', settings: {}, seed: 5, view: {} } as const

test('a player that does not start ends the program; one that does is told of its opening', async () => {
  const opening = openingFor(ANN, { ...TOLD, seat: 0 }, 2_000)
  const { signal } = new AbortController()
  const conversation = { player: ANN, signal } as Conversation
  await expect(connectPlayer(conversation, opening)).rejects.toThrow(
    new StdioError('Cannot go on playing: ann failed (crashed)'),
  )

  const heard: unknown[] = []
  const connection = { ask: async () => NO_LONGER_ASKED, tell() {}, async [Symbol.asyncDispose]() {} }
  const connect: Contestant['connect'] = async (...told) => {
    heard.push(...told)
    return connection
  }
  const unasked = (): void => {}
  expect(await connectPlayer({ ...conversation, player: { name: 'bob', connect } }, opening, unasked)).toBe(
    connection,
  )
  expect(heard).toEqual([opening, signal, { unasked }])
})

test('the opponent has no name where the wire tells none, and the start-up is as long as a move', () => {
  const opening: Opening = {
    ...TOLD,
    seat: 0,
    names: ['ann', 'opponent'],
    round: 0,
    clock: { kind: 'per-move', ms: 2_000 },
    startUpMs: 2_000,
  }
  expect(openingFor(ANN, { ...TOLD, seat: 0 }, 2_000)).toEqual(opening)
  expect(openingFor(ANN, { ...TOLD, seat: 1 }, 2_000)).toEqual({
    ...opening,
    seat: 1,
    names: ['opponent', 'ann'],
  })
})

test('a board is set up by its settings and its seed; settings that the game refuses end the program', () => {
  const settings = tron.presets['light-cycle'] ?? {}
  const boards = Array.from({ length: 10 }, (_, seed) => JSON.stringify(setUp(tron, settings, seed)))
  expect(new Set(boards).size).toBe(2)
  expect(JSON.stringify(setUp(tron, settings, 3))).toBe(boards[3])
  const refused = (): unknown => setUp(tron, { ...settings, width: -1 }, 1)
  expect(refused).toThrow(StdioError)
  expect(refused).toThrow(/width/)
})

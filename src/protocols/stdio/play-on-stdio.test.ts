import { afterEach, expect, test, vi } from 'vitest'
import { ok } from '../../base/result.ts'
import type { Contestant } from '../protocol.ts'
import { LINE, StdioError, type Untold } from './conversation.ts'
import { playOnStdio, type StdioClient } from './play-on-stdio.ts'

afterEach(() => void vi.unstubAllEnvs())

const ANN: Contestant = { name: 'ann', connect: async () => ({ kind: 'gone', cause: 'crashed' }) }

/** Runs the program's half of a wire; says what it wrote, and whether its input is closed afterwards. */
async function run(client: StdioClient, options: Untold = {}) {
  const written: string[] = []
  const errors: string[] = []
  let isClosed = false
  const input = (async function* () {
    try {
      yield 'hello\n'
      yield 'turn\n'
    } finally {
      isClosed = true
    }
  })()
  const played = playOnStdio(client, ANN, {
    ...options,
    input,
    output: { write: (text) => written.push(text) },
    errors: { write: (text) => errors.push(text) },
  })
  const settled = await played.catch((error: unknown) => error)
  return { settled, written, errors, isClosed }
}

test('a program reads, answers and remarks; its input is closed when it ends', async () => {
  const played = await run(async ({ player, next, write, remark, signal }) => {
    write(`${player.name}: ${await next(LINE)}\n`)
    remark({ text: 'hm', score: 0.5 })
    remark(undefined)
    expect(signal.aborted).toBe(false)
  })
  expect(played).toEqual({
    settled: ok(undefined),
    written: ['ann: hello\n'],
    errors: ['remark {"text":"hm","score":0.5}\n'],
    isClosed: true,
  })
})

test('a problem of the conversation is a result, any other error is a fault; the input is closed after both', async () => {
  const problem = await run(async ({ next }) => {
    await next(LINE)
    throw new StdioError('Cannot read size')
  })
  expect(problem).toMatchObject({
    settled: { ok: false, problem: { code: 'stdio-failed', message: 'Cannot read size' } },
    isClosed: true,
  })
  const fault = new TypeError('no such thing')
  const failed = await run(async ({ next }) => {
    await next(LINE)
    throw fault
  })
  expect(failed.settled).toBe(fault)
  expect(failed.isClosed).toBe(true)
})

test.each([
  ['7', undefined, 7],
  ['123456789012345', undefined, 123456789012345],
  ['1234567890123456', undefined, undefined],
  ['', undefined, undefined],
  ['7a', undefined, undefined],
  ['a7', undefined, undefined],
  ['-7', undefined, undefined],
  ['7', 8, 8],
])(
  'with GAMEGRID_SEED=%s and the seed %s of its own, a program plays by the seed %s',
  async (text, own, seed) => {
    vi.stubEnv('GAMEGRID_SEED', text)
    let told: Untold | undefined
    await run(
      async (_, untold) => {
        told = untold
      },
      { moveMs: 5, ...(own !== undefined && { seed: own }) },
    )
    expect(told).toEqual({ moveMs: 5, ...(seed !== undefined && { seed }) })
  },
)

test('without GAMEGRID_SEED a program has no seed', async () => {
  vi.stubEnv('GAMEGRID_SEED', undefined)
  let told: Untold | undefined
  await run(async (_, untold) => {
    told = untold
  })
  expect(told).toEqual({})
})

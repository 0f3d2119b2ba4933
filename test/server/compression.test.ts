import { get, type IncomingMessage } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { buffer } from 'node:stream/consumers'
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chooseEncoding } from '../../src/server/compress-answers.ts'
import { openTestArena, type TestArena } from './arena.fixture.ts'
import { newGame } from './play.fixture.ts'

let arena: TestArena
beforeAll(async () => {
  arena = await openTestArena()
})
afterAll(() => arena[Symbol.asyncDispose]())

/** `fetch` decompresses by itself; this does not. */
const ask = (path: string, accepted: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${arena.url}${path}`, { headers: { 'accept-encoding': accepted } }, resolve).on('error', reject)
  })

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['br;q=x', undefined],
  ['', undefined],
  [undefined, undefined],
])('a client that accepts %j gets %j', (accepted, expected) => {
  expect(chooseEncoding(accepted)).toBe(expected)
})

describe('long answers', () => {
  test.each(['/api/v1/challenges', '/openapi.json', '/docs/js/scalar.js', '/api/v1/guide/arena'])(
    '%s is compressed as the client accepts it, to the same bytes',
    async (path) => {
      const plain = await ask(path, 'identity')
      expect(plain.headers).not.toHaveProperty('content-encoding')
      expect(plain.headers.vary).toBe('accept-encoding')
      const bytes = await buffer(plain)
      const [br, gzip] = [await ask(path, 'gzip, br'), await ask(path, 'gzip')]
      expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
      const small = await buffer(br)
      expect(small.length).toBeLessThan(bytes.length / 2)
      expect(brotliDecompressSync(small).equals(bytes)).toBe(true)
      expect(gunzipSync(await buffer(gzip)).equals(bytes)).toBe(true)
      expect(br.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
    },
  )

  test('at most two are compressed at once, because the log is synced by the same threads', async () => {
    const compress = zlib.brotliCompress
    let running = 0
    let most = 0
    const counted = (text: string, options: zlib.BrotliOptions, done: zlib.CompressCallback): void => {
      running++
      most = Math.max(most, running)
      compress(text, options, (error, bytes) => {
        running--
        done(error, bytes)
      })
    }
    using spy = vi.spyOn(zlib, 'brotliCompress').mockImplementation(counted as typeof compress)
    syncBuiltinESMExports()
    try {
      const paths = Array.from({ length: 8 }, (_, index) => `/openapi.json?${index}`)
      const answers = await Promise.all(paths.map(async (path) => buffer(await ask(path, 'br'))))
      expect(spy).toHaveBeenCalledTimes(8)
      expect(most).toBeLessThanOrEqual(2)
      expect(new Set(answers.map((bytes) => brotliDecompressSync(bytes).toString())).size).toBe(1)
    } finally {
      spy.mockRestore()
      syncBuiltinESMExports()
    }
  })

  test('an answer that has changed is not the one of the cache', async () => {
    const read = async () => brotliDecompressSync(await buffer(await ask('/api/v1/players', 'br'))).toString()
    for (let index = 0; index < 30; index++) await arena.register(`team ${index}`)
    const before = await read()
    expect(await read()).toBe(before)
    await arena.register('the last team')
    expect(await read()).toContain('the last team')
  })
})

test('short answers, event streams and new secrets are sent as they are', async () => {
  const ann = await arena.register('Ann')
  const game = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:first' })
  const stream = await ask(`/api/v1/matches/${game}/events`, 'br')
  expect(stream.headers).not.toHaveProperty('content-encoding')
  stream.destroy()
  const health = await ask('/healthz', 'br')
  expect(health.headers).not.toHaveProperty('content-encoding')
  health.resume()
  const name = 'x'.repeat(30)
  const { headers } = await arena.request('/api/v1/players', { method: 'POST', json: { name } })
  expect(headers.get('content-encoding')).toBeNull()
})

test('the pages of the API lead back to the arena', async () => {
  const page = (await buffer(await ask('/docs/', 'identity'))).toString()
  expect(page).toContain('<a href="/">← Back to the arena</a>')
})

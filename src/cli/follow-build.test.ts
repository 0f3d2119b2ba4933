import { afterEach, expect, test, vi } from 'vitest'
import type { VersionBody } from '../api/bots.ts'
import { followBuild } from './follow-build.ts'

afterEach(() => vi.unstubAllGlobals())

const ACCOUNT = { url: 'http://127.0.0.1:9', key: 'k' }
const VERSION = { bot: 1, version: 2 } as VersionBody

/** Answers each request with the next of these. */
function stubArena(answers: readonly (() => Response)[]): { readonly asked: () => number } {
  let asked = 0
  vi.stubGlobal('fetch', () => {
    const answer = answers[asked++]
    return answer ? Promise.resolve().then(answer) : Promise.reject(new Error('no more'))
  })
  return { asked: () => asked }
}

const refused = (): never => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  })
}
const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const line = (text: string): string => event('line', { text })

test('a build is followed over a restart of the arena, and each line is told once', async () => {
  const { asked } = stubArena([
    () => new Response(line('one')),
    refused,
    () => new Response('{"error":"busy","message":"Wait"}', { status: 503 }),
    () => new Response(line('one') + line('two') + event('verdict', { ...VERSION, status: 'passed' })),
  ])
  const lines: string[] = []
  const listener = { step() {}, line: ({ text }: { readonly text: string }) => void lines.push(text) }
  expect(await followBuild(ACCOUNT, VERSION, listener)).toMatchObject({ status: 'passed' })
  expect(lines).toEqual(['one', 'two'])
  expect(asked()).toBe(4)
})

test('what the arena refuses ends it', async () => {
  stubArena([() => new Response('{"error":"not-found","message":"There is no version 2"}', { status: 404 })])
  await expect(followBuild(ACCOUNT, VERSION, { step() {}, line() {} })).rejects.toThrow(
    'There is no version 2',
  )
})

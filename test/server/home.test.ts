import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHALLENGES } from '../../src/challenges/index.ts'
import type { ChallengeHomeBody } from '../../src/api/challenges.ts'
import { findGame } from '../../src/games/index.ts'
import { readRecord } from '../../src/match/read-record.ts'
import { openTestArena, type TestArena } from './arena.fixture.ts'

let arena: TestArena
beforeAll(async () => {
  arena = await openTestArena()
})
afterAll(() => arena[Symbol.asyncDispose]())

async function homeOf(challenge: string): Promise<ChallengeHomeBody> {
  const { status, body } = await arena.request(`/api/v1/challenges/${challenge}/home`)
  expect(status).toBe(200)
  return body as unknown as ChallengeHomeBody
}

test.each(CHALLENGES.map(({ id }) => id))(
  'the home of %s has opponents from weak to strong, cheats apart, kits and pages that exist',
  async (id) => {
    const { rungs, cheats, kits, pages } = await homeOf(id)
    const ratings = rungs.map(({ rating }) => rating)
    expect(ratings).toEqual(ratings.toSorted((a, b) => a - b))
    expect(rungs.map(({ brain }) => brain)).toContain('random')
    expect(rungs.every(({ brain }) => !cheats.includes(brain))).toBe(true)
    expect(cheats).toContain('cheat-garbled')
    expect(kits.map(({ language }) => language)).toContain('python')
    expect(kits.some(({ uploads }) => uploads)).toBe(true)
    const docs = join(import.meta.dirname, '../../docs')
    for (const page of [pages.rules, pages.wire])
      expect(existsSync(join(docs, `${page}.md`)), `${page}`).toBe(true)
  },
)

test('every kit of a home has a source to read and a name of its own', async () => {
  const { kits } = await homeOf('light-cycle')
  const names = kits.map(({ language }) => language)
  expect(new Set(names).size).toBe(names.length)
  for (const { edit, title } of kits) expect([edit, title]).not.toContain('')
})

test.each(CHALLENGES.map(({ id }) => id))(
  'the home of %s names a good match that can be read',
  async (id) => {
    const { good } = await homeOf(id)
    expect(good).toBe(`/api/v1/challenges/${id}/good-match`)
    const { status, headers, text } = await arena.request(good ?? '')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/jsonl')
    const read = readRecord(text, findGame)
    expect(read).toMatchObject({ ok: true, value: { header: { challenge: id } } })
  },
)

test('a challenge that does not exist has no home', async () => {
  const { status, body } = await arena.request('/api/v1/challenges/chess/home')
  expect([status, body['error']]).toEqual([404, 'not-found'])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JudgeLinkBody, JudgesBody, JudgingBody } from '../../src/api/judging.ts'
import type { WholeTournamentBody } from '../../src/api/tournaments.ts'
import { openTestArena, said, type Answer, type TestArena, type TestPlayer } from './arena.fixture.ts'

let arena: TestArena
let organiser: TestPlayer
beforeAll(async () => {
  arena = await openTestArena()
  organiser = await arena.organiser()
})
afterAll(() => arena[Symbol.asyncDispose]())

const ENTRANTS = ['house:perfect', 'house:random']

async function newContest(challenge = 'tic-tac-toe'): Promise<number> {
  const json = { name: 'Cup', challenge, format: 'single-elimination', entrants: ENTRANTS }
  const entrants = challenge === 'tic-tac-toe' ? ENTRANTS : ['house:baseline', 'house:random']
  const made = await organiser.request('/api/v1/tournaments', { method: 'POST', json: { ...json, entrants } })
  return (made.body as { id: number }).id
}

async function invite(contest: number, name: string): Promise<JudgeLinkBody> {
  const path = `/api/v1/tournaments/${contest}/judges`
  const { status, body } = await organiser.request(path, { method: 'POST', json: { name } })
  expect(status).toBe(201)
  return body as unknown as JudgeLinkBody
}

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

const look = async (token: string): Promise<JudgingBody> =>
  (await arena.request('/api/v1/judging', withToken(token))).body as unknown as JudgingBody

const give = (token: string, entrant: string, points: unknown): Promise<Answer> =>
  arena.request('/api/v1/judging/marks', { method: 'PUT', json: { entrant, points }, ...withToken(token) })

const judges = async (contest: number): Promise<JudgesBody> =>
  (await organiser.request(`/api/v1/tournaments/${contest}/judges`)).body as unknown as JudgesBody

const see = async (contest: number, by: TestPlayer | TestArena = arena): Promise<WholeTournamentBody> =>
  (await by.request(`/api/v1/tournaments/${contest}`)).body as unknown as WholeTournamentBody

test('a judge gives marks with a link of their own, and who gave what when is kept', async () => {
  const id = await newContest()
  const { token, path, judge } = await invite(id, ' Ada ')
  expect(path).toBe(`/judge#${token}`)
  expect(judge).toMatchObject({ name: 'Ada', revoked: null })
  expect(await look(token)).toMatchObject({
    tournament: id,
    judge: 'Ada',
    points: 20,
    rows: ENTRANTS.map((entrant) => ({ entrant, place: null, mark: null })),
  })
  for (const points of [12, 17.5, 12, null, 12])
    expect((await give(token, 'house:random', points)).status).toBe(200)
  // A request that is sent again after a lost answer changes nothing.
  expect((await give(token, 'house:random', 12)).status).toBe(200)
  expect((await look(token)).rows[1]?.mark).toBe(12)
  const { changes } = await judges(id)
  expect(changes.map(({ points }) => points)).toEqual([12, 17.5, 12, null, 12])
  expect(changes[0]).toMatchObject({ judge: 'Ada', entrant: 'house:random', by: 'judge' })
  expect((await organiser.request(`/api/v1/tournaments/${id}/marks`)).body).toEqual({
    marks: [{ judge: 'Ada', entrant: 'house:random', points: 12 }],
  })
})

test('the link does nothing but give marks of that one contest', async () => {
  const [first, second] = [await newContest(), await newContest()]
  const { token } = await invite(first, 'Ada')
  expect((await look(token)).tournament).toBe(first)
  const key = withToken(token)
  expect(said(await arena.request(`/api/v1/tournaments/${first}/marks`, key))).toEqual([403, 'wrong-key'])
  const start = await arena.request(`/api/v1/tournaments/${first}/start`, {
    method: 'POST',
    json: {},
    ...key,
  })
  expect(said(start)).toEqual([403, 'wrong-key'])
  expect(await judges(second)).toMatchObject({ judges: [], changes: [], points: 0 })
  expect(said(await give(token, 'nobody', 3))).toEqual([400, 'unknown-entrant'])
  for (const points of [21, -1, 0.25, '7'])
    expect((await give(token, 'house:random', points)).status, String(points)).toBe(400)
})

test.each([
  ['no link', undefined, 401, 'no-key'],
  ['an invented link', `abcdefghijkl.${'a'.repeat(43)}`, 403, 'unknown-link'],
])('%s is refused', async (_what, token, status, code) => {
  const answer = await arena.request('/api/v1/judging', token === undefined ? {} : withToken(token))
  expect(said(answer)).toEqual([status, code])
})

test('a link ends when the organiser revokes it, or makes a new one for the judge; the marks stay', async () => {
  const id = await newContest()
  const lost = await invite(id, 'Ada')
  await give(lost.token, 'house:random', 5)
  const { token, judge } = await invite(id, 'Ada')
  expect(said(await give(lost.token, 'house:random', 6))).toEqual([403, 'expired-link'])
  expect((await look(token)).rows[1]?.mark).toBe(5)
  await organiser.request(`/api/v1/tournaments/${id}/judges/${judge.id}`, { method: 'DELETE' })
  expect(said(await give(token, 'house:random', 6))).toEqual([403, 'expired-link'])
  expect((await judges(id)).judges.map(({ revoked }) => revoked === null)).toEqual([false, false])
  expect((await judges(id)).changes).toHaveLength(1)
})

test('the store keeps no token', async () => {
  const { token } = await invite(await newContest(), 'Ada')
  const [, secret = ''] = token.split('.')
  await arena.restart()
  const files = ['arena.db', 'arena.db-wal'].flatMap((name) => {
    try {
      return [readFileSync(join(arena.folder, name))]
    } catch {
      return []
    }
  })
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(file.includes(secret)).toBe(false)
  expect((await look(token)).judge).toBe('Ada')
})

test('marks are private until they are published, and then count beside the points of the bracket in any challenge', async () => {
  const id = await newContest()
  const [ada, bea] = [await invite(id, 'Ada'), await invite(id, 'Bea')]
  await give(ada.token, 'house:random', 20)
  await give(bea.token, 'house:random', 15)
  await give(bea.token, 'house:perfect', 1)
  const before = await see(id)
  expect(JSON.stringify(before)).not.toContain('judged')
  // A judge does not see the marks of another.
  expect((await look(ada.token)).rows.map(({ mark }) => mark)).toEqual([null, 20])
  expect((await see(id, organiser)).result.standings[0]).toMatchObject({
    name: 'house:random',
    judged: 17.5,
  })
  await organiser.request(`/api/v1/tournaments/${id}/publish`, { method: 'POST', json: {} })
  const { result } = await see(id)
  expect(result.rules[0]).toMatch(/judges add up to 20/)
  expect(result.standings.map(({ name, judged }) => [name, judged])).toEqual([
    ['house:random', 17.5],
    ['house:perfect', 1],
  ])
  expect(result.standings[0]?.why).toMatch(/^Above house:perfect by total with the judges' points: /)
})

test('a contest says how many points its judges give, unless its challenge does', async () => {
  const set = (id: number, points: number): Promise<Answer> =>
    organiser.request(`/api/v1/tournaments/${id}/judging`, { method: 'PUT', json: { points } })
  const id = await newContest()
  expect((await set(id, 10)).body).toMatchObject({ points: 10, isFixed: false })
  const { token } = await invite(id, 'Ada')
  expect((await look(token)).points).toBe(10)
  expect((await give(token, 'house:random', 11)).status).toBe(400)
  expect((await give(token, 'house:random', 9)).status).toBe(200)
  expect((await set(id, 8)).body).toMatchObject({ message: expect.stringContaining('Ada gave 9') })
  const boost = await newContest('boost-tron')
  expect(await judges(boost)).toMatchObject({ points: 20, isFixed: true })
  expect(said(await set(boost, 10))).toEqual([400, 'bad-mark'])
})

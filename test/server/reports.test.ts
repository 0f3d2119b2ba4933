import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TournamentResult } from '../../src/api/tournament-result.ts'
import { openTestArena, said, type TestArena, type TestPlayer } from './arena.fixture.ts'

let arena: TestArena
let organiser: TestPlayer
beforeAll(async () => {
  arena = await openTestArena()
  organiser = await arena.organiser()
  const json = {
    name: 'Cup',
    challenge: 'tic-tac-toe',
    format: 'single-elimination',
    entrants: ['house:perfect', 'house:random', 'house:first'],
    seed: 5,
    nodes: 50,
  }
  await organiser.request('/api/v1/tournaments', { method: 'POST', json })
  const judge = { judge: 'Ada', entrant: 'house:random', points: 19.5 }
  await organiser.request('/api/v1/tournaments/1/judging', { method: 'PUT', json: { points: 20 } })
  const marked = await organiser.request('/api/v1/tournaments/1/marks', { method: 'POST', json: judge })
  expect(marked.status).toBe(200)
  await organiser.request('/api/v1/tournaments/1/start', { method: 'POST', json: {} })
  await vi.waitFor(
    async () => expect((await arena.request('/api/v1/tournaments/1')).body).toMatchObject({ status: 'over' }),
    { timeout: 60_000, interval: 200 },
  )
})
afterAll(() => arena[Symbol.asyncDispose]())

const report = (name: string, by: TestPlayer | TestArena = arena) =>
  by.request(`/api/v1/tournaments/1/report.${name}`)

test('the reports of the command line can be downloaded, and their matches link to the boards of the arena', async () => {
  const [page, csv, text, json] = await Promise.all(['html', 'csv', 'md', 'json'].map((name) => report(name)))
  const match = `${arena.url}/matches/1`
  expect(page?.text).toMatch(/^<!doctype html>/)
  expect(page?.headers.get('content-disposition')).toBe('attachment; filename="contest-1.html"')
  for (const part of [page, text]) expect(part?.text).toContain(match)
  expect(csv?.text).toMatch(/^#,entrant,points,/)
  expect((await report('csv?table=matches')).text).toContain(match)
  expect(
    (json?.body as unknown as TournamentResult | undefined)?.standings.map(({ place }) => place),
  ).toEqual([1, 2, 3])
  expect(said(await arena.request('/api/v1/tournaments/9/report.html'))).toEqual([404, 'not-found'])
  expect((await report('csv?table=secrets')).status).toBe(400)
})

test('a table without rows has its heads: nobody has entered, or two entrants are too few for it', async () => {
  const { body } = await organiser.request('/api/v1/tournaments', {
    method: 'POST',
    json: { name: 'Open cup', challenge: 'tic-tac-toe', format: 'swiss', entrants: [], entry: 'open' },
  })
  for (const table of ['standings', 'ratings', 'crosstable', 'superiority', 'statistics', 'matches']) {
    const { status, text } = await arena.request(
      `/api/v1/tournaments/${String(body['id'])}/report.csv?table=${table}`,
    )
    expect([status, text], table).toEqual([
      200,
      expect.stringMatching(/^[^\r\n]*(?:entrant|match)[^\r\n]*\r\n$/),
    ])
  }
})

test('no report has marks before they are published, whoever asks, and all have them afterwards', async () => {
  const names = ['html', 'csv', 'md', 'json']
  for (const by of [arena, organiser])
    for (const name of names) expect((await report(name, by)).text, name).not.toMatch(/19\.5|judged/)
  await organiser.request('/api/v1/tournaments/1/publish', { method: 'POST', json: {} })
  for (const name of names) expect((await report(name)).text, name).toContain('19.5')
})

import { get } from 'node:http'
import { expect, test } from 'vitest'
import type { TournamentResult } from '../../src/api/tournament-result.ts'
import { logContest, type LoggedContest } from '../../src/arena/logged-contest.fixture.ts'
import { registerPerson } from '../../src/arena/people.ts'
import { must } from '../../src/base/result.ts'
import { headerOf } from '../../src/tournament-runner/tournament-spec.ts'
import { SHORT_TABLE } from '../../src/tournament/crosstable.ts'
import { openOrganised, openTestArena, said, storeOf, type TestArena } from './arena.fixture.ts'

const ENTRANTS = 150

/** A Swiss of many teams, three rounds of which are in the log. The lower number wins. */
function logLargeContest(arena: TestArena): LoggedContest {
  const store = storeOf(arena)
  const entrants = Array.from({ length: ENTRANTS }, (_, at) => {
    const { id } = must(registerPerson(store, `Team ${at}`, 'player'))
    return `player:${id}`
  })
  const contest = logContest(store, { format: 'swiss', options: { rounds: 3, games: 1 }, entrants })
  const faults = [undefined, undefined] as const
  for (let open = contest.open(); open.length > 0; open = contest.open())
    for (const one of open) {
      const [a = 0, b = 0] = one.players.map((name) => Number(name.split(' ')[1]))
      const winner = a < b ? 0 : 1
      const rounds = [{ seats: [0, 1], winner, turns: 5, reason: 'three in a row', faults }] as const
      contest.add(one, { winner, score: winner === 0 ? [1, 0] : [0, 1], rounds })
    }
  return contest
}

const PATH = '/api/v1/tournaments/1'

test('while a large contest is worked out, the arena answers others', async () => {
  await using arena = await openTestArena()
  logLargeContest(arena)
  const done: string[] = []
  const ask = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const asked = get(`${arena.url}${path}`, (answer) => {
        done.push(`${answer.statusCode} ${path}`)
        answer.resume().once('end', resolve)
      })
      asked.once('error', reject)
    })
  // The first answer of a kind takes longer.
  await ask('/healthz')
  for (const path of [PATH, `${PATH}/report.json`]) {
    done.length = 0
    await Promise.all([ask(path), ask('/healthz')])
    expect(done).toEqual(['200 /healthz', `200 ${path}`])
  }
})

test('the tables of a large contest are whole, or short if they are asked for so, and its reports have them all', async () => {
  await using arena = await openTestArena()
  logLargeContest(arena)
  const [whole, short] = await Promise.all(
    ['', '?tables=short'].map(async (query) => {
      const { body } = await arena.request(`${PATH}${query}`)
      return body as unknown as { readonly result: TournamentResult }
    }),
  )
  const sizesOf = ({ crosstable, ratings }: TournamentResult) => [
    crosstable.length,
    crosstable[0]?.length,
    ratings.length,
    ratings[0]?.superiority.length,
    ratings.at(-1)?.superiority.length,
  ]
  expect(whole && sizesOf(whole.result)).toEqual([ENTRANTS, ENTRANTS, ENTRANTS, ENTRANTS, ENTRANTS])
  expect(short && sizesOf(short.result)).toEqual([SHORT_TABLE, SHORT_TABLE, ENTRANTS, SHORT_TABLE, 0])
  expect(short?.result.standings).toEqual(whole?.result.standings)
  const { body, text } = await arena.request(`${PATH}/report.json`)
  expect(body['crosstable']).toEqual(whole?.result.crosstable)
  expect(text).toContain('Team 149')
  const csv = (await arena.request(`${PATH}/report.csv?table=superiority`)).text
  expect(csv.trim().split('\n')).toHaveLength(ENTRANTS + 1)
  expect((await arena.request(`${PATH}/report.html`)).text).toContain('Team 149')
})

test('a large contest that waits under the rules of another release cannot be shown, and the arena goes on', async () => {
  await using arena = await openTestArena()
  const store = storeOf(arena)
  const { spec } = logLargeContest(arena)
  const header = { ...headerOf(spec), version: 999 }
  store.append({
    kind: 'tournament-created',
    tournament: 2,
    name: 'Old',
    challenge: 'tic-tac-toe',
    header,
  })
  expect(said(await arena.request('/api/v1/tournaments/2'))).toEqual([404, 'not-found'])
  const { body } = await arena.request('/api/v1/tournaments?limit=1')
  expect(body['tournaments']).toMatchObject([{ id: 2, entrants: ENTRANTS, played: 0 }])
})

test('an arena that is closed while it works out a large contest for a spectator reports no failure', async () => {
  await using arena = await openTestArena()
  logLargeContest(arena)
  const { status } = await fetch(`${arena.url}${PATH}/events`)
  expect(status).toBe(200)
  await arena.server[Symbol.asyncDispose]()
  expect(arena.failures).toEqual([])
})

test('a ruling on a match of a large contest is shown at once', async () => {
  await using opened = await openOrganised()
  const { arena, organiser } = opened
  logLargeContest(arena)
  const store = storeOf(arena)
  const list = async () => {
    const { body } = await arena.request('/api/v1/tournaments')
    return (body as unknown as { readonly tournaments: readonly { readonly played: number }[] }).tournaments
  }
  expect(await list()).toMatchObject([{ played: (ENTRANTS / 2) * 3 }])
  const see = async () => (await arena.request(PATH)).body as unknown as { readonly result: TournamentResult }
  const last = (await see()).result.games.at(-1)
  const winner = last?.players.find((name) => name !== last.winner)
  store.append({ kind: 'tournament-moved', tournament: 1, status: 'over' })
  const json = { key: last?.key, winner, reason: 'the cable was out' }
  expect((await organiser.request(`${PATH}/rulings`, { method: 'POST', json })).status).toBe(200)
  const shown = (await see()).result.games.find(({ key }) => key === last?.key)
  expect(shown).toMatchObject({ winner, ruled: { reason: 'the cable was out' } })
})

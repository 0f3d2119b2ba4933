import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TournamentActionList, WholeTournamentBody } from '../../src/api/tournaments.ts'
import { fakeClock } from '../../src/runner/fake-clock.fixture.ts'
import { openOrganised, said, type TestArena, type TestPlayer } from './arena.fixture.ts'

let arena: TestArena
let organiser: TestPlayer

beforeAll(async () => {
  ;({ arena, organiser } = await openOrganised())
})
afterAll(() => arena[Symbol.asyncDispose]())

const CUP = {
  name: 'Cup',
  challenge: 'tic-tac-toe',
  format: 'single-elimination',
  options: { thirdPlace: 'no' },
  entrants: ['house:perfect', 'house:baseline', 'house:random', 'house:first'],
  seed: 5,
  nodes: 50,
}

const at = (fromNowMs: number): string => new Date(Date.now() + fromNowMs).toISOString()
const HOUR = 3_600_000

async function hold(more: object = {}): Promise<number> {
  const { status, body } = await organiser.request('/api/v1/tournaments', {
    method: 'POST',
    json: { ...CUP, ...more },
  })
  expect(status).toBe(201)
  return Number(body['id'])
}

const act = (id: number, step: string, json: object = {}, method = 'POST') =>
  organiser.request(`/api/v1/tournaments/${id}/${step}`, { method, json })

const see = async (id: number): Promise<WholeTournamentBody> =>
  (await arena.request(`/api/v1/tournaments/${id}`)).body as unknown as WholeTournamentBody

const over = (id: number): Promise<void> => expect.poll(async () => (await see(id)).status).toBe('over')

test('a contest starts at its time, also if the server was down then', async () => {
  const id = await hold({ plan: { starts: at(HOUR) } })
  expect((await see(id)).starts).not.toBeNull()
  const soon = await hold({ plan: { starts: at(1500) } })
  await arena.restart()
  await over(soon)
  expect(await see(soon)).toMatchObject({ starts: null, played: 3 })
  // The other still waits; its start is moved, and then into the past.
  expect((await act(id, 'extensions', { what: 'start', minutes: 5 })).status).toBe(200)
  expect(Date.parse((await see(id)).starts ?? '') - Date.now()).toBeGreaterThan(HOUR)
  expect((await act(id, 'plan', { starts: at(-1000), clock: '5s' }, 'PUT')).status).toBe(200)
  await over(id)
  expect((await see(id)).clock).toContain('5')
  expect(said(await act(id, 'plan', { atOnce: 1 }, 'PUT'))).toEqual([409, 'tournament-over'])
})

test('a plan that cannot be is refused in one sentence at its place', async () => {
  const wrong = { breaks: [{ from: at(HOUR), to: at(0) }] }
  const { status, body } = await organiser.request('/api/v1/tournaments', {
    method: 'POST',
    json: { ...CUP, plan: wrong },
  })
  expect([status, body['error'], body['at']]).toEqual([400, 'bad-plan', 'plan.breaks.0.to'])
  const id = await hold()
  expect(said(await act(id, 'plan', { starts: 'tomorrow' }, 'PUT'))).toEqual([400, 'bad-date'])
  expect(said(await act(id, 'plan', { clock: 'none' }, 'PUT'))).toEqual([400, 'bad-clock'])
  expect(said(await act(id, 'rounds'))).toEqual([409, 'no-next-round'])
  expect(said(await act(id, 'extensions', { what: 'break', minutes: 5 }))).toEqual([409, 'nothing-to-extend'])
})

test('rounds wait for the organiser and breaks end, and the log says who did what and why', async () => {
  const id = await hold({ plan: { rounds: 'called', breaks: [{ from: at(-1000), to: at(HOUR) }] } })
  await act(id, 'start')
  expect((await act(id, 'extensions', { what: 'break', minutes: 5, reason: 'lunch' })).status).toBe(200)
  expect(await see(id)).toMatchObject({ played: 0, status: 'running' })
  await act(id, 'plan', { breaks: [] }, 'PUT')
  await expect.poll(async () => (await see(id)).nextRound).toEqual({ round: 2, at: null })
  await expect.poll(async () => (await see(id)).played).toBe(2)
  await act(id, 'rounds')
  await over(id)
  const { body } = await organiser.request(`/api/v1/tournaments/${id}/actions`)
  const { actions } = body as unknown as TournamentActionList
  expect(actions.map(({ what, reason }) => [what, reason]).toReversed()).toEqual([
    ['Started it, or let it go on', null],
    ['Gave 5 more minutes to the break', 'lunch'],
    ['Changed the plan: breaks', null],
    ['Called the next round', null],
  ])
  expect(new Set(actions.map(({ who }) => who)).size).toBe(1)
  const team = await arena.register('curious')
  expect((await team.request(`/api/v1/tournaments/${id}/actions`)).status).toBe(403)
})

test('a match is played again or ruled with a reason, unless later ones were played on it', async () => {
  const id = await hold()
  await act(id, 'start')
  await over(id)
  const [semiFinal, , final] = (await see(id)).schedule
  expect(final?.stage).toBe('final')
  const refused = await act(id, 'replays', { key: semiFinal?.key, reason: 'cable' })
  expect(said(refused)).toEqual([409, 'later-played'])
  expect(String(refused.body['message'])).toContain('(final, round 2)')
  expect((await act(id, 'replays', { key: final?.key, reason: 'the screen went dark' })).status).toBe(200)
  await over(id)
  const again = (await see(id)).schedule[2]
  expect(again?.annulled).toMatchObject([{ match: final?.match, reason: 'the screen went dark' }])
  expect(again?.match).not.toBe(final?.match)
  // The record of the annulled match stays.
  expect((await arena.request(`/api/v1/matches/${final?.match}`)).status).toBe(200)
  const winner = final?.players[1]
  const ruling = { key: final?.key, winner, reason: 'the other left the room' }
  expect(said(await act(id, 'rulings', { ...ruling, winner: 'nobody' }))).toEqual([400, 'unknown-entrant'])
  expect((await act(id, 'rulings', ruling)).status).toBe(200)
  await over(id)
  const ruled = await see(id)
  expect(ruled.schedule[2]?.ruled).toMatchObject({ reason: 'the other left the room' })
  expect(ruled.result.games[2]).toMatchObject({ winner, how: 'played', ruled: { reason: ruling.reason } })
  expect(ruled.result.standings[0]?.name).toBe(winner)
  const { actions } = (await organiser.request(`/api/v1/tournaments/${id}/actions`))
    .body as unknown as TournamentActionList
  expect(actions[0]).toMatchObject({
    what: `Ruled that ${winner} wins ${final?.players.join(' against ')} (final)`,
    reason: ruling.reason,
  })
})

test('how long a contest takes is estimated before it is made', async () => {
  const ask = async (more: object) =>
    (
      await organiser.request('/api/v1/formats/round-robin/estimate', {
        method: 'POST',
        json: { challenge: 'tic-tac-toe', entrants: 8, ...more },
      })
    ).body
  const usual = await ask({})
  expect(usual).toMatchObject({ least: 56, most: 56 })
  const slow = await ask({ atOnce: 1, clock: '60s' })
  expect(Number(slow['quickMs'])).toBeGreaterThan(Number(usual['quickMs']))
  expect(Number(slow['longestMs'])).toBeGreaterThan(Number(usual['longestMs']))
  // 7 rounds of 8 matches: the last one waits for its time, and a break is added to it.
  const planned = {
    starts: at(0),
    roundTimes: [{ round: 7, at: at(HOUR) }],
    breaks: [{ from: at(HOUR), to: at(2 * HOUR) }],
  }
  expect(Number((await ask(planned))['quickMs'])).toBeGreaterThanOrEqual(2 * HOUR - 60_000)
  expect(await ask({ breaks: [{ from: at(HOUR), to: at(0) }] })).toMatchObject({
    error: 'bad-plan',
    at: 'breaks.0.to',
  })
})

test('a team that was there a moment ago and does not take its seat holds up its opponent for half a minute', async () => {
  const clock = fakeClock()
  await using opened = await openOrganised({ clock })
  const { arena, organiser } = opened
  const ann = await arena.register('Ann')
  const path = '/api/v1/tournaments'
  const made = await organiser.request(path, {
    method: 'POST',
    json: {
      ...CUP,
      format: 'round-robin',
      options: { games: 1 },
      entrants: ['house:first', `player:${ann.id}`, 'house:perfect'],
      plan: { absentSeconds: 600 },
    },
  })
  const contest = `${path}/${String(made.body['id'])}`
  const look = async () => (await arena.request(contest)).body as unknown as WholeTournamentBody
  const annsMatches = async () =>
    (await look()).schedule.flatMap(({ players, match }) =>
      players.includes('Ann') && match !== null ? [match] : [],
    )
  const come = () => ann.request(`${contest}/here`, { method: 'POST' })
  await come()
  await organiser.request(`${contest}/start`, { method: 'POST' })
  await expect.poll(annsMatches).toHaveLength(1)
  const [first] = await annsMatches()
  // Until then the match of the two others may wait for the one that Ann was called to play with.
  await expect
    .poll(async () => {
      await clock.pass(10_000)
      return (await look()).absent.map(({ entrant }) => entrant)
    })
    .toEqual(['Ann'])
  await expect.poll(async () => (await look()).played).toBe(1)
  expect(await annsMatches()).toEqual([])
  const { body } = await arena.request(`/api/v1/matches/${first}`)
  expect(body).toMatchObject({
    status: 'over',
    void: true,
    end: expect.stringContaining('Ann did not take its seat'),
  })
  // However often she says that she is there: each match is called off once, and then the rules say how long she may take.
  await expect
    .poll(async () => {
      await come()
      await clock.pass(10_000)
      return (await look()).status
    })
    .toBe('over')
  const { games } = (await look()).result
  expect(games.map(({ winner }) => winner)).not.toContain('Ann')
  expect(games.map(({ how }) => how)).toEqual(['played', 'played', 'played'])
})

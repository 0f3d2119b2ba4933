import { EventSource } from 'eventsource'
import { expect, test, vi } from 'vitest'
import { logContest } from '../../src/arena/logged-contest.fixture.ts'
import { deferred } from '../../src/base/deferred.ts'
import { must, ok } from '../../src/base/result.ts'
import { loadBrain } from '../../src/runner/load-brain.ts'
import { attendContest } from '../../src/sdk/attend-contest.ts'
import { playerOf } from '../../src/sdk/player-of.ts'
import type { PlanRow } from '../../src/store/store.ts'
import type { TournamentResult } from '../../src/api/tournament-result.ts'
import { listIn, openOrganised, storeOf, until, type TestArena, type TestPlayer } from './arena.fixture.ts'

async function post<T>(by: TestPlayer, path: string, json: object = {}): Promise<T & Refused> {
  const { status, body } = await by.request(`/api/v1/tournaments${path}`, { method: 'POST', json })
  return { ...(body as T), code: status }
}

const see = async (by: TestPlayer | TestArena, id: number): Promise<Info> =>
  (await by.request(`/api/v1/tournaments/${id}`)).body as unknown as Info

interface Refused {
  readonly code: number
  readonly message?: string
}

interface Info {
  readonly id: number
  readonly status: string
  readonly result: TournamentResult
  readonly matches: readonly { readonly key: string; readonly match: number }[]
  readonly played: number
  readonly known: number | null
  readonly leader: string | null
  readonly entrants: number
  readonly teams: readonly { readonly name: string; readonly player: number }[]
  readonly schedule: readonly {
    readonly key: string
    readonly players: readonly string[]
    readonly match: number | null
    readonly status: string
  }[]
}

const HOUSE = {
  name: 'Ladder of the house',
  challenge: 'tic-tac-toe',
  format: 'round-robin-knock-out',
  entrants: ['house:perfect', 'house:baseline', 'house:random', 'house:first'],
  seed: 5,
  nodes: 100,
}

/** What a tournament looks like as soon as it looks like this. */
async function when(arena: TestArena, id: number, isSo: (info: Info) => boolean): Promise<Info> {
  for (;;) {
    // Listens before it looks, so that no change is missed in between.
    const changed = deferred()
    const leave = arena.server.tournaments.onChange((one) => one === id && changed.resolve())
    const info = await see(arena, id)
    if (!isSo(info)) await changed.promise
    leave()
    if (isSo(info)) return info
  }
}

const over = (arena: TestArena, id: number): Promise<Info> =>
  when(arena, id, ({ status }) => status === 'over')

test('a tournament is played to its end, and its matches are matches like all others', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const { id, code } = await post<Info>(organiser, '', HOUSE)
  expect(code).toBe(201)
  await post(organiser, `/${id}/start`)
  const { result, matches } = await over(arena, id)
  expect(result.standings.map(({ place }) => place)).toEqual([1, 2, 3, 4])
  expect(result.standings[0]?.name).toBe('house:perfect')
  expect(result.bracket?.parts.length).toBeGreaterThan(0)
  expect(matches.length).toBe(result.matches.played)
  const checked = await arena.request(`/api/v1/matches/${matches[0]?.match}/verification`)
  expect(checked.body).toMatchObject({ verified: true })
  expect((await arena.request('/api/v1/tournaments')).body).toMatchObject({
    tournaments: [{ id, status: 'over' }],
  })
})

test('the server is closed and opened again in the middle, and the table comes out the same', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  // Brains without chance: a match may be interrupted in a round, and random numbers are drawn anew when it goes on.
  const sure = { ...HOUSE, entrants: ['house:perfect', 'house:baseline', 'house:first'] }
  const whole = await post<Info>(organiser, '', sure)
  await post(organiser, `/${whole.id}/start`)
  const { result: expected } = await over(arena, whole.id)
  const { id } = await post<Info>(organiser, '', sure)
  await post(organiser, `/${id}/start`)
  for (const played of [0, 2, 5]) {
    await when(arena, id, (info) => info.played >= played)
    await arena.restart()
  }
  const { result, matches } = await over(arena, id)
  expect(result.standings).toEqual(expected.standings)
  // No finished match was played again.
  expect(new Set(matches.map((one) => one.key)).size).toBe(result.matches.played)
})

test('a tournament goes on with a house brain that is no rung any more, which no form offers', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const { id, code } = await post<Info>(organiser, '', {
    ...HOUSE,
    challenge: 'quoridor',
    format: 'round-robin',
    entrants: ['house:search-1600', 'house:random', 'house:first'],
    nodes: 5,
  })
  expect(code).toBe(201)
  await post(organiser, `/${id}/start`)
  await when(arena, id, ({ played }) => played >= 1)
  await arena.restart()
  const { result } = await over(arena, id)
  expect(result).toMatchObject({ isDone: true, matches: { void: 0 } })
  expect(result.standings.map(({ name }) => name)).toContain('house:search-1600')
  const { body } = await arena.request('/api/v1/challenges')
  const offered = listIn(body, 'challenges').find((one) => one['id'] === 'quoridor')?.['brains']
  expect(offered).toContain('search-4000')
  expect(offered).not.toContain('search-1600')
})

test("judges' marks are private until they are published, and only the organiser gives them", async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const team = await arena.register('ann')
  const { id } = await post<Info>(organiser, '', {
    ...HOUSE,
    challenge: 'boost-tron',
    entrants: ['house:baseline', 'house:random'],
    settings: { width: 12, height: 10, starts: '3,5,e 8,5,w' },
    format: 'round-robin',
  })
  await post(organiser, `/${id}/start`)
  await over(arena, id)
  const mark = { judge: 'eve', entrant: 'house:random', points: 20 }
  expect((await post(team, `/${id}/marks`, mark)).code).toBe(403)
  expect((await post(organiser, `/${id}/marks`, { ...mark, points: 21 })).code).toBe(400)
  expect((await post(organiser, `/${id}/marks`, { ...mark, entrant: 'nobody' })).code).toBe(400)
  expect((await post(organiser, `/${id}/marks`, mark)).code).toBe(200)
  const judged = async (by: TestPlayer): Promise<unknown[]> =>
    (await see(by, id)).result.standings.map((one) => one.judged)
  expect(await judged(team)).toEqual([undefined, undefined])
  expect(await judged(organiser)).toContain(20)
  await post(organiser, `/${id}/publish`)
  expect(await judged(team)).toContain(20)
})

test('a paused tournament begins no match, and goes on when it is started again', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const { id } = await post<Info>(organiser, '', HOUSE)
  await post(organiser, `/${id}/start`)
  expect(await post(organiser, `/${id}/pause`)).toMatchObject({ status: 'paused' })
  await post(organiser, `/${id}/start`)
  expect((await over(arena, id)).result.isDone).toBe(true)
  expect(await post(organiser, `/${id}/start`)).toMatchObject({ code: 409 })
})

test('teams that come by HTTP are called to their games and play them one at a time', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const teams = [await arena.register('ann'), await arena.register('bob')]
  const { id } = await post<Info>(organiser, '', {
    ...HOUSE,
    challenge: 'boost-tron',
    entrants: [...teams.map((team) => `player:${team.id}`), 'house:baseline'],
    settings: { width: 12, height: 10, starts: '3,5,e 8,5,w' },
    format: 'round-robin',
  })
  const stop = new AbortController()
  const brain = must(await loadBrain({ kind: 'house', name: 'baseline' }, 'tron'))
  const attending = teams.map(({ key }) =>
    attendContest(async () => ok(playerOf(brain)), { url: arena.url, key, seed: 1, signal: stop.signal }),
  )
  await post(organiser, `/${id}/start`)
  const { result } = await over(arena, id)
  stop.abort()
  expect(await Promise.all(attending)).toEqual([
    { ok: true, value: 4 },
    { ok: true, value: 4 },
  ])
  expect(result.standings.map(({ forfeits, voids }) => forfeits + voids)).toEqual([0, 0, 0])
  expect(result.matches.played).toBe(6)
})

test('the organiser takes a team out, which hears that its match is over', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const [ann, bob] = [await arena.register('ann'), await arena.register('bob')]
  const { id } = await post<Info>(organiser, '', {
    ...HOUSE,
    format: 'round-robin',
    options: { games: 1 },
    entrants: [`player:${ann.id}`, 'house:first', 'house:random', `player:${bob.id}`],
  })
  await post(organiser, `/${id}/start`)
  const match = await until(
    async () =>
      (await see(arena, id)).schedule.find(({ match, players }) => match !== null && players.includes('ann'))
        ?.match,
  )
  const path = `/${id}/withdrawals`
  const refusals: readonly (readonly [TestPlayer, string, object, number, string])[] = [
    [ann, path, { entrant: 'ann' }, 403, 'organiser'],
    [organiser, '/77/withdrawals', { entrant: 'ann' }, 404, 'There is no tournament 77'],
    [organiser, path, { entrant: 'eve' }, 400, `There is no entrant "eve" in tournament ${id}`],
    [organiser, path, { name: 'ann' }, 400, 'entrant'],
  ]
  for (const [by, where, body, code, message] of refusals)
    expect(await post(by, where, body)).toMatchObject({ code, message: expect.stringContaining(message) })
  expect(
    (await arena.request(`/api/v1/tournaments${path}`, { method: 'POST', json: { entrant: 'ann' } })).status,
  ).toBe(401)

  // Ann is there, and waits for bob.
  const waiting = ann.request(`/api/v1/games/${match}/turn?wait=25`)
  await until(async () => {
    const { body } = await arena.request(`/api/v1/matches/${match}`)
    return body['status'] === 'playing' ? true : undefined
  })
  expect(await post(organiser, path, { entrant: 'ann' })).toMatchObject({ code: 200, id, status: 'running' })
  expect((await waiting).body).toMatchObject({ status: 'over', winner: null })
  expect((await arena.request(`/api/v1/matches/${match}`)).body).toMatchObject({
    status: 'over',
    void: true,
    end: 'not counted: ann was withdrawn from the contest',
  })
  const { result } = await see(arena, id)
  expect(result.standings.find(({ name }) => name === 'ann')).toMatchObject({
    losses: 3,
    forfeits: 3,
    out: 'withdrawn from round 1 on',
  })
  expect(await post(organiser, path, { entrant: 'ann' })).toMatchObject({
    code: 409,
    message: 'Cannot withdraw "ann": it was withdrawn already',
  })
  await arena.restart()
  expect((await see(arena, id)).result.standings).toEqual(result.standings)
  await post(organiser, path, { entrant: 'bob' })
  await over(arena, id)
  expect(await post(organiser, path, { entrant: 'house:first' })).toMatchObject({
    code: 409,
    message: `Tournament ${id} is over`,
  })
  expect(arena.failures).toEqual([])
})

test('what cannot be held is refused in one sentence', async () => {
  await using begun = await openOrganised()
  const { organiser } = begun
  const refusals: readonly (readonly [object, string, string])[] = [
    [
      { entrants: ['house:perfect'] },
      'Cannot hold a tournament of 1: expected 2 to 1000 entrants',
      'entrants',
    ],
    [{ entrants: ['house:perfect', 'house:perfect'] }, 'Cannot enter "house:perfect" twice', 'entrants.1'],
    [{ entrants: ['house:perfect', 'player:77'] }, 'There is no player "77"', 'entrants.1'],
    [
      { entrants: ['house:perfect', 'house:nobody'] },
      'There is no house brain "nobody" for tic-tac-toe',
      'entrants.1',
    ],
    [{ challenge: 'chess' }, 'There is no challenge "chess"', 'challenge'],
    [{ options: { bestOf: 100 } }, 'Cannot set bestOf to 100', 'options.bestOf'],
    [{ settings: { size: 4 } }, 'Cannot set "size": the only setting is opening', 'settings.size'],
    [{ seed: -1 }, 'Cannot read the request', 'seed'],
    [{ format: 'sprt' }, 'Cannot test 4 bots: an SPRT compares two', 'entrants'],
    [{ format: 'lottery' }, 'Cannot hold a tournament as "lottery": expected one of ', 'format'],
  ]
  for (const [change, sentence, at] of refusals) {
    const refused = await post(organiser, '', { ...HOUSE, ...change })
    expect(refused).toMatchObject({ code: 400, message: expect.stringContaining(sentence), at })
  }
})

test('the schedule has what is to be played, what is played, and what was played', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const team = await arena.register('ann')
  const { id, ...made } = await post<Info>(organiser, '', {
    ...HOUSE,
    format: 'round-robin',
    options: { games: 1 },
    entrants: ['house:perfect', 'house:first', 'house:random', `player:${team.id}`],
  })
  expect(made).toMatchObject({ entrants: 4, played: 0, known: 6, leader: null })
  const before = await see(arena, id)
  expect(before.schedule.map(({ match, status }) => [match, status])).toEqual(
    Array.from({ length: 6 }, () => [null, 'waiting']),
  )
  expect(before.teams).toEqual([{ name: 'ann', player: team.id }])

  await post(organiser, `/${id}/start`)
  // Ann does not come: perfect waits for her, the two others play, and all else needs one of those.
  const during = await until(async () => {
    const info = await see(arena, id)
    return info.played === 1 && info.schedule.some(({ status }) => status === 'playing') ? info : undefined
  })
  const now = (wanted: string) => during.schedule.filter(({ status }) => status === wanted)
  expect(now('over').map(({ players }) => players.toSorted())).toEqual([['house:first', 'house:random']])
  expect(now('playing').map(({ players }) => players.toSorted())).toEqual([['ann', 'house:perfect']])
  expect(now('waiting').map(({ match }) => match)).toEqual([null, null, null, null])
  expect(during).toMatchObject({ known: 6, status: 'running' })
  const match = await arena.request(`/api/v1/matches/${now('playing')[0]?.match}`)
  expect(match.body).toMatchObject({ tournament: id })
  // A server that closes begins no match.
  await arena.restart()
  expect((await see(arena, id)).schedule).toEqual(during.schedule)
})

test('lists can be had of those that run alone', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const waiting = await post<Info>(organiser, '', HOUSE)
  const { id } = await post<Info>(organiser, '', HOUSE)
  await post(organiser, `/${id}/start`)
  await over(arena, id)
  const listed = async (query: string): Promise<readonly unknown[]> =>
    listIn((await arena.request(`/api/v1/tournaments${query}`)).body, 'tournaments').map((one) => one['id'])
  expect(await listed('')).toEqual([id, waiting.id])
  expect(await listed('?status=running')).toEqual([])
  expect(await listed('?status=waiting&limit=1')).toEqual([waiting.id])
  expect(await listed(`?status=over&before=${id}`)).toEqual([])
  const { played, known, leader } = await see(arena, id)
  expect({ played, known, leader }).toEqual({ played: 10, known: 10, leader: 'house:perfect' })
})

test('a stream tells that a tournament has changed, at once and until it is over', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const { id } = await post<Info>(organiser, '', HOUSE)
  expect((await arena.request('/api/v1/tournaments/77/events')).status).toBe(404)
  using stream = followChanges(`${arena.url}/api/v1/tournaments/${id}/events`)
  await until(() => stream.seen.at(0))
  expect(stream.seen).toEqual([{ played: 0, known: 10, status: 'waiting' }])
  await post(organiser, `/${id}/start`)
  await until(() => stream.seen.find(({ status }) => status === 'over'))
  expect(stream.seen.at(-1)).toEqual({ played: 10, known: 10, status: 'over' })
  const counts = stream.seen.map(({ played }) => played)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  const told = stream.seen.length
  await post(organiser, `/${id}/publish`)
  await until(() => (stream.seen.length > told ? true : undefined))
})

test('the result of a contest is written once until it changes, and its matches are read once: a large one has 40,000', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const { id } = await post<Info>(organiser, '', HOUSE)
  const before = await see(arena, id)
  await post(organiser, `/${id}/start`)
  await over(arena, id)
  const writes = vi.spyOn(JSON, 'stringify')
  const reads = vi.spyOn(storeOf(arena), 'tournamentMatches')
  try {
    const [first, second] = [await see(arena, id), await see(arena, id)]
    expect(second).toEqual(first)
    expect([before, first].map((seen) => seen?.result.matches.played)).toEqual([0, 10])
    expect(reads).toHaveBeenCalledTimes(2)
    const written = writes.mock.calls.filter(([value]) => hasCrosstable(value))
    expect(written.length).toBeLessThan(2)
  } finally {
    for (const spy of [writes, reads]) spy.mockRestore()
  }
})

const hasCrosstable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'crosstable' in value

test('short tables are asked for by name: in a small contest they are whole', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const { id } = await post<Info>(organiser, '', HOUSE)
  const whole = await see(arena, id)
  expect((await arena.request(`/api/v1/tournaments/${id}?tables=short`)).body).toEqual(whole)
  expect(await arena.request(`/api/v1/tournaments/${id}?tables=long`)).toMatchObject({
    status: 400,
    body: { error: 'bad-request' },
  })
})

test('a contest is read once for all streams that follow it: the header of a large one is long', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const { id } = await post<Info>(organiser, '', HOUSE)
  const url = `${arena.url}/api/v1/tournaments/${id}/events`
  using streams = new DisposableStack()
  const followers = Array.from({ length: 20 }, () => streams.use(followChanges(url)))
  const allHave = (count: number) =>
    until(() => (followers.every(({ seen }) => seen.length >= count) ? true : undefined))
  await allHave(1)
  const reads = vi.spyOn(storeOf(arena), 'tournament')
  await post(organiser, `/${id}/publish`)
  await allHave(2)
  expect(reads.mock.calls.length).toBeLessThan(20)
  reads.mockRestore()
})

interface Change {
  readonly played: number
  readonly known: number
  readonly status: string
}

/** The events of a stream so far. */
function followChanges(url: string) {
  const seen: Change[] = []
  const source = new EventSource(url)
  source.addEventListener('changed', ({ data }) => seen.push(JSON.parse(data) as Change))
  return { seen, [Symbol.dispose]: () => source.close() }
}

test('a contest whose results contradict each other stops no other contest, and plays on once the result is annulled', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  const store = storeOf(arena)
  const damaged = logContest(store, { name: 'Damaged', openings: false })
  const [first] = damaged.open()
  const [a, b] = first?.players ?? ['', '']
  if (first) damaged.add({ ...first, players: [b, a] })
  const sound = logContest(store, { name: 'Sound', openings: false })
  sound.addAll()
  for (const tournament of [1, 2]) store.append({ kind: 'tournament-moved', tournament, status: 'running' })
  await arena.restart()

  await when(arena, 2, ({ status }) => status === 'over')
  const lists = ['/api/v1/tournaments', '/api/v1/server', '/feeds/contests.atom', '/contests/1/feed.atom']
  const answers = await Promise.all(lists.map((path) => arena.request(path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const why = `Cannot play or show tournament 1: its results contradict each other. Cannot use the result of ${first?.key}: it was played by ${b} and ${a}, expected ${a} and ${b}`
  expect(arena.failures.splice(0)).toEqual([expect.stringContaining(`tournament 1: Error: ${why}`)])
  const refused = ['', '/report.csv', '/report.html'].map((path) =>
    arena.request(`/api/v1/tournaments/1${path}`),
  )
  for (const { status, body } of await Promise.all(refused)) {
    expect([status, body['message']]).toEqual([409, expect.stringContaining(why)])
    // The key is no path in the request, which `at` is.
    expect([body['match'], body['at']]).toEqual([first?.key, undefined])
  }
  const decisions = [
    post(organiser, '/1/start'),
    post(organiser, '/1/withdrawals', { entrant: a }),
    post(organiser, '/1/replays', { key: 'other', reason: 'a cable' }),
    post(organiser, '/1/rulings', { key: first?.key, winner: a, reason: 'a cable' }),
  ]
  for (const { code, message } of await Promise.all(decisions))
    expect([code, message]).toEqual([409, expect.stringContaining(why)])

  const mended = await post<Info>(organiser, '/1/replays', { key: first?.key, reason: 'other players' })
  expect([mended.code, mended.status]).toEqual([200, 'paused'])
  await post(organiser, '/1/start')
  const { result } = await over(arena, 1)
  expect(result.matches.played).toBe(3)
})

test('a plan in the log that cannot be read starts no contest, and its page shows the rest of the plan', async () => {
  await using begun = await openOrganised()
  const { arena, organiser } = begun
  await organiser.request('/api/v1/tournaments', { method: 'POST', json: HOUSE })
  const plan = {
    starts: 'soon',
    atOnce: 2,
    breaks: [{ from: 1e300, to: 'later' }],
    rounds: 'maybe',
    roundTimes: 7,
    absentMs: null,
    granted: {},
  }
  storeOf(arena).append({ kind: 'plan-made', tournament: 1, plan: plan as unknown as PlanRow })
  await arena.restart()

  const { status, body } = await arena.request('/api/v1/tournaments/1')
  expect([status, body['status']]).toEqual([200, 'waiting'])
  expect(body['plan']).toEqual({
    starts: null,
    atOnce: 2,
    breaks: [],
    rounds: 'free',
    roundTimes: [],
    absentSeconds: null,
  })
  expect(arena.failures.splice(0)).toEqual([
    expect.stringContaining(
      'tournament 1: Error: Cannot read starts, breaks, rounds, roundTimes, absentMs, granted of its plan in the log: it goes on as if that was not planned, make the plan again on its page',
    ),
  ])
  // A new plan takes its place, and the contest can be played.
  const made = await organiser.request('/api/v1/tournaments/1/plan', { method: 'PUT', json: { atOnce: 3 } })
  expect(made.status).toBe(200)
  await post(organiser, '/1/start')
  await over(arena, 1)
  expect(arena.failures).toEqual([])
})

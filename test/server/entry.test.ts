import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  listIn,
  numberIn,
  openOrganised,
  said,
  textIn,
  until,
  type TestArena,
  type TestPlayer,
} from './arena.fixture.ts'

/** A class arena: only the organiser registers teams, and the contest of the first organiser can be joined. */
async function openClass(entry: object = { entry: 'open' }) {
  const { arena, organiser } = await openOrganised({ registration: 'organiser' })
  const { status, body } = await organiser.request('/api/v1/tournaments', {
    method: 'POST',
    json: { ...CUP, ...entry },
  })
  expect(status).toBe(201)
  const id = numberIn(body, 'id')
  const path = textIn(body, 'join')
  return { arena, organiser, id, path: `/api/v1${path}`, contest: `/api/v1/tournaments/${id}` }
}

const CUP = {
  name: 'Cup',
  challenge: 'tic-tac-toe',
  format: 'round-robin',
  options: { games: 1 },
  entrants: ['house:random'],
}

/** Joins as a new team and gives what its browser keeps. */
async function join(arena: TestArena, path: string, name: string, members?: string): Promise<Browser> {
  const answer = await arena.request(path, { method: 'POST', json: { name, ...(members && { members }) } })
  expect(answer.status).toBe(201)
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const player = answer.body['player'] as { readonly id: number }
  return {
    id: player.id,
    state: answer.body['state'],
    request: (path, wanted = {}) =>
      arena.request(path, { ...wanted, headers: { cookie, origin: arena.url, ...wanted.headers } }),
  }
}

interface Browser extends Pick<TestPlayer, 'id' | 'request'> {
  readonly state: unknown
}

const readiness = async (who: Pick<TestPlayer, 'request'>, contest: string) =>
  listIn((await who.request(`${contest}/readiness`)).body, 'teams')

afterEach(() => {
  vi.useRealTimers()
})

describe('a join link', () => {
  test('registers a team where only the organiser registers teams, signs it in, and enters it', async () => {
    const { arena, organiser, path, contest } = await openClass()
    await using _ = arena
    expect(said(await arena.request('/api/v1/players', { method: 'POST', json: { name: 'Ann' } }))).toEqual([
      403,
      'registration-closed',
    ])
    const ann = await join(
      arena,
      path.toUpperCase().replace('/API/V1/JOIN', '/api/v1/join'),
      'Ann',
      'Ann, Bo',
    )
    expect(ann.state).toBe('in')
    expect((await ann.request('/api/v1/me')).body).toMatchObject({ id: ann.id, name: 'Ann' })
    expect((await ann.request(path)).body).toMatchObject({ joined: 1, you: { state: 'in' } })
    expect((await arena.request(path)).body).toMatchObject({ joined: 1, you: null })
    // A second time changes nothing.
    expect((await ann.request(path, { method: 'POST', json: {} })).body).toMatchObject({ state: 'in' })
    expect((await arena.request(contest)).body).toMatchObject({
      entrants: 2,
      teams: [{ name: 'Ann', player: ann.id }],
    })
    const [, mine] = await readiness(organiser, contest)
    expect(mine).toMatchObject({ name: 'Ann', members: 'Ann, Bo', plays: null, wire: null })
    expect((await readiness(arena, contest))[1]).toMatchObject({ name: 'Ann', members: null })
  })

  test('refuses a taken name, a missing one, the organiser, and a code that there is not', async () => {
    const { arena, organiser, path } = await openClass()
    await using _ = arena
    await join(arena, path, 'Ann')
    const tries = [
      [{ name: ' ann ' }, [409, 'name-taken']],
      [{}, [400, 'bad-name']],
      [{ name: 'house of cards' }, [400, 'bad-name']],
      [{ name: 'Bob', members: 'x'.repeat(300) }, [400, 'bad-name']],
    ] as const
    for (const [json, expected] of tries)
      expect(said(await arena.request(path, { method: 'POST', json }))).toEqual(expected)
    expect(said(await organiser.request(path, { method: 'POST', json: { name: 'Bob' } }))).toEqual([
      403,
      'forbidden',
    ])
    const wrong = '/api/v1/join/222222'
    expect(said(await arena.request(wrong))).toEqual([404, 'unknown-code'])
    // Trying codes is slowed down, also for a right one: otherwise it could be told by that.
    const late = await until(async () => {
      await arena.request(wrong)
      const answer = await arena.request(path)
      return answer.status === 429 ? answer : undefined
    })
    expect(said(late)).toEqual([429, 'too-fast'])
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('closes at its time, also after a restart, and the link still says so', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const closes = Date.now() + 3_600_000
    const { arena, organiser, path, contest } = await openClass({
      entry: 'open',
      entryCloses: new Date(closes).toISOString(),
    })
    await using _ = arena
    const ann = await join(arena, path, 'Ann')
    await arena.restart()
    vi.setSystemTime(closes - 1)
    expect((await arena.request(path)).body).toMatchObject({ tournament: { entry: 'open' } })
    vi.setSystemTime(closes)
    expect((await arena.request(path)).body).toMatchObject({ tournament: { entry: 'closed', join: null } })
    expect(said(await arena.request(path, { method: 'POST', json: { name: 'Bob' } }))).toEqual([
      409,
      'entry-closed',
    ])
    expect(said(await ann.request(`${contest}/teams/${ann.id}`, { method: 'DELETE' }))).toEqual([
      409,
      'entry-closed',
    ])
    expect(
      said(
        await organiser.request(`${contest}/entry`, {
          method: 'PUT',
          json: { entry: 'open', entryCloses: 'soon' },
        }),
      ),
    ).toEqual([400, 'bad-date'])
    await organiser.request(`${contest}/entry`, { method: 'PUT', json: { entry: 'open' } })
    expect((await ann.request(`${contest}/teams/${ann.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await ann.request(path)).body).toMatchObject({ joined: 0, you: { state: null } })
  })
})

test('by approval: a team waits, the organiser decides, and followers of the contest are told', async () => {
  const { arena, organiser, path, contest } = await openClass({ entry: 'approval' })
  await using _ = arena
  const stream = await fetch(`${arena.url}${contest}/events`)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  const ann = await join(arena, path, 'Ann')
  expect(ann.state).toBe('asked')
  expect((await reader?.read())?.value).toContain('event: changed')
  await reader?.cancel()
  const bob = await join(arena, path, 'Bob')
  const decide = (who: TestPlayer | Browser, team: Browser, state: string) =>
    who.request(`${contest}/teams/${team.id}`, { method: 'PUT', json: { state } })
  expect(said(await decide(ann, ann, 'in'))).toEqual([403, 'forbidden'])
  await decide(organiser, ann, 'in')
  await decide(organiser, bob, 'refused')
  expect((await ann.request(path)).body).toMatchObject({ joined: 1, you: { state: 'in' } })
  expect((await readiness(arena, contest)).map(({ name }) => name)).toEqual(['house:random', 'Ann'])
  expect((await readiness(organiser, contest)).map(({ state }) => state)).toEqual(['in', 'in', 'refused'])
  expect(said(await bob.request(path, { method: 'POST', json: {} }))).toEqual([403, 'entry-refused'])
  expect(
    said(await ann.request(`${contest}/teams/${bob.id}/plays`, { method: 'PUT', json: { plays: 'wire' } })),
  ).toEqual([403, 'forbidden'])
  // Open entry admits the teams that wait; a refused one stays out. A judge has a row for each team that stands in the contest.
  const cid = await join(arena, path, 'Cid')
  expect(cid.state).toBe('asked')
  const invited = await organiser.request(`${contest}/judges`, { method: 'POST', json: { name: 'Ada' } })
  const authorization = `Bearer ${textIn(invited.body, 'token')}`
  const judged = async () =>
    listIn((await arena.request('/api/v1/judging', { headers: { authorization } })).body, 'rows').map(
      ({ entrant }) => entrant,
    )
  expect(await judged()).toEqual(['house:random', 'Ann'])
  await organiser.request(`${contest}/entry`, { method: 'PUT', json: { entry: 'open' } })
  expect((await cid.request(path)).body).toMatchObject({ joined: 2, you: { state: 'in' } })
  expect((await readiness(organiser, contest)).map(({ state }) => state)).toEqual([
    'in',
    'in',
    'refused',
    'in',
  ])
  expect(await judged()).toEqual(['house:random', 'Ann', 'Cid'])
})

test('the start asks about teams for which nothing can play, and a team that is connected plays over its wire', async () => {
  const { arena, organiser, path, contest } = await openClass()
  await using _ = arena
  const [ann, bob, cleo] = [
    await join(arena, path, 'Ann'),
    await join(arena, path, 'Bob'),
    await join(arena, path, 'Cleo'),
  ]
  const key = textIn((await bob.request(`/api/v1/players/${bob.id}/keys`, { method: 'POST' })).body, 'key')
  await arena.request('/api/v1/me/games', { key })
  expect((await readiness(arena, contest))[2]).toMatchObject({ wire: 'turns', plays: `player:${bob.id}` })
  const choose = (json: object) => cleo.request(`${contest}/teams/${cleo.id}/plays`, { method: 'PUT', json })
  expect((await choose({ plays: 'wire' })).body).toEqual({ plays: 'wire' })
  expect(said(await choose({ plays: 'bot:1' }))).toEqual([403, 'not-your-bot'])
  const asked = await organiser.request(`${contest}/start`, { method: 'POST' })
  expect(said(asked)).toEqual([409, 'teams-not-ready'])
  expect(asked.text).toContain('nothing can play for Ann:')
  const begun = await organiser.request(`${contest}/start?unready=leave-out`, { method: 'POST' })
  expect(begun.body).toMatchObject({ status: 'running', entrants: 3, entry: 'closed', join: null })
  const { body } = await arena.request(contest)
  expect(body['result']).toMatchObject({
    entrants: [
      { bot: 'house:random' },
      { name: 'Bob', bot: `player:${bob.id}` },
      { name: 'Cleo', bot: `player:${cleo.id}` },
    ],
  })
  expect(said(await choose({ plays: null }))).toEqual([409, 'entry-closed'])
  expect((await ann.request(path)).body).toMatchObject({ tournament: { status: 'running' } })
})

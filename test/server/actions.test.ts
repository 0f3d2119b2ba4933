import { expect, test } from 'vitest'
import { listIn, openTestArena, textIn, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { newBot, upload } from './upload.fixture.ts'

const said = async (organiser: TestPlayer): Promise<unknown[]> =>
  listIn((await organiser.request('/api/v1/actions')).body, 'actions')
    .map(({ method, path, input }) => [`${String(method)} ${String(path)}`, input])
    .toReversed()

const openWithTeams = async (arena: TestArena) => ({
  organiser: await arena.organiser(),
  ann: await arena.register('Ann'),
  bob: await arena.register('Bob'),
})

test('everything that an organiser changes is logged, with the key that asked, and survives a restart', async () => {
  await using arena = await openTestArena()
  const { organiser, ann, bob } = await openWithTeams(arena)
  const post = (path: string, json?: unknown) =>
    organiser.request(`/api/v1${path}`, { method: 'POST', ...(json !== undefined && { json }) })
  await post('/players', { name: 'Cid' })
  const key = (await post(`/players/${ann.id}/keys`)).body
  await organiser.request(`/api/v1/players/${ann.id}/keys/${textIn(key, 'id')}`, { method: 'DELETE' })
  const tournament = { name: 'Cup', challenge: 'tic-tac-toe', format: 'round-robin' }
  await post('/tournaments', { ...tournament, entrants: [`player:${ann.id}`, `player:${bob.id}`] })
  await post('/tournaments/1/start')
  await post('/tournaments/1/pause')
  await post('/tournaments/1/withdrawals', { entrant: 'Bob' })
  await post('/matches', { challenge: 'tic-tac-toe', players: ['house:first', 'house:random'] })
  const expected = [
    ['POST /api/v1/organiser', null],
    ['POST /api/v1/players', '{"name":"Cid"}'],
    [`POST /api/v1/players/${ann.id}/keys`, null],
    [`DELETE /api/v1/players/${ann.id}/keys/${textIn(key, 'id')}`, null],
    ['POST /api/v1/tournaments', expect.stringContaining('"name":"Cup"')],
    ['POST /api/v1/tournaments/1/start', null],
    ['POST /api/v1/tournaments/1/pause', null],
    ['POST /api/v1/tournaments/1/withdrawals', '{"entrant":"Bob"}'],
    ['POST /api/v1/matches', expect.any(String)],
  ]
  expect(await said(organiser)).toEqual(expected)
  await arena.restart()
  expect(await said(organiser)).toEqual(expected)
  const [last] = listIn((await organiser.request('/api/v1/actions?limit=1')).body, 'actions')
  expect(last).toMatchObject({ player: 1000, key: organiser.key.split('_')[1], address: '127.0.0.1' })
})

test('so are sign-ins, marks, sessions’ changes and an organiser who ends the key that asked', async () => {
  await using arena = await openTestArena()
  const { organiser, ann, bob } = await openWithTeams(arena)
  const signedIn = await arena.request('/api/v1/session', { method: 'POST', json: { key: organiser.key } })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const post = (path: string, json?: unknown) =>
    arena.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { cookie, origin: arena.url },
      ...(json !== undefined && { json }),
    })
  const tournament = { name: 'Cup', challenge: 'boost-tron', format: 'round-robin-knock-out' }
  const entrants = [`player:${ann.id}`, `player:${bob.id}`]
  expect((await post('/tournaments', { ...tournament, entrants })).status).toBe(201)
  await post('/tournaments/1/marks', { judge: 'Jo', entrant: 'Ann', points: 1 })
  await post('/tournaments/1/publish')
  const rotated = await post(`/players/1000/keys/${organiser.key.split('_')[1]}/rotate`)
  expect(rotated.status).toBe(201)
  const fresh: TestPlayer = {
    ...organiser,
    request: (path, wanted) => arena.request(path, { ...wanted, key: textIn(rotated.body, 'key') }),
  }
  const actions = await said(fresh)
  expect(actions).toEqual([
    ['POST /api/v1/organiser', null],
    ['POST /api/v1/session', null],
    ['POST /api/v1/tournaments', expect.any(String)],
    ['POST /api/v1/tournaments/1/marks', '{"judge":"Jo","entrant":"Ann","points":1}'],
    ['POST /api/v1/tournaments/1/publish', null],
    [`POST /api/v1/players/1000/keys/${organiser.key.split('_')[1]}/rotate`, null],
  ])
  expect(JSON.stringify(actions)).not.toContain(organiser.key)
})

test('so is a version that an organiser uploads for a team: the log has no archive', async () => {
  await using arena = await openTestArena()
  const { organiser, ann } = await openWithTeams(arena)
  const bot = await newBot(ann)
  const { status, body } = await upload(organiser, bot, new Uint8Array([1]), '?file=bot.py')
  expect([status, body['version']]).toEqual([202, 1])
  expect(await said(organiser)).toEqual([
    ['POST /api/v1/organiser', null],
    [`POST /api/v1/bots/${bot}/versions`, null],
  ])
})

test('what is refused, what teams do and what an organiser plays is not', async () => {
  await using arena = await openTestArena()
  const { organiser, ann } = await openWithTeams(arena)
  await organiser.request('/api/v1/players', { method: 'POST', json: { name: 'Ann' } })
  await organiser.request('/api/v1/tournaments/9/start', { method: 'POST' })
  await ann.request(`/api/v1/players/${ann.id}/keys`, { method: 'POST' })
  await organiser.request('/api/v1/games', { method: 'POST', json: { opponent: 'open' } })
  expect(await said(organiser)).toEqual([['POST /api/v1/organiser', null]])
  expect((await ann.request('/api/v1/actions')).status).toBe(403)
  expect((await arena.request('/api/v1/actions')).status).toBe(401)
})

test('they come page by page', async () => {
  await using arena = await openTestArena()
  const { organiser } = await openWithTeams(arena)
  for (const name of ['c', 'd', 'e'])
    await organiser.request('/api/v1/players', { method: 'POST', json: { name } })
  const first = (await organiser.request('/api/v1/actions?limit=3')).body
  expect(listIn(first, 'actions').map(({ input }) => input)).toEqual([
    '{"name":"e"}',
    '{"name":"d"}',
    '{"name":"c"}',
  ])
  const rest = (await organiser.request(`/api/v1/actions?limit=3&before=${String(first['next'])}`)).body
  expect(listIn(rest, 'actions')).toHaveLength(1)
  expect(rest['next']).toBeNull()
})

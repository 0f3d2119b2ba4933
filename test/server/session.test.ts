import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { listIn, openTestArena, said, textIn, type Answer, type TestArena } from './arena.fixture.ts'

const signIn = (arena: TestArena, key: string, headers: Record<string, string> = {}): Promise<Answer> =>
  arena.request('/api/v1/session', { method: 'POST', json: { key }, headers })

const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''

const DAY_MS = 24 * 3_600_000

describe('a session', () => {
  test('is a cookie that scripts cannot read, made from a key and not the key itself', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const answer = await signIn(arena, ` ${ann.key} `)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ id: ann.id, name: 'Ann' })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Strict/)
    expect(cookie).not.toContain(ann.key)
    const me = await arena.request('/api/v1/me', { headers: { cookie: cookieOf(answer) } })
    expect(me.body).toMatchObject({ id: ann.id })
  })

  test('is told to the browser that has it, and a browser without one is told that there is none', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const who = async (headers: Record<string, string>): Promise<unknown> =>
      (await arena.request('/api/v1/session', { headers })).body['person']
    expect(await who({})).toBe(null)
    expect(await who({ cookie: 'gamegrid_session=gg_x_y' })).toBe(null)
    expect(await who({ cookie: cookieOf(await signIn(arena, ann.key)) })).toMatchObject({ id: ann.id })
  })

  test('is not opened by a wrong key, nor by a page elsewhere', async () => {
    await using arena = await openTestArena()
    const { key } = await arena.register('Ann')
    expect(said(await signIn(arena, 'gg_x'))).toEqual([403, 'wrong-key'])
    expect(said(await signIn(arena, ''))).toEqual([403, 'wrong-key'])
    const elsewhere = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: arena.url, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of elsewhere)
      expect(said(await signIn(arena, key, headers))).toEqual([403, 'forbidden'])
    for (const headers of [{ origin: arena.url }, { 'sec-fetch-site': 'same-origin' }])
      expect((await signIn(arena, key, headers)).status).toBe(201)
  })

  test('is over at once when it is ended, which a page elsewhere cannot do', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const cookie = cookieOf(await signIn(arena, ann.key))
    const end = (headers: Record<string, string>) =>
      arena.request('/api/v1/session', { method: 'DELETE', headers: { cookie, ...headers } })
    expect(said(await end({ 'sec-fetch-site': 'cross-site' }))).toEqual([403, 'forbidden'])
    expect((await arena.request('/api/v1/me', { headers: { cookie } })).status).toBe(200)
    expect((await end({ origin: arena.url })).status).toBe(204)
    expect((await arena.request('/api/v1/me', { headers: { cookie } })).status).toBe(401)
    // The key behind it still works; ending the session again changes nothing.
    expect((await ann.request('/api/v1/me')).status).toBe(200)
    expect((await ann.request('/api/v1/session', { method: 'DELETE' })).status).toBe(204)
    expect((await ann.request('/api/v1/me')).status).toBe(200)
  })

  test('ends after 30 days, and its cookie with it; the key behind it does not', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const begun = Date.now()
    const answer = await signIn(arena, ann.key)
    expect(answer.headers.getSetCookie()[0]).toContain(`Max-Age=${(30 * DAY_MS) / 1000};`)
    const me = () => arena.request('/api/v1/me', { headers: { cookie: cookieOf(answer) } })
    vi.setSystemTime(begun + 30 * DAY_MS - 60_000)
    expect((await me()).status).toBe(200)
    vi.setSystemTime(begun + 30 * DAY_MS + 60_000)
    expect(said(await me())).toEqual([401, 'no-key'])
    expect((await ann.request('/api/v1/me')).status).toBe(200)
  })

  test('ends with the key it was made from, revoked or rotated, and makes no key after that', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const keys = `/api/v1/players/${ann.id}/keys`
    for (const end of ['revoke', 'rotate'] as const) {
      const made = (await ann.request(keys, { method: 'POST' })).body
      const session = { cookie: cookieOf(await signIn(arena, textIn(made, 'key'))), origin: arena.url }
      const other = { cookie: cookieOf(await signIn(arena, ann.key)), origin: arena.url }
      const path = `${keys}/${textIn(made, 'id')}`
      if (end === 'revoke') await ann.request(path, { method: 'DELETE' })
      else await ann.request(`${path}/rotate`, { method: 'POST' })
      expect((await arena.request('/api/v1/me', { headers: session })).status).toBe(401)
      expect((await arena.request(keys, { method: 'POST', headers: session })).status).toBe(401)
      // A session of another key goes on, also after a restart.
      expect((await arena.request('/api/v1/me', { headers: other })).status).toBe(200)
      await arena.restart()
      expect((await arena.request('/api/v1/me', { headers: session })).status).toBe(401)
      expect((await arena.request('/api/v1/me', { headers: other })).status).toBe(200)
    }
  })

  test('does not make another session, which would outlive it', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const [, token = ''] = cookieOf(await signIn(arena, ann.key)).split('=')
    expect(said(await signIn(arena, token))).toEqual([403, 'wrong-key'])
  })

  test('stays signed in when it rotates its own key, and shows which keys it made', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const keys = `/api/v1/players/${ann.id}/keys`
    const headers = { cookie: cookieOf(await signIn(arena, ann.key)), origin: arena.url }
    const made = (await arena.request(keys, { method: 'POST', headers })).body
    const own = ann.key.split('_')[1]
    const rotated = await arena.request(`${keys}/${own}/rotate`, { method: 'POST', headers })
    expect(rotated.status).toBe(201)
    expect((await arena.request('/api/v1/me', { headers })).status).toBe(401)
    const renewed = { cookie: cookieOf(rotated) }
    const listed = await arena.request(keys, { headers: renewed })
    expect(listIn(listed.body, 'keys').map(({ id, use, from }) => [id, use, from])).toEqual([
      [made['id'], 'api', own],
      [rotated.body['id'], 'api', own],
      [expect.any(String), 'session', rotated.body['id']],
    ])
  })

  test('is over while an answer to it is held back', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const { body } = await ann.request(`/api/v1/players/${ann.id}/keys`, { method: 'POST' })
    const cookie = cookieOf(await signIn(arena, textIn(body, 'key')))
    const held = arena.request('/api/v1/me/games?wait=25', { headers: { cookie } })
    // By then the server has read the held request: it reads new connections in order.
    await arena.request('/healthz')
    await ann.request(`/api/v1/players/${ann.id}/keys/${textIn(body, 'id')}`, { method: 'DELETE' })
    await ann.request('/api/v1/games', {
      method: 'POST',
      json: { challenge: 'tic-tac-toe', opponent: 'house:first' },
    })
    expect(said(await held)).toEqual([401, 'no-key'])
  })

  test('plays: a move made with the cookie counts, from this site alone', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const cookie = cookieOf(await signIn(arena, ann.key))
    const ask = (headers: Record<string, string>) =>
      arena.request('/api/v1/games', {
        method: 'POST',
        json: { challenge: 'tic-tac-toe', opponent: 'house:first' },
        headers: { cookie, ...headers },
      })
    expect(said(await ask({ 'sec-fetch-site': 'cross-site' }))).toEqual([403, 'forbidden'])
    expect((await ask({ 'sec-fetch-site': 'same-origin' })).status).toBe(201)
  })
})

describe('the clock of a practice game', () => {
  test.each([
    ['house:first', '60s', 201, undefined],
    ['house:first', '5m+2s', 201, undefined],
    ['house:first', 'soon', 400, 'bad-clock'],
    ['house:first', 'none', 400, 'bad-clock'],
    ['house:first', '11m', 400, 'bad-clock'],
    ['open', '60s', 400, 'bad-clock'],
  ])('against %s of %s: %i', async (opponent, clock, status, error) => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const answer = await ann.request('/api/v1/games', {
      method: 'POST',
      json: { challenge: 'tic-tac-toe', opponent, clock },
    })
    expect(said(answer)).toEqual([status, error])
  })
})

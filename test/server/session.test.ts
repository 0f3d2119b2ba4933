import { describe, expect, test } from 'vitest'
import { openTestArena, type Answer, type TestArena } from './arena.fixture.ts'

const said = ({ status, body }: Answer) => [status, body['error']]

const signIn = (arena: TestArena, key: string, headers: Record<string, string> = {}): Promise<Answer> =>
  arena.request('/api/v1/session', { method: 'POST', json: { key }, headers })

const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''

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
    // The key it was made from is as good as before; ending it again changes nothing.
    expect((await ann.request('/api/v1/me')).status).toBe(200)
    expect((await ann.request('/api/v1/session', { method: 'DELETE' })).status).toBe(204)
    expect((await ann.request('/api/v1/me')).status).toBe(200)
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
    ['house:first', 'soon', 400, 'clock'],
    ['house:first', 'none', 400, 'clock'],
    ['house:first', '11m', 400, 'clock'],
    ['open', '60s', 400, 'clock'],
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

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  listIn,
  openTestArena,
  said,
  textIn,
  type Answer,
  type TestArena,
  type TestPlayer,
} from './arena.fixture.ts'

const issue = (who: TestPlayer, team: TestPlayer): Promise<Answer> =>
  who.request(`/api/v1/players/${team.id}/sign-in-links`, { method: 'POST' })

const newToken = async (who: TestPlayer, team: TestPlayer): Promise<string> => {
  const { status, body } = await issue(who, team)
  expect(status).toBe(201)
  return textIn(body, 'token')
}

const use = (arena: TestArena, token: string, headers: Record<string, string> = {}): Promise<Answer> =>
  arena.request('/api/v1/session/link', { method: 'POST', json: { token }, headers })

const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Signs in by the link, and gives the status of a request with the cookie. */
const openSession = async (arena: TestArena, token: string) => {
  const answer = await use(arena, token)
  expect(answer.status).toBe(201)
  const headers = { cookie: cookieOf(answer) }
  return async (): Promise<number> => (await arena.request('/api/v1/me', { headers })).status
}

const DAY_MS = 24 * 3_600_000

describe('a sign-in link', () => {
  test('signs a team in once, by the same cookie as a key does', async () => {
    await using arena = await openTestArena()
    const [organiser, ann] = [await arena.organiser(), await arena.register('Ann')]
    const before = Date.now()
    const issued = await issue(organiser, ann)
    expect(issued.headers.get('cache-control')).toBe('no-store')
    const token = textIn(issued.body, 'token')
    expect(issued.body['path']).toBe(`/sign-in#${token}`)
    const left = Date.parse(textIn(issued.body, 'expires')) - before
    expect([left >= DAY_MS, left < DAY_MS + 600_000]).toEqual([true, true])

    const answer = await use(arena, ` ${token} `)
    expect([answer.status, answer.body['id'], answer.body['name']]).toEqual([201, ann.id, 'Ann'])
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Strict/)
    expect(cookie).not.toContain(token)
    const me = await arena.request('/api/v1/me', { headers: { cookie: cookieOf(answer) } })
    expect(me.body).toMatchObject({ id: ann.id })

    const again = await use(arena, token)
    expect(said(again)).toEqual([403, 'used-link'])
    expect(again.body['message']).toBe('This sign-in link was used already: it works once, ask for a new one')
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('is made by the team itself or the organiser, and not for an organiser', async () => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    expect((await issue(ann, ann)).status).toBe(201)
    expect(said(await issue(bob, ann))).toEqual([403, 'forbidden'])
    expect(said(await issue(organiser, organiser))).toEqual([403, 'forbidden'])
    expect(said(await issue(organiser, { ...ann, id: 4711 }))).toEqual([404, 'not-found'])
    const path = `/api/v1/players/${ann.id}/sign-in-links`
    expect(said(await arena.request(path, { method: 'POST' }))).toEqual([401, 'no-key'])
  })

  test('ends when a newer one is made for the same team, and a link of another team does not', async () => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const [old, other] = [await newToken(organiser, ann), await newToken(organiser, bob)]
    const newest = await newToken(ann, ann)
    expect(said(await use(arena, old))).toEqual([403, 'expired-link'])
    expect((await use(arena, other)).body['name']).toBe('Bob')
    expect((await use(arena, newest)).body['name']).toBe('Ann')
  })

  test('works for 24 hours, also after a restart', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await using arena = await openTestArena()
    const [organiser, ann, bob] = [
      await arena.organiser(),
      await arena.register('Ann'),
      await arena.register('Bob'),
    ]
    const [first, second] = [await newToken(organiser, ann), await newToken(organiser, bob)]
    const begun = Date.now()
    await arena.restart()
    vi.setSystemTime(begun + DAY_MS - 60_000)
    expect((await use(arena, first)).status).toBe(201)
    vi.setSystemTime(begun + DAY_MS + 60_000)
    const late = await use(arena, second)
    expect(said(late)).toEqual([403, 'expired-link'])
    expect(late.body['message']).toBe(
      'This sign-in link has expired: it works for 24 hours, ask for a new one',
    )
    await arena.restart()
    expect(said(await use(arena, first))).toEqual([403, 'used-link'])
  })

  test('is not guessed, and not used by a page elsewhere', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const token = await newToken(ann, ann)
    const [id = '', secret = ''] = token.split('.')
    const wrong = [
      '',
      id,
      `${id}.`,
      `${id}.${secret.slice(0, -1)}`,
      `${id}.${'A'.repeat(43)}`,
      `${'0'.repeat(12)}.${secret}`,
      ann.key,
      'x'.repeat(200),
    ]
    for (const guess of wrong) expect(said(await use(arena, guess))).toEqual([403, 'unknown-link'])
    expect(said(await use(arena, 'x'.repeat(201)))).toEqual([400, 'bad-request'])
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect(said(await use(arena, token, headers))).toEqual([403, 'forbidden'])
    expect((await use(arena, token, { origin: arena.url })).status).toBe(201)
  })

  test('is in no file and in no action log; only its hash is kept', async () => {
    await using arena = await openTestArena()
    const [organiser, ann] = [await arena.organiser(), await arena.register('Ann')]
    const token = await newToken(organiser, ann)
    const [, secret = ''] = token.split('.')
    await use(arena, token)
    const { body, text } = await organiser.request('/api/v1/actions')
    expect(listIn(body, 'actions')[0]).toMatchObject({
      path: `/api/v1/players/${ann.id}/sign-in-links`,
      input: null,
    })
    expect(text).not.toContain(secret)
    await arena.restart()
    const kept = readFileSync(join(arena.folder, 'arena.db'), 'latin1')
    expect([kept.includes(secret), kept.includes('sign-in-link-issued')]).toEqual([false, true])
  })

  test('ends, and its sessions end, with the key that made it', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const keys = `/api/v1/players/${ann.id}/keys`
    const made = (await ann.request(keys, { method: 'POST' })).body
    const second: TestPlayer = {
      id: ann.id,
      key: textIn(made, 'key'),
      request: (path, wanted) => arena.request(path, { ...wanted, key: textIn(made, 'key') }),
    }
    const ofOther = await openSession(arena, await newToken(ann, ann))
    const ofSecond = await openSession(arena, await newToken(second, ann))
    const unused = await newToken(second, ann)
    expect([await ofOther(), await ofSecond()]).toEqual([200, 200])
    await ann.request(`${keys}/${textIn(made, 'id')}`, { method: 'DELETE' })
    expect([await ofOther(), await ofSecond()]).toEqual([200, 401])
    expect(said(await use(arena, unused))).toEqual([403, 'expired-link'])
  })

  test('of the organiser makes a session that ends with any older key of the team', async () => {
    await using arena = await openTestArena()
    const [organiser, ann] = [await arena.organiser(), await arena.register('Ann')]
    const session = await openSession(arena, await newToken(organiser, ann))
    const { body } = await ann.request(`/api/v1/players/${ann.id}/keys`)
    const own = listIn(body, 'keys').find(({ use }) => use === 'api')
    await ann.request(`/api/v1/players/${ann.id}/keys/${textIn(own ?? {}, 'id')}`, { method: 'DELETE' })
    expect(await session()).toBe(401)
  })
})

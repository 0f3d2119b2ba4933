import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listIn, openTestArena, said, textIn, type Answer, type TestArena } from './arena.fixture.ts'

describe('registration', () => {
  test('gives a team its id and its key, from 1001 up', async () => {
    await using arena = await openTestArena()
    const answer = await arena.request('/api/v1/players', { method: 'POST', json: { name: ' Red   team ' } })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ id: 1001, name: 'Red team', role: 'player' })
    expect(answer.body['key']).toMatch(/^gg_[a-z0-9]{12}_[\w-]{43}$/)
    expect((await arena.request('/api/v1/players/1001')).body).not.toHaveProperty('key')
  })

  test('says which content type it expects, where a program sends another: curl -d says that it sends a form', async () => {
    await using arena = await openTestArena()
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', undefined]) {
      const answer = await arena.request('/api/v1/players', {
        method: 'POST',
        // Bytes, so that `fetch` names no type itself.
        body: new TextEncoder().encode('{"name":"Ann"}'),
        ...(type !== undefined && { headers: { 'content-type': type } }),
      })
      expect([type, answer.status, answer.body]).toEqual([
        type,
        415,
        {
          error: 'bad-media-type',
          message: 'Cannot read the body: expected the header "Content-Type: application/json"',
        },
      ])
    }
  })

  test('gives no name twice, however it is written', async () => {
    await using arena = await openTestArena()
    const names = [
      ['ann', 'ANN'],
      ['Bob', 'Ｂｏｂ'],
      ['zoë', 'ZOË'],
      ['STRASSE', 'Straße'],
      ['Chloë', 'Chloe\u0308'],
      ['A b', 'a  b'],
    ] as const
    for (const [first, second] of names) {
      await arena.register(first)
      const answer = await arena.request('/api/v1/players', { method: 'POST', json: { name: second } })
      expect(said(answer)).toEqual([409, 'name-taken'])
    }
  })

  test('refuses names that could pass for something else, and bodies that are none', async () => {
    await using arena = await openTestArena()
    const names = ['', '   ', 'house:x', 'House', 'human', 'a\0b', 'a\u202eb', 'x'.repeat(41), 'a\u200bb']
    for (const name of names) {
      const answer = await arena.request('/api/v1/players', { method: 'POST', json: { name } })
      expect(said(answer)).toEqual([400, 'bad-name'])
    }
    for (const json of [{}, { name: 'x'.repeat(201) }, { name: 'x', role: 'organiser' }, [], 'x', null, 5]) {
      const answer = await arena.request('/api/v1/players', { method: 'POST', json })
      expect(said(answer)).toEqual([400, 'bad-request'])
    }
  })

  test('refuses the name that the first organiser will need', async () => {
    await using arena = await openTestArena()
    const answer = await arena.request('/api/v1/players', { method: 'POST', json: { name: 'ORGANISER' } })
    expect(said(answer)).toEqual([409, 'name-taken'])
    expect((await arena.organiser()).id).toBe(1000)
  })

  test('is the organiser’s alone where it is closed', async () => {
    await using arena = await openTestArena({ registration: 'organiser' })
    const json = { name: 'Red' }
    const refused = await arena.request('/api/v1/players', { method: 'POST', json })
    expect(said(refused)).toEqual([403, 'registration-closed'])
    const organiser = await arena.organiser()
    expect((await organiser.request('/api/v1/players', { method: 'POST', json })).status).toBe(201)
  })

  test('is limited by address', async () => {
    await using arena = await openTestArena({ limits: { registrations: 2 } })
    await arena.register('one')
    await arena.register('two')
    const third = await arena.request('/api/v1/players', { method: 'POST', json: { name: 'three' } })
    expect(said(third)).toEqual([429, 'too-fast'])
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
    // The organiser registers many teams from one address.
    const organiser = await arena.organiser()
    for (const name of ['three', 'four', 'five'])
      expect((await organiser.request('/api/v1/players', { method: 'POST', json: { name } })).status).toBe(
        201,
      )
  })

  test('lists all people, page by page', async () => {
    await using arena = await openTestArena()
    for (const name of ['a', 'b', 'c']) await arena.register(name)
    const first = await arena.request('/api/v1/players?limit=2')
    expect(listIn(first.body, 'players').map(({ id }) => id)).toEqual([1001, 1002])
    const second = await arena.request('/api/v1/players?limit=2&after=1002')
    expect(listIn(second.body, 'players').map(({ id }) => id)).toEqual([1003])
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'after=0', 'after=-1', 'limit=1&limit=2'])
      expect(said(await arena.request(`/api/v1/players?${query}`))).toEqual([400, 'bad-request'])
    expect(said(await arena.request('/api/v1/players/77'))).toEqual([404, 'not-found'])
    expect(said(await arena.request('/api/v1/players/x'))).toEqual([400, 'bad-request'])
  })
})

describe('keys', () => {
  test('identify their team', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    expect((await ann.request('/api/v1/me')).body).toMatchObject({ id: ann.id, name: 'Ann', role: 'player' })
    expect((await arena.request(`/api/v1/me?key=${ann.key}`)).body['id']).toBe(ann.id)
    const lower = await arena.request('/api/v1/me', { headers: { authorization: `bearer ${ann.key}` } })
    expect(lower.body['id']).toBe(ann.id)
    expect(said(await arena.request('/api/v1/me'))).toEqual([401, 'no-key'])
  })

  test('are wrong when anything about them is', async () => {
    await using arena = await openTestArena()
    const { key } = await arena.register('Ann')
    const wrong = [
      `x${key.slice(1)}`,
      `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      key.replace(/^gg_./, (start) => (start === 'gg_0' ? 'gg_1' : 'gg_0')),
      `${key}A`,
      key.slice(0, 16),
      `' OR 1=1 --`,
      '',
    ]
    for (const text of wrong) {
      const answer = await arena.request(`/api/v1/me?key=${encodeURIComponent(text)}`)
      expect(said(answer)).toEqual([403, 'wrong-key'])
    }
  })

  test('are listed by name alone, rotated, and dead at once when revoked', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const keys = `/api/v1/players/${ann.id}/keys`
    const second = await ann.request(keys, { method: 'POST' })
    expect(second.status).toBe(201)
    const listed = await ann.request(keys)
    expect(listIn(listed.body, 'keys').map(({ id }) => id)).toEqual([
      ann.key.split('_')[1],
      second.body['id'],
    ])
    expect(listed.text).not.toContain(ann.key.slice(16))

    const old = textIn(second.body, 'key')
    const rotated = await ann.request(`${keys}/${textIn(second.body, 'id')}/rotate`, { method: 'POST' })
    expect(rotated.status).toBe(201)
    expect(said(await arena.request('/api/v1/me', { key: old }))).toEqual([403, 'wrong-key'])
    const fresh = textIn(rotated.body, 'key')
    expect((await arena.request('/api/v1/me', { key: fresh })).status).toBe(200)

    const path = `${keys}/${textIn(rotated.body, 'id')}`
    expect((await ann.request(path, { method: 'DELETE' })).status).toBe(204)
    expect(said(await arena.request('/api/v1/me', { key: fresh }))).toEqual([403, 'wrong-key'])
    expect(said(await ann.request(path, { method: 'DELETE' }))).toEqual([404, 'not-found'])
    expect(said(await ann.request(`${path}/rotate`, { method: 'POST' }))).toEqual([404, 'not-found'])
  })

  test('of the organiser are one at least: without it there could be no other', async () => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const keys = '/api/v1/players/1000/keys'
    const own = `${keys}/${organiser.key.split('_')[1]}`
    expect(said(await organiser.request(own, { method: 'DELETE' }))).toEqual([409, 'last-key'])
    const second = textIn((await organiser.request(keys, { method: 'POST' })).body, 'key')
    expect((await arena.request(own, { method: 'DELETE', key: second })).status).toBe(204)
    expect((await organiser.request('/api/v1/me')).status).toBe(403)
  })

  test('are twenty at most', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const keys = `/api/v1/players/${ann.id}/keys`
    for (let n = 1; n < 20; n++) expect((await ann.request(keys, { method: 'POST' })).status).toBe(201)
    expect(said(await ann.request(keys, { method: 'POST' }))).toEqual([429, 'too-many-keys'])
    const rotate = `${keys}/${ann.key.split('_')[1]}/rotate`
    expect((await ann.request(rotate, { method: 'POST' })).status).toBe(201)
  })

  test('of a team are private to it and the organiser', async () => {
    await using arena = await openTestArena()
    const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
    const keys = `/api/v1/players/${ann.id}/keys`
    const name = `${keys}/${ann.key.split('_')[1]}`
    const asks = [
      ['GET', keys],
      ['POST', keys],
      ['POST', `${name}/rotate`],
      ['DELETE', name],
    ] as const
    for (const [method, path] of asks) {
      expect(said(await bob.request(path, { method }))).toEqual([403, 'forbidden'])
      expect(said(await arena.request(path, { method }))).toEqual([401, 'no-key'])
    }
    // Under a team's own address the key of another team does not exist.
    const stolen = `/api/v1/players/${bob.id}/keys/${ann.key.split('_')[1]}`
    expect(said(await bob.request(stolen, { method: 'DELETE' }))).toEqual([404, 'not-found'])
    expect((await ann.request('/api/v1/me')).status).toBe(200)
    const organiser = await arena.organiser()
    expect((await organiser.request(keys)).status).toBe(200)
    expect((await organiser.request(name, { method: 'DELETE' })).status).toBe(204)
    expect((await ann.request('/api/v1/me')).status).toBe(403)
    expect(said(await organiser.request('/api/v1/players/77/keys', { method: 'POST' }))).toEqual([
      404,
      'not-found',
    ])
  })

  test('are nowhere on disk, nor in any other answer', async () => {
    const arena = await openTestArena()
    const ann = await arena.register('Ann')
    const organiser = await arena.organiser()
    const token = new URL(arena.server.invitation ?? '').searchParams.get('token') ?? ''
    const secrets = [ann.key.slice(16), organiser.key.slice(16), token.split('.')[1] ?? '']
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
    await ann.request('/api/v1/games', { method: 'POST', json: { opponent: 'open' } })
    const answers = [
      await ann.request('/api/v1/me'),
      await ann.request('/api/v1/players'),
      await organiser.request(`/api/v1/players/${ann.id}/keys`),
      await ann.request('/api/v1/matches'),
      await ann.request('/metrics'),
      await ann.request('/openapi.json'),
      await arena.request(`/api/v1/matches/x?key=${ann.key}`),
      await arena.request(`/nowhere?key=${ann.key}`),
    ]
    for (const { text, headers } of answers)
      for (const secret of secrets) expect(`${text}${JSON.stringify([...headers])}`).not.toContain(secret)
    const files = readdirSync(arena.folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(files.length).toBeGreaterThan(0)
    for (const { parentPath, name } of files)
      for (const secret of secrets) expect(readFileSync(join(parentPath, name)).includes(secret)).toBe(false)
    await arena[Symbol.asyncDispose]()
  })
})

describe('the organiser’s link', () => {
  const tokenOf = ({ server }: TestArena): string =>
    new URL(server.invitation ?? '').searchParams.get('token') ?? ''

  test('works once, and only by its button', async () => {
    using folder = webFolder()
    await using arena = await openTestArena({ webFolder: folder.path })
    const token = tokenOf(arena)
    for (let n = 0; n < 3; n++) {
      const page = await arena.request(`/organiser?token=${token}`)
      expect(page.status).toBe(200)
      expect(page.text).toBe(PAGE)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      const policy = page.headers.get('content-security-policy')
      expect(policy).toContain("default-src 'self'; script-src 'self' 'wasm-unsafe-eval';")
    }
    expect((await arena.request('/api/v1/players/1000')).status).toBe(404)
    const accepted = await become(arena, token)
    expect(accepted.status).toBe(201)
    expect(accepted.headers.get('cache-control')).toBe('no-store')
    expect(accepted.body).toMatchObject({ id: 1000, role: 'organiser' })
    const key = textIn(accepted.body, 'key')
    expect((await arena.request('/api/v1/me', { key })).body['role']).toBe('organiser')
    const cookie = accepted.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^gamegrid_session=gg_[\w-]+;/)
    expect(cookie).not.toContain(key)
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Strict/)
    expect(cookie).toMatch(/; Path=\//)
    expect(said(await become(arena, token))).toEqual([403, 'used-invitation'])
    await arena.restart()
    expect(arena.server.invitation).toBeUndefined()
  })

  test('dies when the server prints a newer one', async () => {
    await using arena = await openTestArena()
    const old = tokenOf(arena)
    await arena.restart()
    const token = tokenOf(arena)
    expect(token).not.toBe(old)
    for (const wrong of [old, 'x.y', '', token.slice(0, -1)])
      expect(said(await become(arena, wrong))).toEqual([403, 'used-invitation'])
    expect((await become(arena, token)).status).toBe(201)
  })

  test('cannot be pressed by a page of another site', async () => {
    await using arena = await openTestArena()
    const token = tokenOf(arena)
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect(said(await become(arena, token, headers))).toEqual([403, 'forbidden'])
    expect((await become(arena, token, { 'sec-fetch-site': 'same-origin' })).status).toBe(201)
  })

  test('leads to the API where no pages are', async () => {
    await using arena = await openTestArena()
    const { status, headers } = await arena.request(`/organiser?token=${tokenOf(arena)}`)
    expect([status, headers.get('location')]).toEqual([302, '/docs'])
  })
})

const PAGE = '<!doctype html><title>gamegrid</title>'

/** Stands for the web application. */
function webFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'gamegrid-pages-'))
  writeFileSync(join(path, 'index.html'), PAGE)
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** Does what the button on the organiser's page does. */
const become = (arena: TestArena, token: string, headers: Record<string, string> = {}): Promise<Answer> =>
  arena.request('/api/v1/organiser', { method: 'POST', json: { token }, headers })

describe('a session', () => {
  test('acts for its browser, and never for another site', async () => {
    await using arena = await openTestArena()
    const { headers } = await become(
      arena,
      new URL(arena.server.invitation ?? '').searchParams.get('token') ?? '',
    )
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await arena.request('/api/v1/me', { headers: { cookie } })).body['role']).toBe('organiser')
    const post = async (more: Record<string, string>): Promise<unknown> => {
      const keys = '/api/v1/players/1000/keys'
      return (await arena.request(keys, { method: 'POST', headers: { cookie, ...more } })).status
    }
    expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(201)
    expect(await post({ origin: arena.url })).toBe(201)
    const refused = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: arena.url, 'sec-fetch-site': 'cross-site' },
      { origin: `http://127.0.0.1.evil.example:${arena.port}` },
    ]
    for (const more of refused) expect(await post(more)).toBe(403)
    const elsewhere = { cookie, origin: 'https://evil.example' }
    const registered = await arena.request('/api/v1/players', {
      method: 'POST',
      json: { name: 'Red' },
      headers: elsewhere,
    })
    expect(said(registered)).toEqual([403, 'forbidden'])
  })

  test('that has ended is no reason to refuse public data', async () => {
    await using arena = await openTestArena()
    const headers = { cookie: `gamegrid_session=gg_${'a'.repeat(12)}_${'b'.repeat(43)}` }
    expect((await arena.request('/api/v1/players', { headers })).status).toBe(200)
    expect((await arena.request('/api/v1/me', { headers })).status).toBe(401)
  })
})

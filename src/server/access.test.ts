import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify from 'fastify'
import { Type } from 'typebox'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  acceptInvitation,
  inviteOrganiser,
  issueKey,
  registerPerson,
  revokeKey,
  SESSION_MS,
} from '../arena/people.ts'
import { must } from '../base/result.ts'
import { openStore } from '../store/open-store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import type { Access } from '../protocols/routes.ts'
import { documentedRule, guardRoutes, identityOf, owned, registerFiles } from './access.ts'
import type { App } from './context.ts'
import { identify, SESSION_COOKIE, signIn } from './identity.ts'
import { explainError } from '../protocols/explain-error.ts'

const tempFolder = tempFolders()

/** An application with guards alone, and the keys of two teams, of the organiser and of a worker. */
async function open() {
  const store = must(openStore(tempFolder()))
  const app: App = fastify({ trustProxy: true }).withTypeProvider<TypeBoxTypeProvider>()
  onTestFinished(async () => {
    await app.close()
    store[Symbol.dispose]()
  })
  await app.register(cookie)
  app.setErrorHandler((error, _request, reply) => {
    const { status, code, message } = explainError(error)
    return reply.code(status).send({ code, message })
  })
  guardRoutes(app, store)
  const organiser = must(acceptInvitation(store, inviteOrganiser(store) ?? '')).id
  const [ann, bob] = ['Ann', 'Bob'].map((name) => must(registerPerson(store, name, 'player')).id)
  if (ann === undefined || bob === undefined) throw new Error('two teams were registered')
  const keys = {
    none: undefined,
    wrong: 'no.key',
    other: must(issueKey(store, bob, 'api', Date.now())).text,
    own: must(issueKey(store, ann, 'api', Date.now())).text,
    organiser: must(issueKey(store, organiser, 'api', Date.now())).text,
    worker: must(issueKey(store, organiser, 'worker', Date.now())).text,
  }
  return { app, keys, ann, store }
}

describe('a route', () => {
  test('that does not say who may call it cannot be registered', async () => {
    const { app } = await open()
    const add = (schema: object) =>
      app.get('/secrets', { schema: schema as { operation: 'hidden'; access: Access } }, () => 'secret')
    const sentence = 'Cannot serve GET /secrets: its schema has no "access" that says who may call it'
    expect(() => add({})).toThrow(sentence)
    expect(() => add({ hide: true })).toThrow(sentence)
    expect(() => app.get('/secrets', () => 'secret')).toThrow(sentence)
  })

  test('of a plugin that serves files is public; one that is added after it is not', async () => {
    const { app } = await open()
    await registerFiles(app, () => app.register(async (scope) => void scope.get('/logo.png', () => 'a logo')))
    expect(() => app.get('/secrets', () => 'secret')).toThrow('Cannot serve GET /secrets')
    expect((await app.inject('/logo.png')).statusCode).toBe(200)
  })

  test('of a plugin that serves files keeps the access that it declares', async () => {
    const { app } = await open()
    await registerFiles(app, async () =>
      app.get('/report', { schema: { operation: 'hidden', access: 'organiser' } }, () => 'report'),
    )
    expect((await app.inject('/report')).statusCode).toBe(401)
  })

  test.each([
    ['organiser', 401],
    ['worker', 401],
    ['team', 400],
  ] as const)('for %ss answers a wrong body without a key with %i', async (access, status) => {
    const { app, keys } = await open()
    const body = Type.Object({ name: Type.String() })
    app.post('/thing', { schema: { operation: 'hidden', access, body } }, () => 'thing')
    const ask = (key: string | undefined, payload: object) =>
      app.inject({
        method: 'POST',
        url: '/thing',
        payload,
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      })
    // Only a client that may call the routes of organisers and workers learns what they take.
    expect((await ask(undefined, { title: 'x' })).statusCode).toBe(status)
    const right = access === 'worker' ? keys.worker : keys.organiser
    expect((await ask(right, { title: 'x' })).statusCode).toBe(400)
    expect((await ask(right, { name: 'x' })).statusCode).toBe(200)
  })

  test('says whose it is to a team that may not call it', async () => {
    const { app, keys, ann } = await open()
    app.get('/report', { schema: { operation: 'hidden', access: 'organiser' } }, () => 'report')
    app.get('/notes', { schema: { operation: 'hidden', access: owned(() => ann) } }, () => 'notes')
    const ask = async (url: string) =>
      (await app.inject({ url, headers: { authorization: `Bearer ${keys.other}` } })).json<object>()
    expect(await ask('/report')).toEqual({ code: 'forbidden', message: 'Only the organiser may do this' })
    expect(await ask('/notes')).toEqual({ code: 'forbidden', message: 'This belongs to another team' })
  })

  test('that asks for the team though it lets everybody in is a bug', async () => {
    const { app } = await open()
    const schema = { operation: 'hidden', access: 'public' } as const
    app.get('/team', { schema }, (request, reply) => {
      expect(() => identityOf(request)).toThrow('The access of /team lets clients in without a key')
      return reply.code(204).send()
    })
    expect((await app.inject('/team')).statusCode).toBe(204)
  })

  const cases: readonly [string, (ann: number) => Access, Readonly<Record<string, number>>][] = [
    ['public', () => 'public', { none: 200, wrong: 200, other: 200, own: 200, organiser: 200, worker: 200 }],
    [
      'for anybody',
      () => 'anybody',
      { none: 200, wrong: 403, other: 200, own: 200, organiser: 200, worker: 403 },
    ],
    ['for teams', () => 'team', { none: 401, wrong: 403, other: 200, own: 200, organiser: 200, worker: 403 }],
    [
      'for the organiser',
      () => 'organiser',
      { none: 401, wrong: 403, other: 403, own: 403, organiser: 200, worker: 403 },
    ],
    [
      'for its owner',
      (ann) => owned(() => ann),
      { none: 401, wrong: 403, other: 403, own: 200, organiser: 200, worker: 403 },
    ],
    [
      'whose owner is nobody',
      () => owned(() => 'public'),
      { none: 200, wrong: 200, other: 200, own: 200, organiser: 200, worker: 200 },
    ],
    [
      'for workers',
      () => 'worker',
      { none: 401, wrong: 403, other: 403, own: 403, organiser: 403, worker: 200 },
    ],
    [
      'of a wire',
      () => ({ wire: 'team' }),
      { none: 200, wrong: 200, other: 200, own: 200, organiser: 200, worker: 200 },
    ],
  ]
  test.each(cases)(
    '%s lets in the right clients, and no cache gives its answer to others',
    async (name, access, expected) => {
      const { app, keys, ann } = await open()
      app.get('/thing', { schema: { operation: 'hidden', access: access(ann) } }, () => 'thing')
      const statuses = await Promise.all(
        Object.entries(keys).map(async ([who, key]) => {
          const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
          const answer = await app.inject({ url: '/thing', headers })
          const isPublic = ['public', 'of a wire'].includes(name)
          if (answer.statusCode === 200)
            expect(answer.headers['cache-control']).toBe(isPublic ? undefined : 'private, no-cache')
          return [who, answer.statusCode]
        }),
      )
      expect(Object.fromEntries(statuses)).toEqual(expected)
    },
  )

  test('for workers takes the key of a worker from its header alone, and from no cookie nor address', async () => {
    const { app, keys } = await open()
    app.get('/archive', { schema: { operation: 'hidden', access: 'worker' } }, () => 'archive')
    const ask = async (url: string, headers: Record<string, string> = {}) => {
      const { statusCode, body } = await app.inject({ url, headers })
      return [statusCode, body]
    }
    const refused = [401, expect.stringMatching(/"no-key".*"This needs the key of a worker: send it as /)]
    expect(await ask(`/archive?key=${keys.worker}`)).toEqual(refused)
    expect(await ask('/archive', { cookie: `${SESSION_COOKIE}=${keys.worker}` })).toEqual(refused)
    expect(await ask('/archive', { authorization: `Basic ${keys.worker}` })).toEqual(refused)
    expect(await ask('/archive', { authorization: 'Bearer' })).toEqual(refused)
    expect(await ask('/archive', { authorization: `bearer ${keys.worker}` })).toEqual([200, 'archive'])
  })

  test('that looks at keys says of the key of a worker that it is the wrong one', async () => {
    const { app, keys } = await open()
    app.get('/thing', { schema: { operation: 'hidden', access: 'team' } }, () => 'thing')
    const answer = await app.inject(`/thing?key=${keys.worker}`)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({
      code: 'wrong-key',
      message: expect.stringMatching(/^This is the key of a worker: /) as unknown,
    })
  })
})

test.each([
  ['https', true],
  ['http', false],
])(
  'a browser that signs in over %s gets a cookie for the pages alone; only for HTTPS: %s',
  async (protocol, isSecure) => {
    const { app } = await open()
    const session = { id: 'x', text: 'gg_x_y' }
    const schema = { operation: 'hidden', access: 'public' } as const
    app.post('/session', { schema }, (request, reply) => signIn(request, reply, session).send())
    const answer = await app.inject({
      method: 'POST',
      url: '/session',
      headers: { 'x-forwarded-proto': protocol },
    })
    expect(answer.cookies).toEqual([
      {
        name: SESSION_COOKIE,
        value: session.text,
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        maxAge: SESSION_MS / 1000,
        ...(isSecure && { secure: true }),
      },
    ])
  },
)

test('a session acts by its cookie, and changes things only with the proof that a page of the server asks', async () => {
  const { app, ann, store } = await open()
  const { text } = must(issueKey(store, ann, 'session', Date.now()))
  const old = must(issueKey(store, ann, 'session', Date.now() - 2 * SESSION_MS))
  const schema = { operation: 'hidden', access: 'anybody' } as const
  app.all('/team', { schema }, (request) => request.identity?.person.name ?? 'nobody')
  const ask = async (method: 'GET' | 'POST', session: string, headers = {}) => {
    const cookie = `${SESSION_COOKIE}=${session}`
    const answer = await app.inject({ method, url: '/team', headers: { cookie, ...headers } })
    return [answer.statusCode, answer.statusCode === 200 ? answer.body : answer.json<{ code: string }>().code]
  }
  expect(await ask('GET', text)).toEqual([200, 'Ann'])
  expect(await ask('POST', text)).toEqual([403, 'forbidden'])
  expect(await ask('POST', text, { 'sec-fetch-site': 'same-origin' })).toEqual([200, 'Ann'])
  expect(await ask('POST', text, { origin: 'http://localhost' })).toEqual([200, 'Ann'])
  // A session that has ended is no reason to refuse what everybody may see.
  for (const wrong of [old.text, 'x', '']) expect(await ask('GET', wrong)).toEqual([200, 'nobody'])
})

test('a key that is revoked while its request waits is refused', async () => {
  const { app, keys, store } = await open()
  const schema = { operation: 'hidden', access: 'anybody' } as const
  app.get('/late', { schema }, (request) => {
    const known = identify(store, request)
    if (known) must(revokeKey(store, known.key))
    return identify(store, request)?.person.name ?? 'nobody'
  })
  const answer = await app.inject({ url: '/late', headers: { authorization: `Bearer ${keys.own}` } })
  expect(answer.statusCode).toBe(403)
})

test('the documentation shows one rule for each route', () => {
  const rules: readonly Access[] = ['team', { wire: 'public' }, owned(() => 1), owned(() => 1, 'anybody')]
  expect(rules.map(documentedRule)).toEqual(['team', 'public', 'team', 'anybody'])
})

import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { acceptInvitation, inviteOrganiser, issueKey, registerPerson } from '../arena/people.ts'
import { must } from '../base/result.ts'
import { openStore } from '../store/open-store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import type { Access } from '../protocols/routes.ts'
import { guardRoutes, owned, registerFiles } from './access.ts'
import type { App } from './context.ts'
import { SESSION_COOKIE } from './identity.ts'
import { explainError } from '../protocols/explain-error.ts'

const tempFolder = tempFolders()

/** An application with guards alone, and the keys of two teams, of the organiser and of a worker. */
async function open() {
  const store = must(openStore(tempFolder()))
  const app: App = fastify().withTypeProvider<TypeBoxTypeProvider>()
  onTestFinished(async () => {
    await app.close()
    store[Symbol.dispose]()
  })
  await app.register(cookie)
  app.setErrorHandler((error, _request, reply) => {
    const { status, code } = explainError(error)
    return reply.code(status).send({ code })
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
  return { app, keys, ann }
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
    const refused = [401, '{"code":"no-key"}']
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
    expect([answer.statusCode, answer.body]).toEqual([403, '{"code":"wrong-key"}'])
  })
})

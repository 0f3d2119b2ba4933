import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { issueKey, registerPerson } from '../arena/people.ts'
import { must } from '../base/result.ts'
import { openStore } from '../store/open-store.ts'
import { tempFolders } from '../store/temp-folders.fixture.ts'
import type { Access } from '../protocols/routes.ts'
import { guardRoutes, owned, registerFiles } from './access.ts'
import type { App } from './context.ts'
import { explainError } from '../protocols/explain-error.ts'

const tempFolder = tempFolders()

/** An application with guards alone, and the keys of two teams and of the organiser. */
async function open() {
  const store = must(openStore(tempFolder()))
  const app: App = fastify().withTypeProvider<TypeBoxTypeProvider>()
  onTestFinished(async () => {
    await app.close()
    store[Symbol.dispose]()
  })
  await app.register(cookie)
  app.setErrorHandler((error, _request, reply) => reply.code(explainError(error).status).send())
  guardRoutes(app, store)
  const keyOf = (name: string, role: 'player' | 'organiser'): string =>
    must(issueKey(store, must(registerPerson(store, name, role)).id, 'api', Date.now())).text
  const ann = must(registerPerson(store, 'Ann', 'player')).id
  const keys = {
    none: undefined,
    wrong: 'no.key',
    other: keyOf('Bob', 'player'),
    own: must(issueKey(store, ann, 'api', Date.now())).text,
    organiser: keyOf('Olga', 'organiser'),
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
    ['public', () => 'public', { none: 200, wrong: 200, other: 200, own: 200, organiser: 200 }],
    ['for anybody', () => 'anybody', { none: 200, wrong: 403, other: 200, own: 200, organiser: 200 }],
    ['for teams', () => 'team', { none: 401, wrong: 403, other: 200, own: 200, organiser: 200 }],
    ['for the organiser', () => 'organiser', { none: 401, wrong: 403, other: 403, own: 403, organiser: 200 }],
    [
      'for its owner',
      (ann) => owned(() => ann),
      { none: 401, wrong: 403, other: 403, own: 200, organiser: 200 },
    ],
    ['of a wire', () => ({ wire: 'team' }), { none: 200, wrong: 200, other: 200, own: 200, organiser: 200 }],
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
})

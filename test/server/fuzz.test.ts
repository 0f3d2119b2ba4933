import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyCharacter } from '../../src/base/any-character.fixture.ts'
import { isObject, type JsonObject } from '../../src/base/json.ts'
import { openTestArena, type TestArena, type TestPlayer, type Wanted } from './arena.fixture.ts'
import { operationsOf, type Operation } from './contract.fixture.ts'
import { newGame } from './play.fixture.ts'

/**
 * Sends requests to every operation of the published description, both as described and not. The fixture checks the
 * responses: each must be as described, and never a failure of the server.
 */
let arena: TestArena
let keys: readonly (string | undefined)[]
let operations: readonly Operation[]

beforeAll(async () => {
  arena = await openTestArena({ limits: { perAddress: 1e6, perPlayer: 1e6, registrations: 1e6 } })
  const [ann, bob] = [await arena.register('Ann'), await arena.register('Bob')]
  const organiser = await arena.organiser()
  await populate(ann, bob)
  keys = [undefined, ann.key, bob.key, organiser.key, 'gg_wrong']
  operations = operationsOf((await arena.request('/openapi.json')).body)
})

afterAll(async () => {
  expect((await arena.request('/healthz')).status).toBe(200)
  await arena[Symbol.asyncDispose]()
})

/** Data that requests can find. */
async function populate(ann: TestPlayer, bob: TestPlayer): Promise<void> {
  await newGame(ann, { opponent: 'open' })
  const second = await newGame(ann, { opponent: 'open' })
  await bob.request(`/api/v1/games/${second}/join`, { method: 'POST' })
  await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'house:first' })
  const json = { challenge: 'longest-group', name: 'bot' }
  await ann.request('/api/v1/bots', { method: 'POST', json })
}

/** These never end, or call other servers: they have tests of their own. */
const LEFT_OUT = new Set([
  'GET /api/v1/live',
  'GET /api/v1/matches/{id}/events',
  'POST /api/v1/bots/{bot}/versions',
  'POST /api/v1/bots/{bot}/programs',
])

const RUNS = 40

const nasty = fc.oneof(
  fc.string({ maxLength: 12, unit: anyCharacter }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '1e999',
    '1.5',
    'NaN',
    '__proto__',
    'constructor',
    '../..',
    '%',
    '\0',
    '\u202e',
  ),
  fc.constantFrom("' OR 1=1 --", '<script>', '1001', '9'.repeat(20), 'x'.repeat(300), 'null', 'true', '[]'),
)

/** Random values for a schema, as far as the API needs. */
function fitting(schema: unknown): fc.Arbitrary<unknown> {
  if (!isObject(schema)) return fc.jsonValue()
  const { type, minimum = 0, maximum = 2000, maxLength = 20, properties, required = [] } = schema
  const choices = schema['anyOf'] ?? schema['enum'] ?? ('const' in schema ? [schema['const']] : undefined)
  if (Array.isArray(choices))
    return schema['anyOf'] ? fc.oneof(...choices.map(fitting)) : fc.constantFrom(...choices)
  if (Array.isArray(schema['allOf']))
    return fc.tuple(...schema['allOf'].map(fitting)).map((parts) => Object.assign({}, ...parts) as unknown)
  if (Array.isArray(type)) return fc.oneof(fc.string({ maxLength: 9 }), fc.integer(), fc.boolean())
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: Number(minimum), max: Math.min(Number(maximum), Number(minimum) + 2000) })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') return fc.array(fitting(schema['items']), { maxLength: 3 })
  if (type === 'object' && isObject(properties))
    return fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fitting(one)])),
      {
        requiredKeys: Array.isArray(required) ? required.map(String) : [],
      },
    )
  if (type === 'object')
    return fc.dictionary(fc.string({ maxLength: 9 }), fc.oneof(fc.string(), fc.integer()))
  return fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: Math.min(20, Number(maxLength)) }))
}

/** Texts with a special meaning somewhere. */
const WORDS = [
  'open',
  'house:random',
  'house:perfect',
  'bot:1',
  'player:1001',
  'tic-tac-toe',
  'boost-tron',
  'quoridor',
  'json',
  'xml',
  'msgpack',
  'Left',
  'None',
  'True',
  '1',
  '2',
  '1001',
  '1002',
  '0.01',
  'b2',
] as const

interface Asked extends Wanted {
  readonly path: string
}

/** A request for an operation: mostly as described, sometimes not. */
function requestFor({ path, method, parameters, requestBody }: Operation): fc.Arbitrary<Asked> {
  const value = (schema: unknown): fc.Arbitrary<string> =>
    fc.oneof({ weight: 3, arbitrary: fitting(schema).map(String) }, { weight: 1, arbitrary: nasty })
  const named = (where: string): fc.Arbitrary<Readonly<Record<string, string | undefined>>> =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((one) => one['in'] === where)
          .map((one) => [String(one['name']), value(one['schema'])]),
      ),
      where === 'path' ? {} : { requiredKeys: [] },
    )
  const schema = schemaOf(requestBody)
  const body = fc.oneof(
    { weight: 4, arbitrary: fitting(schema).map((json): Wanted => ({ json })) },
    { weight: 1, arbitrary: fc.jsonValue().map((json): Wanted => ({ json })) },
    { weight: 1, arbitrary: fc.string().map((text): Wanted => withType('application/json', text)) },
    { weight: 1, arbitrary: nasty.map((text): Wanted => withType('text/plain', text)) },
    { weight: 1, arbitrary: fc.constantFrom(...TYPES).map((type): Wanted => withType(type, 'a=b')) },
  )
  return fc
    .record({
      inPath: named('path'),
      inQuery: named('query'),
      extra: fc.dictionary(fc.constantFrom('key', 'wait', 'limit', '__proto__', 'x'), nasty, { maxKeys: 1 }),
      key: fc.constantFrom(...keys),
      body: method === 'GET' ? fc.constant<Wanted>({}) : requestBody ? body : fc.oneof(fc.constant({}), body),
    })
    .map(({ inPath, inQuery, extra, key, body }) => ({
      ...body,
      method,
      ...(key !== undefined && { key }),
      path: `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''))}?${queryOf({ ...inQuery, ...shortWait(inQuery), ...extra })}`,
    }))
}

const TYPES = ['application/x-www-form-urlencoded', 'application/zip', 'multipart/form-data', 'x', 'text/xml']

const withType = (type: string, body: string): Wanted => ({ body, headers: { 'content-type': type } })

const queryOf = (query: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(Object.entries(query).map(([name, value = '']) => [name, value])).toString()

/** Long polls would only slow the test. */
const shortWait = (query: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Number(query['wait']) > 0.01 ? { wait: '0.01' } : {}

function schemaOf(requestBody: unknown): JsonObject | undefined {
  const content = isObject(requestBody) && isObject(requestBody['content']) ? requestBody['content'] : {}
  const json = content['application/json']
  return isObject(json) && isObject(json['schema']) ? json['schema'] : undefined
}

describe('every operation', () => {
  test('answers anything as it says it would', async () => {
    const asked = operations.filter(({ method, path }) => !LEFT_OUT.has(`${method} ${path}`))
    expect(asked.length).toBeGreaterThan(25)
    const statuses = new Set<number>()
    for (const operation of asked)
      await fc.assert(
        fc.asyncProperty(requestFor(operation), async ({ path, ...wanted }) => {
          statuses.add((await arena.request(path, wanted)).status)
        }),
        { seed: 1, numRuns: RUNS },
      )
    // The requests reached enough different responses.
    for (const status of [200, 201, 400, 401, 403, 404, 409, 415]) expect(statuses).toContain(status)
  }, 480_000)

  test('takes any method and any address for what it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
        fc.array(fc.oneof(fc.constantFrom('api', 'v1', 'matches', 'grid', 'move', '1', '..', ''), nasty), {
          maxLength: 7,
        }),
        async (method, parts) => {
          const path = `/${parts.map(encodeURIComponent).join('/')}`
          const { status } = await arena.request(path, { method })
          expect(status).toBeLessThan(500)
        },
      ),
      { seed: 1, numRuns: 200 },
    )
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { isObject } from '../../src/base/json.ts'
import { openTestArena, type TestArena, type TestPlayer } from './arena.fixture.ts'
import { operationsOf } from './contract.fixture.ts'

let arena: TestArena
let organiser: TestPlayer
beforeAll(async () => {
  arena = await openTestArena()
  organiser = await arena.organiser()
})
afterAll(() => arena[Symbol.asyncDispose]())

const NON_FINITE = ['1e999', '-1e999', 'Infinity', '-Infinity', '1e309', 'NaN', '9'.repeat(400)]

const isNumber = (schema: unknown): boolean =>
  isObject(schema) && (schema['type'] === 'integer' || schema['type'] === 'number')

test('every numeric field of every query and path is finite', async () => {
  const operations = operationsOf((await arena.request('/openapi.json')).body)
  let fields = 0
  for (const { path, method, parameters } of operations)
    for (const { name, in: where, schema } of parameters) {
      if (!isNumber(schema)) continue
      fields++
      for (const value of NON_FINITE) {
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, other) => (other === name ? value : '1'))
        const query = where === 'query' ? `?${String(name)}=${value}` : ''
        // The path is checked before the body.
        const { status, body } = await organiser.request(`${filled}${query}`, { method })
        expect([status, body['error'], `${method} ${filled}${query}`.slice(0, 99)]).toEqual([
          expect.toBeOneOf([400, 401, 404, 414, 415, 426]),
          expect.any(String),
          expect.any(String),
        ])
      }
    }
  expect(fields).toBeGreaterThan(30)
})

test.each(['players', 'matches', 'bots', 'tournaments', 'evaluations'])('a list of %s', async (list) => {
  for (const value of NON_FINITE)
    expect(await organiser.request(`/api/v1/${list}?limit=${value}`)).toMatchObject({
      status: 400,
      body: { error: 'bad-request' },
    })
})

test.each([
  '{"challenge":"tic-tac-toe","opponent":"house:first","seed":1e999}',
  '{"challenge":"tic-tac-toe","opponent":"house:first","settings":{"size":1e999}}',
])('no number of a body is infinite: %s', async (body) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await organiser.request('/api/v1/games', { method: 'POST', body, headers })
  expect(answer).toMatchObject({ status: 400, body: { error: 'bad-request' } })
})

test('nor one that may be anything, however deep it lies', async () => {
  const options = ['{"games":1e999}', `{"a":${'['.repeat(20_000)}-1e999${']'.repeat(20_000)}}`]
  for (const option of options) {
    const answer = await organiser.request('/api/v1/tournaments', {
      method: 'POST',
      body: `{"name":"a","challenge":"quoridor","format":"swiss","entrants":[],"options":${option}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer).toMatchObject({ status: 400, body: { error: 'bad-request' } })
    expect(answer.body['message']).toMatch(/must be a finite number$/)
  }
})

test('a time that has another year in UTC than RFC 3339 can write is refused, and lists stay readable', async () => {
  const cup = { challenge: 'tic-tac-toe', format: 'round-robin', name: 'Cup' }
  const made = await organiser.request('/api/v1/tournaments', {
    method: 'POST',
    json: { ...cup, entrants: ['house:first', 'house:random'] },
  })
  const tournament = `/api/v1/tournaments/${String(made.body['id'])}`
  const last = '9999-12-31T23:59:59-05:00'
  for (const [path, json] of [
    [`${tournament}/plan`, { starts: last }],
    [`${tournament}/plan`, { breaks: [{ from: '2030-01-01T00:00:00Z', to: last }] }],
    [`${tournament}/plan`, { roundTimes: [{ round: 1, at: last }] }],
    [`${tournament}/entry`, { entry: 'open', entryCloses: last }],
    ['/api/v1/challenges/quoridor/ladder/freeze', { freeze: last }],
    ['/api/v1/challenges/quoridor/ladder/freeze', { freeze: '0000-01-01T00:00:00+01:00' }],
  ] as const)
    expect(await organiser.request(path, { method: 'PUT', json }), path).toMatchObject({
      status: 400,
      body: { error: 'bad-date' },
    })
  expect((await arena.request('/api/v1/tournaments')).status).toBe(200)
  const ends = { entry: 'open', entryCloses: '9999-12-31T23:59:59Z' }
  expect((await organiser.request(`${tournament}/entry`, { method: 'PUT', json: ends })).status).toBe(200)
})

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

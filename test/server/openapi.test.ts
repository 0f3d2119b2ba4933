import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/api/operations/index.ts'
import { isObject, type JsonObject } from '../../src/base/json.ts'
import { root } from '../cli/run.ts'
import { openBrowser } from '../web/shipped.ts'
import { openTestArena, said, until } from './arena.fixture.ts'
import { operationsOf, type Operation } from './contract.fixture.ts'
import { newGame } from './play.fixture.ts'

describe('the description of the API', () => {
  test('is OpenAPI 3.1', async () => {
    await using arena = await openTestArena()
    const { body } = await arena.request('/openapi.json')
    expect(body['openapi']).toBe('3.1.0')
    const validator = new Validator()
    expect(await validator.validate(structuredClone(body))).toEqual({ valid: true })
  })

  test('says of every operation what it is, what it takes and what it answers', async () => {
    await using arena = await openTestArena()
    const { body } = await arena.request('/openapi.json')
    const operations = operationsOf(body)
    expect(operations.length).toBeGreaterThan(30)
    for (const { path, method, parameters, responses, requestBody } of operations) {
      const what = `${method} ${path}`
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const described = parameters.filter((one) => one['in'] === 'path').map((one) => one['name'])
      expect([what, described.toSorted()]).toEqual([what, names.toSorted()])
      const good = Object.keys(responses).filter((status) => /^[12]/.test(status))
      expect([what, good.length]).toEqual([what, 1])
      for (const [status, response] of Object.entries(responses))
        if (!['101', '204', '304'].includes(status))
          expect([what, status, isObject(response) && isObject(response['content'])]).toEqual([
            what,
            status,
            true,
          ])
      expect([what, 'default' in responses, '500' in responses]).toEqual([what, false, false])
      if (method === 'GET') expect(requestBody).toBeUndefined()
    }
  })

  test('has a title, a description and a name of its own for each operation, and a sentence and an example for each parameter and body', async () => {
    await using arena = await openTestArena()
    const { body } = await arena.request('/openapi.json')
    expect(body['info']).toMatchObject({
      title: 'The API of a gamegrid arena',
      description: expect.stringMatching(/.{200}/s) as unknown,
    })
    const operations = operationsOf(body)
    const names = operations.map(({ operationId }) => operationId)
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
    expect(names.toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
    const gaps = operations.flatMap((operation) => {
      const { method, path, parameters, summary, description } = operation
      return [
        ...(typeof summary === 'string' && summary.length > 3 ? [] : ['summary']),
        ...(typeof description === 'string' && description.length > 20 ? [] : ['description']),
        ...parameters.flatMap((one) => (isDescribed(one) ? [] : [`parameter ${String(one['name'])}`])),
        ...mediaOf(operation).flatMap(([where, media]) =>
          'example' in media ? [] : [`example of ${where}`],
        ),
      ].map((gap) => `${method} ${path}: ${gap}`)
    })
    expect(gaps).toEqual([])
  })

  test('has examples that its own schemas accept', async () => {
    await using arena = await openTestArena()
    const { body } = await arena.request('/openapi.json')
    const ajv = new Ajv2020({ strict: false, validateFormats: true })
    formats.default(ajv)
    const wrong = operationsOf(body).flatMap((operation) => [
      ...mediaOf(operation).flatMap(([where, { schema, example }]) =>
        ajv.validate(isObject(schema) ? schema : {}, example)
          ? []
          : [`${operation.operationId}, ${where}: ${ajv.errorsText()}`],
      ),
      ...operation.parameters.flatMap(({ name, schema, example }) =>
        ajv.validate(isObject(schema) ? schema : {}, example)
          ? []
          : [`${operation.operationId}, ${String(name)}: ${ajv.errorsText()}`],
      ),
    ])
    expect(wrong).toEqual([])
  })

  test('says which key a route needs: without a key, or with a team’s key where the organiser’s is needed, it is refused', async () => {
    await using arena = await openTestArena()
    const ann = await arena.register('Ann')
    const match = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'open' })
    const things = new Map([
      ['player', ann.id],
      ['id', match],
    ])
    const { body } = await arena.request('/openapi.json')
    const asked = operationsOf(body).filter(({ security }) => security.length > 0 && !security.some(isEmpty))
    expect(asked.length).toBeGreaterThan(25)
    for (const { path, method, security, requestBody } of asked) {
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(things.get(name) ?? 1))
      const wanted = { method, ...(requestBody !== undefined && { json: {} }) }
      const { status } = await arena.request(address, wanted)
      const refusals = isOrganisers({ security }) ? [401] : [400, 401, 404, 415]
      expect([method, path, refusals.includes(status) ? 'refused' : status]).toEqual([
        method,
        path,
        'refused',
      ])
      if (isOrganisers({ security }))
        expect([method, path, ...said(await ann.request(address, wanted))]).toEqual([
          method,
          path,
          403,
          'forbidden',
        ])
    }
  })

  test('leaves to others than the organiser only these changes of contests, webhooks and announcements', async () => {
    await using arena = await openTestArena()
    const { body } = await arena.request('/openapi.json')
    const changes = operationsOf(body).filter(
      ({ method, path }) =>
        method !== 'GET' &&
        /^\/api\/v1\/(tournaments|join|judging|webhooks|announcement|ladders)\b/.test(path),
    )
    expect(changes.filter(isOrganisers).length).toBeGreaterThan(20)
    expect(
      changes
        .filter((one) => !isOrganisers(one))
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual([
      'DELETE /api/v1/tournaments/{tournament}/teams/{player}',
      'POST /api/v1/join/{code}',
      'POST /api/v1/tournaments/{tournament}/here',
      'PUT /api/v1/judging/marks',
      'PUT /api/v1/tournaments/{tournament}/teams/{player}/plays',
    ])
  })

  test('says which bodies may be left out: no body does what {} does', async () => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const { body: contest } = await organiser.request('/api/v1/tournaments', {
      method: 'POST',
      json: {
        name: 'Cup',
        challenge: 'tic-tac-toe',
        format: 'round-robin',
        entrants: ['house:first', 'house:random'],
        entry: 'open',
      },
    })
    const things = new Map([
      ['tournament', String(contest['id'])],
      ['code', String(contest['join']).replace('/join/', '')],
    ])
    const { body } = await arena.request('/openapi.json')
    const optional = operationsOf(body).filter(
      ({ requestBody }) => isObject(requestBody) && requestBody['required'] === false,
    )
    expect(optional.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['POST /api/v1/tournaments/{tournament}/rounds', 'POST /api/v1/join/{code}']),
    )
    for (const { path, method } of optional) {
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => things.get(name) ?? '1')
      const full = await organiser.request(address, { method, json: {} })
      const headers = { 'content-type': 'application/json' }
      for (const none of [
        await organiser.request(address, { method }),
        await organiser.request(address, { method, headers }),
      ])
        expect([method, path, none.status, none.body['error']]).toEqual([
          method,
          path,
          full.status,
          full.body['error'],
        ])
      expect([method, path, full.body['error']]).not.toEqual([method, path, 'bad-request'])
    }
  })

  test('leaves out no route', async () => {
    await using arena = await openTestArena()
    const { body } = await arena.request('/openapi.json')
    const described = new Set(operationsOf(body).map(({ method, path }) => `${method} ${path}`))
    const routes = routesInSource().filter((route) => !HIDDEN.test(route))
    expect(routes.length).toBeGreaterThan(30)
    expect(routes.filter((route) => !described.has(route))).toEqual([])
  })
})

describe('the page of the API', () => {
  test('works in a browser under a strict policy, without requests to other hosts', async () => {
    await using arena = await openTestArena()
    const browser = await openBrowser()
    try {
      const page = await browser.newPage()
      const strangers: string[] = []
      const violations: string[] = []
      page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== arena.url)
          strangers.push(request.url())
      })
      page.on('console', (message) => {
        if (/Content Security Policy|Refused to|violates/.test(message.text()))
          violations.push(message.text())
      })
      page.on('pageerror', (error) => void violations.push(String(error)))
      const answer = await page.goto(`${arena.url}/docs`)
      const policy = answer?.headers()['content-security-policy'] ?? ''
      expect(policy).toMatch(/script-src 'self' 'sha256-/)
      expect(policy).not.toMatch(/script-src[^;]*unsafe/)
      await page.getByText('The board, as a player sees it').first().waitFor({ timeout: 60_000 })
      await until(async () => ((await page.title()) === '' ? undefined : true))
      expect(violations).toEqual([])
      expect(strangers).toEqual([])
    } finally {
      await browser.close()
    }
  })
})

/** A parameter that says what it is, with an example. */
const isDescribed = ({ description, example }: Readonly<Record<string, unknown>>): boolean =>
  typeof description === 'string' && description.length > 8 && example !== undefined

/** What an operation takes and what it answers where all is well, by media type. */
const mediaOf = ({ requestBody, responses }: Operation): readonly (readonly [string, JsonObject])[] =>
  [
    ['body', requestBody] as const,
    ...Object.entries(responses).filter(([status]) => status.startsWith('2')),
  ].flatMap(([where, part]) =>
    isObject(part) && isObject(part['content'])
      ? Object.entries(part['content']).flatMap(([type, media]) =>
          isObject(media) ? [[`${where} ${type}`, media] as const] : [],
        )
      : [],
  )

const isOrganisers = ({ security }: Pick<Operation, 'security'>): boolean =>
  security.some((way) => JSON.stringify(way).includes('organiser'))

/** Routes without a key. */
const isEmpty = (way: object): boolean => Object.keys(way).length === 0

/** Pages, files, and the protocol of chat clients, which describes itself. */
const HIDDEN = / \/(?:docs|mcp|organiser|openapi\.json|embed|matches|$)/

/** Every route as `METHOD /path/{name}`. */
function routesInSource(): readonly string[] {
  const folder = join(root, 'src/server/routes')
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(ROUTE)].map(
      ([, short, url, method = short ?? '', longUrl = url ?? '']) =>
        `${method.toUpperCase()} ${longUrl.replaceAll(/:(\w+)/g, '{$1}')}`,
    ),
  )
}

const ROUTE = /app\.(get|post|put|patch|delete)\(\s*'([^']+)'|method: '(\w+)',\s*url: '([^']+)'/g

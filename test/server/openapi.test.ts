import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { isObject } from '../../src/base/json.ts'
import { openArena } from '../../src/arena/arena.ts'
import { openBots } from '../../src/arena/bots.ts'
import { fail } from '../../src/base/result.ts'
import { createApp } from '../../src/server/app.ts'
import { DEFAULT_LIMITS, DEFAULT_PATIENCE } from '../../src/server/context.ts'
import { openMetrics } from '../../src/server/metrics.ts'
import { openStore } from '../../src/store/open-store.ts'
import { openTestArena, until } from './arena.fixture.ts'
import { operationsOf } from './contract.fixture.ts'

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
        if (status !== '204' && status !== '101')
          expect([what, status, isObject(response) && isObject(response['content'])]).toEqual([
            what,
            status,
            true,
          ])
      expect([what, 'default' in responses, '500' in responses]).toEqual([what, false, false])
      if (method === 'GET') expect(requestBody).toBeUndefined()
    }
  })

  test('leaves out no route', async () => {
    await using arena = await openTestArena()
    const { body } = await arena.request('/openapi.json')
    const described = new Set(operationsOf(body).map(({ method, path }) => `${method} ${path}`))
    using folder = tempFolder()
    const opened = openStore(folder.path)
    if (!opened.ok) throw new Error(opened.problem.message)
    using store = opened.value
    await using bots = await openBots(store, join(folder.path, 'bots'))
    await using board = openArena({ store, seating: { locateBot: () => fail('bot', 'no bots here') } })
    const app = await createApp({
      arena: board,
      store,
      bots,
      metrics: openMetrics(board),
      settings: {
        registration: 'open',
        limits: DEFAULT_LIMITS,
        patience: DEFAULT_PATIENCE,
        trustProxy: false,
      },
    })
    await app.ready()
    const routes = routesIn(app.printRoutes({ commonPrefix: false })).filter(
      (route) => !/^(?:HEAD|OPTIONS) | \/(?:docs|organiser|openapi\.json|$)/.test(route),
    )
    await app.close()
    expect(new Set(routes)).toEqual(described)
  })
})

describe('the page of the API', () => {
  test('works in a browser under a strict policy, without asking anybody else', async () => {
    await using arena = await openTestArena()
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    })
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

function tempFolder() {
  const path = mkdtempSync(join(tmpdir(), 'gamegrid-routes-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Reads the tree that fastify prints: `METHOD /path/{name}`. */
function routesIn(tree: string): readonly string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│├└─\s]*)(\S+)(?: \((.*)\))?/.exec(line) ?? []
    const depth = indent.length / 4
    path.splice(depth - 1, Infinity, part)
    if (methods === '') return []
    const whole = path.join('').replaceAll(/:(\w+)/g, '{$1}')
    return methods.split(', ').map((method) => `${method} ${whole}`)
  })
}

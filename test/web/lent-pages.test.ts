import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { lendPages, type LentPage, type LentPages } from './lent-pages.ts'
import { openBrowser } from './shipped.ts'

/** Pages are lent from test to test, and no test may see anything of the one before. */
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** A server that answers every request with the cookies of that request. */
async function openOrigin(): Promise<string> {
  const server = createServer(({ headers }, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Echo</title><p>${headers.cookie ?? 'no cookie'}</p>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const openPages = (): LentPages => lendPages(browser, 60_000)

async function visit(pages: LentPages, origin: string): Promise<LentPage> {
  const lent = await pages.lend(origin, {})
  await lent.page.goto(origin)
  return lent
}

const KEPT = '[localStorage.length, sessionStorage.length, typeof who]'

test('the next test gets the same page, with nothing in it', async () => {
  const pages = openPages()
  const [first, second] = [await openOrigin(), await openOrigin()]
  const before = await visit(pages, first)
  await before.page.evaluate(`
    document.cookie = 'who=ann'
    localStorage.setItem('who', 'ann')
    sessionStorage.setItem('who', 'ann')
    window.who = 'ann'`)
  await before.page.goto(`${first}/later`)
  expect(await before.page.textContent('p')).toBe('who=ann')
  const heard: string[] = []
  before.page.on('request', (request) => void heard.push(request.url()))
  before.page.context().on('request', (request) => void heard.push(request.url()))
  await before.giveBack(true)

  const after = await visit(pages, second)
  expect(after.page === before.page).toBe(true)
  expect(heard).toEqual([])
  expect(await after.page.textContent('p')).toBe('no cookie')
  expect(await after.page.context().cookies()).toEqual([])
  expect(await after.page.evaluate(KEPT)).toEqual([0, 0, 'undefined'])
  // The empty page where it waited.
  await after.page.goBack()
  expect(after.page.url()).toBe('about:blank')
  expect(await after.page.goBack()).toBeNull()
  await after.giveBack(true)

  // Storage stays with its origin, so the page does not go there again.
  const again = await visit(pages, first)
  expect(again.page === before.page).toBe(false)
  expect(await again.page.evaluate(KEPT)).toEqual([0, 0, 'undefined'])
})

test('two visits at once, and visits with other options, have pages of their own', async () => {
  const pages = openPages()
  const dark = { colorScheme: 'dark' } as const
  const [ann, bob] = [await pages.lend('http://first', {}), await pages.lend('http://first', {})]
  expect(ann.page.context() === bob.page.context()).toBe(false)
  await ann.giveBack(true)
  const eve = await pages.lend('http://first', dark)
  expect(eve.page === ann.page).toBe(false)
  await eve.giveBack(true)
  expect((await pages.lend('http://second', dark)).page === eve.page).toBe(true)
  expect((await pages.lend('http://second', {})).page === ann.page).toBe(true)
})

test('a page that a test has changed for longer than a document is closed', async () => {
  const changes: Readonly<Record<string, (page: Page) => unknown>> = {
    nothing: () => {},
    route: (page) => page.route('**/later', (route) => route.abort()),
    'route of the context': (page) => page.context().route('**/later', (route) => route.abort()),
    'script of each document': (page) => page.addInitScript('window.marked = true'),
    'function of the test': (page) => page.exposeFunction('mark', () => {}),
    clock: (page) => page.clock.setFixedTime(0),
    size: (page) => page.setViewportSize({ width: 390, height: 844 }),
    colours: (page) => page.emulateMedia({ colorScheme: 'dark' }),
    offline: (page) => page.context().setOffline(true),
    permission: (page) => page.context().grantPermissions(['clipboard-read']),
    popup: (page) => Promise.all([page.waitForEvent('popup'), page.evaluate('void open("about:blank")')]),
    closed: (page) => page.close(),
  }
  const pages = openPages()
  const kept: string[] = []
  for (const [what, change] of Object.entries(changes)) {
    const { page, giveBack } = await pages.lend('http://first', {})
    await change(page)
    await giveBack(true)
    if (!page.isClosed()) kept.push(what)
  }
  expect(kept).toEqual(['nothing'])
})

test('the page of a test that failed is closed', async () => {
  const { page, giveBack } = await openPages().lend('http://first', {})
  await giveBack(false)
  expect(page.isClosed()).toBe(true)
})

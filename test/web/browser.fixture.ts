import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  expect as expectSoon,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { deferred } from '../../src/base/deferred.ts'
import { lendPages, type LentPages } from './lent-pages.ts'
import { buildWeb, openBrowser, type ShippedWeb } from './shipped.ts'
import { openStage, type Plan, type Stage } from './stage.ts'

// The machine may be busy with other tests.
export const SOON = { timeout: 60_000 }
export const expectPage = expectSoon.configure(SOON)

/** The web application as it is shipped, in a real browser, for the tests of one file. */
export interface Theatre {
  /** The folder of the built application. */
  readonly folder: string
  readonly browser: Browser
  readonly stage: (options?: Parameters<typeof openStage>[0]) => Promise<Stage>
  readonly visit: (stage: Pick<Stage, 'url'>, path: string, options?: VisitOptions) => Promise<Visit>
}

export interface VisitOptions extends BrowserContextOptions {
  /** The key of who is signed in. */
  readonly key?: string
  /** Called before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

export interface Visit {
  readonly page: Page
  /** Faults that no page may have: a broken policy, an exception, a request to another host. */
  readonly complaints: readonly string[]
}

const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

export function openTheatre(): Theatre {
  let web: ShippedWeb | undefined
  let browser: Browser | undefined
  let pages: LentPages | undefined

  beforeAll(async () => {
    web = await buildWeb()
    browser = await openBrowser()
    pages = lendPages(browser, SOON.timeout)
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await web?.[Symbol.asyncDispose]()
  })

  const opened = (): Browser => {
    if (!browser) throw new Error('the browser is not open')
    return browser
  }

  return {
    get folder() {
      return web?.folder ?? ''
    },
    get browser() {
      return opened()
    },
    async stage(options = {}) {
      const stage = await openStage({ webFolder: web?.folder ?? '', ...options })
      onTestFinished(() => stage[Symbol.asyncDispose]())
      return stage
    },
    async visit(stage, path, { key, prepare, ...options } = {}) {
      if (!pages) throw new Error('the browser is not open')
      const { page, giveBack } = await pages.lend(stage.url, { ...DESK, ...options })
      onTestFinished(({ task }) => giveBack(task.result?.state === 'pass'))
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text())
      })
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (origin !== stage.url && protocol !== 'blob:') complaints.push(`asked for ${request.url()}`)
      })
      if (key !== undefined) await signIn(page, stage.url, key)
      await prepare?.(page)
      await page.goto(stage.url + path)
      return { page, complaints }
    },
  }
}

/** Gives the page what signing in leaves in a browser: the cookie, and who it is. */
async function signIn(page: Page, url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  })
  const [name = '', value = ''] = (response.headers.get('set-cookie') ?? '').split(/[=;]/)
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
  // Storage needs a document of the origin: a picture is the cheapest.
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate((person) => localStorage.setItem('player', person), await response.text())
}

export const QUORIDOR: Plan = {
  challenge: 'quoridor',
  names: ['Daedalus', 'Ariadne'],
  brains: ['walker', 'walker'],
}
export const BEST_OF_THREE: Plan = {
  challenge: 'boost-tron',
  names: ['zoom', 'boom'],
  brains: ['baseline', 'random'],
  settings: { width: 20, height: 16, starts: ['4,8,e', '15,8,w'] },
}

/** Plays a match to its end; returns its number. */
export async function finished(stage: Stage, plan: Plan): Promise<number> {
  const match = stage.add(plan)
  await match.begin()
  return match.id
}

/** A double click while the server has not answered the requests to an address, as on a slow network. */
export async function clickTwice(page: Page, button: Locator, address: string): Promise<void> {
  const clicked = deferred()
  await page.route(address, async (route) => {
    await clicked.promise
    await route.continue()
  })
  await button.dblclick()
  clicked.resolve()
}

/** A double click whose second click comes when the page shows what the first one did, as on a quick network. */
export async function clickTwiceAcross(page: Page, button: Locator, shown: Locator): Promise<void> {
  await button.hover()
  await page.mouse.down({ clickCount: 1 })
  await page.mouse.up({ clickCount: 1 })
  await expectPage(shown).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  // A request of the second click has come before the answer to this one.
  await page.evaluate(`fetch('/api/v1/server')`)
}

/** Checks that the page does not scroll sideways, that its animations end, and that axe finds nothing serious. */
export async function judge(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overhang).toBeLessThanOrEqual(0)
  // What fades in has too little contrast until it is there.
  const endless = await page.evaluate(`document.getAnimations().flatMap((animation) => {
    const { effect } = animation
    if (effect.getComputedTiming().endTime === Infinity) return [effect.target.outerHTML]
    animation.finish()
    return []
  })`)
  // A page at rest takes no processor time, and WCAG 2.2.2 lets nothing blink for more than five seconds.
  expect(endless).toEqual([])
  expect(await seriousViolations(page)).toEqual([])
}

/** Without its comments and long names: half of the processor time to load it. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Axe stays in the page for the next look, and only what we read leaves the page. Axe's own package for Playwright loads it for each look
 * and carries all results out: twice the processor time.
 */
async function seriousViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  // A violation has the impact of its rule. To preload serves rules about sound, which our pages do not have.
  return page.evaluate(`axe.run({
    resultTypes: ['violations'],
    preload: false,
    rules: Object.fromEntries(axe._audit.rules
      .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
      .map(({ id }) => [id, { enabled: false }])),
  }).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => \`\${id}: \${nodes.map(({ html }) => html).join(' ')}\`))`)
}

/** The sum of all layout shifts since the page was opened, without those that follow an input. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    let sum = 0
    const add = (list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
    }
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
  })`)

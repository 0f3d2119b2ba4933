import type { EventEmitter } from 'node:events'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

/**
 * Pages that tests use one after the other, each in a context of its own. To navigate a page that is there takes a seventh less processor
 * time than to open another one.
 */
export interface LentPages {
  /** A page without cookies, listeners, history and routes, which has never been at this origin: so it has no storage there. */
  lend(origin: string, options: BrowserContextOptions): Promise<LentPage>
}

export interface LentPage {
  readonly page: Page
  /** Takes the page back, and lends it again where nothing of its use can be left. */
  readonly giveBack: (isTestPassed: boolean) => Promise<void>
}

interface Place {
  readonly page: Page
  readonly context: BrowserContext
  readonly tools: CDPSession
  readonly origins: Set<string>
  /** Whether a test has changed what outlives a document, or the page broke down. */
  readonly isWorn: () => boolean
}

export function lendPages(browser: Browser, timeout: number): LentPages {
  /** Options → pages that no test uses now. */
  const idle = new Map<string, Set<Place>>()

  return {
    async lend(origin, options) {
      const kind = JSON.stringify(options)
      const free = idle.get(kind) ?? new Set()
      idle.set(kind, free)
      const known = [...free].find(({ origins }) => !origins.has(origin))
      if (known) free.delete(known)
      const place = known ?? (await openPlace(browser, options, timeout))
      place.origins.add(origin)
      place.page.on('framenavigated', (frame) => place.origins.add(originOf(frame.url())))
      return {
        page: place.page,
        async giveBack(isTestPassed) {
          // A test that failed may still act on its page.
          if (!isTestPassed || place.isWorn() || place.context.pages().length !== 1)
            return place.context.close()
          await clean(place)
          free.add(place)
        },
      }
    },
  }
}

/** What a test can do to a page or a context that the next document has, too. */
const LASTING = [
  'addInitScript',
  'addLocatorHandler',
  'clock',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'newPage',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
  'setStorageState',
  'setViewportSize',
]

async function openPlace(browser: Browser, options: BrowserContextOptions, timeout: number): Promise<Place> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(timeout)
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  let isWorn = false
  const wear = (): void => void (isWorn = true)
  page.once('close', wear)
  page.once('crash', wear)
  for (const target of [page, context])
    for (const name of LASTING) {
      const value: unknown = Reflect.get(target, name)
      if (value === undefined) continue
      Object.defineProperty(target, name, {
        get() {
          wear()
          return value
        },
      })
    }
  return { page, context, tools, origins: new Set(), isWorn: () => isWorn }
}

async function clean({ page, context, tools }: Place): Promise<void> {
  for (const emitter of [page, context] as unknown as readonly EventEmitter[])
    // Playwright itself listens to these two.
    for (const name of emitter.eventNames())
      if (name !== 'close' && name !== 'crash') emitter.removeAllListeners(name)
  // Its connections close.
  await page.goto('about:blank')
  await context.clearCookies()
  await page.mouse.move(0, 0)
  await tools.send('Page.resetNavigationHistory')
}

const originOf = (url: string): string => new URL(url).origin

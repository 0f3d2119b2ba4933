import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect as expectSoon, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import type { Arena } from '../src/arena/arena.ts'
import { untilOver } from '../src/arena/until-over.ts'
import { must } from '../src/base/result.ts'
import { openDemo } from '../src/cli/demo.ts'
import { openServer, type ArenaServer } from '../src/server/open-server.ts'
import type { MatchPlayer } from '../src/store/store.ts'
import { buildWeb, openBrowser } from '../test/web/shipped.ts'

/**
 * `npm run pictures [NAME …]`: takes the pictures of the documentation again, from a running arena.
 * This function takes the named pictures and writes them into a folder.
 */
export async function takePictures(
  folder: string,
  names: readonly string[],
  print: (line: string) => void = () => {},
): Promise<void> {
  await using web = await buildWeb()
  await using data = await temporaryFolder()
  await using browser = await openBrowser()
  await using server = must(
    await openServer({ folder: data.path, host: '127.0.0.1', port: 0, webFolder: web.folder }),
  )
  const closing = new AbortController()
  openDemo(server, closing.signal)
  await mkdir(folder, { recursive: true })
  for (const name of names) {
    const picture = PICTURES[name]
    if (!picture) throw new Error(`there is no picture ${name}, only ${Object.keys(PICTURES).join(', ')}`)
    const image = await takePicture(browser, server, picture)
    await writeFile(join(folder, `${name}.webp`), image)
    print(`${name}.webp  ${Math.round(image.length / 1000)} kB`)
  }
  closing.abort()
}

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'gamegrid-pictures-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

interface PicturePlan {
  readonly screen: BrowserContextOptions
  /** Take the whole page, not only the visible part. */
  readonly isWhole?: boolean
  /** Opens the page, and waits until it shows what the picture needs. */
  readonly show: (page: Page, server: ArenaServer) => Promise<void>
}

const LAPTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = {
  viewport: { width: 390, height: 844 },

  isMobile: true,
  hasTouch: true,
}
const HALL = { viewport: { width: 1280, height: 720 } }

const expectPage = expectSoon.configure({ timeout: 120_000 })

const PICTURES: Readonly<Record<string, PicturePlan>> = {
  arena: {
    screen: { ...LAPTOP, colorScheme: 'dark' },
    async show(page, { url, arena }) {
      await page.goto(url)
      await expectPage(page.getByRole('img', { name: /Board of/ }).nth(3)).toBeVisible()
      await expectPage.poll(() => longestTurns(arena)[3] ?? 0).toBeGreaterThan(12)
    },
  },
  match: {
    screen: { ...LAPTOP, colorScheme: 'light' },
    async show(page, { url }) {
      await page.goto(url)
      const card = page.getByRole('article').filter({ hasText: 'Quoridor' })
      await card.getByRole('link').click()
      await expectPage(page.getByText(/^Turn (?:1[6-9]|[2-9]\d): /).first()).toBeVisible()
    },
  },
  replay: {
    screen: { ...LAPTOP, colorScheme: 'dark' },
    isWhole: true,
    async show(page, server) {
      const match = await playThrough(server, 'quoridor', ['advanced', 'alphabeta-2'])
      await page.goto(`${server.url}/matches/${match}#r1.p28`)
      await expectPage(page.getByText('✓ Verified')).toBeVisible()
    },
  },
  contest: {
    screen: { ...LAPTOP, colorScheme: 'light' },
    isWhole: true,
    async show(page, { url, tournaments }) {
      const cup = must(
        tournaments.create({
          name: 'Autumn cup',
          challenge: 'light-cycle',
          format: 'round-robin-knock-out',
          options: { games: 4, bestOf: 3 },
          entrants: ['advanced', 'voronoi', 'wanderer', 'baseline', 'random'].map((name) => `house:${name}`),
          settings: { width: 12, height: 12 },
          nodes: 200,
        }),
      )
      must(tournaments.start(cup.id))
      await page.goto(`${url}/contests/${cup.id}`)
      await expectPage(page.getByText('Over', { exact: true })).toBeVisible()
    },
  },
  phone: {
    screen: { ...PHONE, colorScheme: 'dark' },
    async show(page, server) {
      const match = await playThrough(server, 'light-cycle', ['voronoi', 'wanderer'])
      await page.goto(`${server.url}/matches/${match}#r1.p40`)
      await expectPage(page.getByText('✓ Verified')).toBeVisible()
    },
  },
  tv: {
    screen: { ...HALL, colorScheme: 'dark' },
    async show(page, { url, arena }) {
      await page.goto(`${url}/tv?seconds=120`)
      // The page begins with any scene of its round, and goes on when the matches of the boards are over.
      await expectPage
        .poll(async () => {
          const scene = await page.locator('.tv-scene').getAttribute('data-scene')
          if (scene !== 'boards') await page.keyboard.press('ArrowRight')
          const isDrawn = scene === 'boards' && (await page.locator('.tv-scene canvas').count()) > 0
          return isDrawn ? (longestTurns(arena)[0] ?? 0) : 0
        })
        .toBeGreaterThan(20)
    },
  },
  // Last, because the unfinished match of this player would also show on the TV page.
  play: {
    screen: { ...LAPTOP, colorScheme: 'light' },
    async show(page, { url }) {
      await page.goto(`${url}/play`)
      await page.getByRole('radio', { name: /Quoridor/ }).check()
      await page.getByLabel('Against').selectOption('house:walker')
      await page.getByLabel('Your name').fill('Ariadne')
      await page.getByRole('button', { name: 'Begin' }).click()
      for (const move of ['d4h', 'f5v', 'c6h']) {
        await expectPage(page.getByText('Your turn', { exact: true })).toBeVisible()
        await page.getByLabel(/^One of \d+ moves/).fill(move)
        await page.keyboard.press('Enter')
      }
      await expectPage(page.getByText('Your turn', { exact: true })).toBeVisible()
    },
  },
}

/** The turns played in each running match, longest first. */
const longestTurns = (arena: Arena): readonly number[] =>
  arena.store
    .unfinishedMatches()
    .map(({ id }) => arena.live(id)?.match.round.turns ?? 0)
    .sort((a, b) => b - a)

/** Lets house brains play a match as fast as they can, and gives its number. */
async function playThrough(
  { arena }: ArenaServer,
  challenge: string,
  brains: readonly [string, string],
): Promise<number> {
  const player = (brain: string): MatchPlayer => ({
    kind: 'house',
    name: `house:${brain}`,
    brain,
    nodeBudget: 2_000,
  })
  const made = must(
    arena.create({
      challenge,
      players: [player(brains[0]), player(brains[1])],
      origin: 'challenge',
      rules: { bestOf: 1 },
      seed: 5,
    }),
  )
  await untilOver(arena, made.id, AbortSignal.timeout(120_000))
  return made.id
}

async function takePicture(
  browser: Browser,
  server: ArenaServer,
  { screen, show, isWhole = false }: PicturePlan,
): Promise<Buffer> {
  const context = await browser.newContext(screen)
  try {
    const page = await context.newPage()
    await show(page, server)
    await page.evaluate('document.fonts.ready')
    const client = await context.newCDPSession(page)
    const { cssContentSize: whole } = await client.send('Page.getLayoutMetrics')
    const { data } = await client.send('Page.captureScreenshot', {
      format: 'webp',
      quality: 82,
      ...(isWhole && { captureBeyondViewport: true, clip: { ...whole, scale: 1 } }),
    })
    return Buffer.from(data, 'base64')
  } finally {
    await context.close()
  }
}

if (import.meta.main) {
  const folder = resolve(import.meta.dirname, '../docs/pictures')
  const wanted = process.argv.slice(2)
  await takePictures(folder, wanted.length > 0 ? wanted : Object.keys(PICTURES), console.log)
  // House brains may still think in their threads.
  process.exit()
}

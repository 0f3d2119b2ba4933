import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../cli/run.ts'
import {
  BEST_OF_THREE,
  clickTwice,
  expectPage,
  finished,
  judge,
  openTheatre,
  QUORIDOR,
  SOON,
} from './browser.fixture.ts'

/** The pages beside the match itself: files, frames, the projector, teams. */
const theatre = openTheatre()
const { stage: stageFor, visit } = theatre

describe('a record from a file', () => {
  test('is dropped on any page, verified and replayed without asking the server', async () => {
    const stage = await stageFor()
    const match = stage.add(BEST_OF_THREE)
    await match.begin()
    const { page, complaints } = await visit(stage, '/')
    await expectPage(page.getByRole('listitem')).toHaveCount(1)
    const asked = stage.requests.filter((url) => url.includes('/record') || url.includes('/events')).length
    await drop(page, 'final.jsonl', match.lines.join(''))
    await expectPage(page.getByRole('heading', { name: 'Tron: final.jsonl' })).toBeVisible()
    await expectPage(page.getByText('✓ Verified')).toBeVisible()
    await page.keyboard.press('Home')
    await expectPage(page.getByRole('slider', { name: 'Position' })).toHaveValue('0')
    expect(stage.requests.filter((url) => url.includes('/record') || url.includes('/events')).length).toBe(
      asked,
    )
    const arrival = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Record' }).click()
    expect(readFileSync(await (await arrival).path(), 'utf8')).toBe(match.lines.join(''))
    await page.getByRole('button', { name: 'Fork' }).click()
    await expectPage(page.getByText('Your turn', { exact: true })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('that was changed or is none says so', async () => {
    const stage = await stageFor()
    const match = stage.add({ challenge: 'tic-tac-toe', brains: ['perfect', 'perfect'] })
    await match.begin()
    const { page } = await visit(stage, '/open')
    const choose = (name: string, text: string) =>
      page
        .getByLabel('Choose a file')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await choose('shopping.txt', 'milk\n')
    await expectPage(
      page.getByText('Cannot open shopping.txt: it is not the record of a match'),
    ).toBeVisible()
    await judge(page)
    await choose('forged.jsonl', match.lines.join('').replace('"seed":7', '"seed":8'))
    await expectPage(page.getByText('Cannot follow the record at line 1')).toBeVisible()
  })
})

/** Drops a file, as a mouse would. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const file = `new File([${JSON.stringify(text)}], ${JSON.stringify(name)})`
  const data = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(${file}); return data })()`,
  )
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data })
  await page.dispatchEvent('body', 'drop', { dataTransfer: data })
}

test('a match is shown within a page of another site, and no other page is', async () => {
  const stage = await stageFor()
  const id = await finished(stage, BEST_OF_THREE)
  const host = createServer((request, response) => {
    const path = request.url === '/embed' ? `/embed/${id}` : `/matches/${id}`
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><title>Elsewhere</title><iframe src="${stage.url}${path}" width="480" height="560">`,
    )
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void host.close())
  const elsewhere = `http://localhost:${(host.address() as AddressInfo).port}`
  const { page } = await visit(stage, `/matches/${id}`)
  await page.getByRole('button', { name: 'Embed' }).click()
  await expectPage(page.getByLabel('Put this into a page of yours')).toHaveValue(new RegExp(`/embed/${id}"`))
  await page.goto(`${elsewhere}/embed`)
  const frame = page.frameLocator('iframe')
  await expectPage(frame.getByRole('heading', { name: /zoom .* boom/ })).toBeVisible()
  await frame.getByRole('button', { name: 'First position (Home)' }).click()
  await expectPage(frame.getByText('Round 1 has begun')).toBeVisible()
  await expectPage(frame.getByRole('button', { name: 'Sound' })).toHaveCount(0)
  await page.goto(`${elsewhere}/match`)
  await expectPage(page.frameLocator('iframe').getByText('zoom')).toHaveCount(0)
  expect(page.frames().some((one) => one.url().startsWith(stage.url))).toBe(false)
})

test('a readiness board, a match in a frame, a ladder and the page of a team say that the connection is lost, until it is back', async () => {
  const stage = await stageFor()
  const contest = stage.hold({
    name: 'Cup',
    challenge: 'tic-tac-toe',
    format: 'round-robin',
    entrants: ['house:perfect', `player:${stage.register('Bob').id}`],
    seed: 5,
    nodes: 50,
  })
  const match = stage.add({ ...QUORIDOR, allowed: 2 })
  void match.begin()
  const team = stage.register('Ann')
  const { page } = await visit(stage, `/teams/${team.id}`, { key: team.key })
  const pages = [page]
  for (const path of [`/contests/${contest}/board`, `/embed/${match.id}`, '/ladder/quoridor']) {
    const another = await page.context().newPage()
    await another.goto(stage.url + path)
    pages.push(another)
  }
  for (const one of pages) await expectPage(one.getByRole('heading').first()).toBeVisible()
  await stage.stop()
  for (const one of pages) await expectPage(one.getByText('Connection lost, trying again …')).toBeVisible()
  for (const one of pages) await judge(one)
  await stage.start()
  for (const one of pages) await expectPage(one.getByText('Connection lost')).toHaveCount(0)
}, 300_000)

test.each([390, 770, 820, 900, 993])(
  'in a window %i wide the links of the header stand side by side',
  async (width) => {
    const stage = await stageFor()
    const { key } = stage.register('Office of the contest', 'organiser')
    for (const who of [{}, { key }]) {
      const { page } = await visit(stage, '/teams', { viewport: { width, height: 400 }, ...who })
      await expectPage(page.getByRole('heading', { name: 'Teams' })).toBeVisible()
      const overlaps = await page.evaluate(`(() => {
      const boxes = [...document.querySelectorAll('.site a, .site button')].map((one) => [one.textContent, one.getBoundingClientRect()])
      return boxes.flatMap(([name, a], at) => boxes.slice(at + 1)
        .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        .map(([other]) => name + ' and ' + other))
    })()`)
      expect(overlaps).toEqual([])
      const isCut = await page.evaluate(
        `[...document.querySelectorAll('.site .site-me.button')].some((one) => one.scrollWidth > one.clientWidth)`,
      )
      expect(isCut).toBe(false)
    }
  },
)

test('a board has its colours also where the browser forces those of the system', async () => {
  const stage = await stageFor()
  const id = await finished(stage, QUORIDOR)
  const { page } = await visit(stage, `/matches/${id}`, { forcedColors: 'active' })
  const board = page.getByRole('img', { name: /board/ })
  await expectPage(board).toBeVisible()
  const commonest = `(() => {
    const canvas = document.querySelector('.board canvas')
    const { width, height } = canvas
    const copy = Object.assign(document.createElement('canvas'), { width, height })
    const context = copy.getContext('2d')
    context.drawImage(canvas, 0, 0)
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
    return Math.max(...Object.values(Object.groupBy(pixels, String)).map(({ length }) => length)) / pixels.length
  })()`
  await page.keyboard.press('Home')
  // Floor, cells and goals differ.
  await expectPage.poll(() => page.evaluate<number>(commonest), SOON).toBeLessThan(0.8)
})

test('a part of a page that cannot be fetched says so in its place, and takes nothing down with it', async () => {
  const stage = await stageFor()
  const id = await finished(stage, QUORIDOR)
  const { page } = await visit(stage, `/matches/${id}`)
  await expectPage(page.getByText('✓ Verified')).toBeVisible()
  await page.keyboard.press('Home')
  // As after a new version of the server: the files of the old one are gone.
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'Analyse' }).click()
  await expectPage(page.getByRole('alert')).toContainText('Cannot show this part of the page')
  await expectPage(page.getByRole('heading', { name: 'Quoridor Arena' })).toBeVisible()
  await page.getByRole('button', { name: 'Fork' }).click()
  await expectPage(page.getByRole('heading', { name: 'Cannot show this page' })).toBeVisible()
  await page.unroute('**/assets/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectPage(page.getByRole('heading', { name: 'Quoridor Arena' })).toBeVisible()
})

test('where the code that checks, analyses or thinks cannot be fetched, the page says so and waits for nothing', async () => {
  const stage = await stageFor()
  const id = await finished(stage, QUORIDOR)
  const { page } = await visit(stage, `/matches/${id}`, {
    prepare: (opening) => opening.route('**/assets/*worker*', (route) => route.fulfill({ status: 404 })),
  })
  await expectPage(page.getByText('Not checked')).toHaveAttribute('title', /^The server cannot be reached/)
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Analyse' }).click()
  await expectPage(page.getByRole('alert')).toContainText('Cannot analyse the match: The server cannot be')
  await page.getByRole('button', { name: 'Fork' }).click()
  await expectPage(page.getByText('There are no house brains here: The server cannot')).toBeVisible()
  await expectPage(page.getByText('Your turn')).toBeVisible()
})

test('a board, certificates and a join sheet that cannot be read say why, and not that there is no such contest', async () => {
  const stage = await stageFor()
  for (const path of ['/contests/7/board', '/contests/7/certificates', '/contests/7/join']) {
    const { page } = await visit(stage, path, {
      prepare: (opening) => opening.route('**/api/v1/tournaments/**', (route) => route.abort()),
    })
    await expectPage(page.getByRole('heading', { name: 'Cannot show contest 7' })).toBeVisible()
    await page.unroute('**/api/v1/tournaments/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectPage(page.getByRole('heading', { name: 'There is no such contest' })).toBeVisible()
  }
})

test('the projector shows live matches together, rests on none that is over, and goes on after the server was restarted', async () => {
  const stage = await stageFor()
  const { page, complaints } = await visit(stage, '/tv?seconds=4', {
    viewport: { width: 1920, height: 1080 },
  })
  const board = (turn: RegExp) => page.getByRole('img', { name: turn })
  await expectPage(page.getByText('The next match begins soon')).toBeVisible()
  const first = stage.add({ ...QUORIDOR, allowed: 4 })
  const second = stage.add({ ...BEST_OF_THREE, allowed: 4 })
  const last = second.begin()
  await expectPage(page.getByRole('heading', { name: 'zoom' })).toBeVisible()
  const played = first.begin()
  await expectPage(page.getByRole('heading', { name: 'Daedalus' })).toBeVisible()
  await expectPage(page.getByRole('heading', { name: 'zoom' })).toBeVisible()
  await expectPage(board(/Turn 4: Ariadne played/)).toBeVisible()
  await judge(page)
  await stage.stop()
  await expectPage(page.getByText('Connection lost')).toBeVisible()
  await stage.start()
  await expectPage(page.getByText('Connection lost')).toHaveCount(0)
  first.allow(2)
  await expectPage(board(/Turn 6: Ariadne played/)).toBeVisible()
  first.allow(Infinity)
  await played
  // Now the other match is the only one to show.
  await expectPage(page.getByRole('heading', { name: 'Daedalus' })).toHaveCount(0)
  await expectPage(page.getByRole('heading', { name: 'zoom' })).toBeVisible()
  const sound = page.getByRole('button', { name: 'Sound' })
  await expectPage(sound).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('m')
  await expectPage(sound).toHaveAttribute('aria-pressed', 'true')
  expect(await page.evaluate("localStorage.getItem('sound')")).toBe('on')
  await page.keyboard.press(' ')
  await expectPage(page.getByText('Held: Space goes on')).toBeVisible()
  second.allow(Infinity)
  await last
  await expectPage(page.getByText(/wins the match|The match is drawn/)).toBeVisible()
  await page.keyboard.press(' ')
  await expectPage(page.getByText('The next match begins soon')).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollHeight <= window.innerHeight')).toBe(true)
  expect(complaints).toEqual([])
})

test('the projector follows a contest to its podium, with standings, bracket, replays and slides between', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-slides-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  copyFileSync(join(root, 'docs/pictures/tv.webp'), join(folder, 'sponsors.webp'))
  const stage = await stageFor({ slides: { folder, warn: (message) => expect.unreachable(message) } })
  const contest = stage.hold({
    name: 'Spring cup',
    challenge: 'tic-tac-toe',
    format: 'round-robin-knock-out',
    entrants: ['house:perfect', 'house:baseline', 'house:random', 'house:first'],
    openings: false,
    seed: 5,
    nodes: 100,
  })
  const { page, complaints } = await visit(stage, `/tv?contest=${contest}`, {
    viewport: { width: 1920, height: 1080 },
  })
  await expectPage(page.getByRole('heading', { name: 'Spring cup' })).toBeVisible()
  await expectPage(page.getByRole('heading', { name: 'Podium' })).toBeVisible()
  await expectPage(page.getByRole('listitem').first()).toContainText('house:perfect')
  const scene = (): Promise<string | null> => page.locator('.tv-scene').getAttribute('data-scene')
  const seen = new Set<string | null>()
  await expectPage
    .poll(async () => {
      const kind = await scene()
      if (!seen.has(kind)) await judge(page)
      seen.add(kind)
      await page.keyboard.press('ArrowRight')
      return [...seen].toSorted()
    })
    .toEqual(['bracket', 'podium', 'replay', 'slide', 'standings'])
  expect(complaints).toEqual([])
})

test('the projector shows no match that is not of the running contest, also while it does not know the contest yet', async () => {
  const stage = await stageFor()
  void stage.add({ ...QUORIDOR, allowed: 2 }).begin()
  const { id } = stage.register('Late')
  stage.hold({
    name: 'Spring cup',
    challenge: 'tic-tac-toe',
    format: 'round-robin',
    entrants: [`player:${id}`, 'house:first'],
  })
  const { page } = await visit(stage, '/tv', {
    prepare: (opened) =>
      opened.route('**/api/v1/tournaments*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 2_000))
        await route.continue()
      }),
  })
  await expectPage(page.getByRole('heading', { name: 'Spring cup' })).toBeVisible()
  expect(await page.getByRole('heading', { name: 'Daedalus' }).count()).toBe(0)
})

test('on the projector a long name breaks between its parts, not within a word', async () => {
  const stage = await stageFor()
  const names = ['laboratory:grandmaster', 'The Unpronounceables'] as const
  void stage.add({ ...QUORIDOR, names, allowed: 2 }).begin()
  const { page } = await visit(stage, '/tv')
  for (const name of names) await expectPage(page.getByRole('heading', { name })).toBeVisible()
  const broken = await page.evaluate(`
    [...document.querySelectorAll('.tv-side h2')].flatMap((heading) => [...heading.childNodes])
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .flatMap((node) => [...node.data.matchAll(/\\S+/g)].map(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        return { word, lines: range.getClientRects().length }
      }))
      .filter(({ lines }) => lines !== 1)`)
  expect(broken).toEqual([])
})

test('on a small projector clocks leave room for the names of a grid', async () => {
  const stage = await stageFor()
  const names = ['honest-hare', 'quick-fox'] as const
  for (let board = 0; board < 6; board++) void stage.add({ ...BEST_OF_THREE, names, allowed: 2 }).begin()
  const { page } = await visit(stage, '/tv', { viewport: { width: 640, height: 400 } })
  await expectPage(page.getByRole('heading', { name: 'quick-fox' })).toHaveCount(6)
  const cut = `[...document.querySelectorAll('.tv-cell h2')].flatMap((one) => one.scrollWidth > one.clientWidth ? [one.textContent] : [])`
  await expectPage(page.locator('.tv-cell .clock')).toHaveCount(6)
  expect(await page.evaluate(cut)).toEqual([])
})

test('a match is printed in the colours of paper, whatever the theme, without what is for clicks only', async () => {
  const stage = await stageFor()
  const id = await finished(stage, QUORIDOR)
  const { page } = await visit(stage, `/matches/${id}`, {
    prepare: (opened) => opened.addInitScript(`localStorage.setItem('theme', 'dark')`),
  })
  await expectPage(page.getByText('✓ Verified')).toBeVisible()
  const brightness = (): Promise<number> =>
    page.evaluate(`(() => {
      const canvas = document.querySelector('.board canvas')
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      return data.reduce((sum, value) => sum + value, 0) / data.length
    })()`)
  const dark = await brightness()
  await page.emulateMedia({ media: 'print' })
  await expectPage(page.locator('body')).toHaveCSS('color', 'rgb(19, 26, 36)')
  await expectPage.poll(brightness, SOON).toBeGreaterThan(dark + 50)
  await expectPage(page.getByRole('navigation')).toBeHidden()
  await expectPage(page.getByRole('contentinfo')).toBeHidden()
  await expectPage(page.getByRole('button', { name: 'Analyse' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expectPage.poll(brightness, SOON).toBeCloseTo(dark, 0)
})

test('what is not there is said, and a link leads to what is', async () => {
  const stage = await stageFor()
  const { page } = await visit(stage, '/matches/999')
  for (const [path, what, way] of [
    ['/matches/999', 'match', '/'],
    ['/play/999', 'game', '/'],
    ['/players/999', 'team', '/'],
    ['/contests/999', 'contest', '/contests'],
    ['/evaluations/999', 'evaluation', '/'],
    ['/embed/999', 'match', '/'],
    ['/matches/first', 'page', '/'],
    ['/nowhere', 'page', '/'],
  ] as const) {
    if (new URL(page.url()).pathname !== path) await page.goto(stage.url + path)
    await expectPage(page.getByRole('heading', { name: `There is no such ${what}` }), path).toBeVisible()
    await page.getByRole('link', { name: 'See all' }).click()
    await expectPage(page, path).toHaveURL((url) => url.pathname === way)
  }
})

test('a finished match stays in its place with its result before it moves down', async () => {
  const stage = await stageFor()
  const match = stage.add({ ...QUORIDOR, allowed: 4 })
  const played = match.begin()
  const { page } = await visit(stage, '/')
  const card = page.getByRole('article')
  await expectPage(card.getByRole('img')).toBeVisible()
  match.allow(Infinity)
  const { result } = await played
  await expectPage(card.getByText(result?.winner === 0 ? 'Daedalus won' : 'Ariadne won')).toBeVisible()
  await expectPage(page.getByRole('heading', { name: 'Finished' })).toHaveCount(0)
  await expectPage(card).toHaveCount(0)
  await expectPage(page.getByRole('heading', { name: 'Finished' })).toBeVisible()
})

describe('a team page', () => {
  test('shows results, matches and bots to all visitors, and keys and reports to the team only', async () => {
    const stage = await stageFor()
    await finished(stage, { challenge: 'tic-tac-toe', names: ['Red', 'Blue'], brains: ['perfect', 'first'] })
    await finished(stage, {
      challenge: 'tic-tac-toe',
      names: ['Red', 'Blue'],
      brains: ['perfect', 'perfect'],
    })
    const green = stage.register('Green')
    const { page, complaints } = await visit(stage, `/teams/${green.id}`, { key: green.key })
    await expectPage(page.getByText('Has not finished a match yet')).toBeVisible()

    const key = green.key.split('_')[1] ?? ''
    await clickTwice(page, page.getByRole('button', { name: `Replace key ${key}` }), '**/rotate')
    await expectPage(page.getByText('Your new key. The page shows it only now')).toBeVisible()
    // The new key says which one it was made from, so the old one is still named.
    await expectPage(page.getByRole('button', { name: `Replace key ${key}` })).toHaveCount(0)
    expect(stage.requests.filter((url) => url.endsWith('/rotate'))).toHaveLength(1)
    await expectPage(page.getByText(/^gg_/)).toBeVisible()

    await page.getByLabel('Your first bot plays').selectOption('light-cycle')
    await page.getByRole('button', { name: 'Write a bot' }).click()
    await page.getByLabel('Its name').fill('Weed')
    await page
      .getByLabel('Files of your bot')
      .setInputFiles({ name: 'bot.zip', mimeType: 'application/zip', buffer: Buffer.from('not a zip') })
    await expectPage(page.getByText('Version 1 does not work')).toBeVisible()
    await judge(page)
    // The next upload is for the same bot, also after a reload, or back from a match.
    await page.reload()
    await expectPage(page.getByRole('combobox', { name: 'Your bot' })).toBeVisible()
    await expectPage(page.getByRole('combobox', { name: 'Your bot' }).locator(':checked')).toHaveText('Weed')
    await page.getByRole('link', { name: 'Green' }).click()
    await expectPage(page.getByRole('heading', { name: /^Weed/ })).toBeVisible()
    await expectPage(page.getByRole('link', { name: 'Upload a new version' })).toBeVisible()
    await expectPage(page.getByText(/does not work|Cannot/).first()).toBeVisible()
    await judge(page)

    await page.goto(`${stage.url}/players/1001`)
    await expectPage(page.getByRole('heading', { name: 'Red' })).toBeVisible()
    await expectPage(page.getByRole('row', { name: /Tic-tac-toe Arena 2 1 1 0/ })).toBeVisible()
    await expectPage(page.getByRole('link', { name: 'Red against Blue' })).toHaveCount(2)
    await expectPage(page.getByRole('heading', { name: 'Keys' })).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  test('refuses nothing of what its pages ask for a visitor that is not signed in', async () => {
    const stage = await stageFor()
    const refused: string[] = []
    const { page } = await visit(stage, '/play', {
      prepare: async (opening) =>
        opening.on('response', (response) => {
          if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
        }),
    })
    for (const path of ['/play', '/sign-in', '/games/tic-tac-toe/write', '/organise']) {
      await page.goto(stage.url + path)
      await expectPage(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
    }
    expect(refused).toEqual([])
  })

  test('keeps one signed in when an answer of before comes late', async () => {
    const stage = await stageFor()
    const late = Promise.withResolvers<void>()
    let asked = 0
    const { page } = await visit(stage, '/play', {
      prepare: (opening) =>
        opening.route('**/api/v1/session', async (route) => {
          const isFirst = asked++ === 0
          const response = await route.fetch()
          if (isFirst) await late.promise
          await route.fulfill({ response })
        }),
    })
    await page.getByLabel('Your name').fill('Ann')
    await page.getByRole('button', { name: 'Begin' }).click()
    await expectPage(page.getByRole('link', { name: 'Ann' })).toBeVisible()
    const arrived = page.waitForResponse('**/api/v1/session')
    late.resolve()
    await (await arrived).finished()
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    expect(await page.getByRole('link', { name: 'Ann' }).isVisible()).toBe(true)
  })

  test('lets one sign out, and then nothing of its own is to be seen', async () => {
    const stage = await stageFor()
    const { page } = await visit(stage, '/play')
    await page.getByLabel('Your name').fill('Ann')
    await page.getByRole('button', { name: 'Begin' }).click()
    // The match begins after the sign-in, and opens its page.
    await page.waitForURL(/\/play\/\d+$/)
    await page.getByRole('link', { name: 'Ann' }).click()
    await expectPage(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
    expect(await page.evaluate('document.cookie')).toBe('')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectPage(page.getByRole('heading', { name: 'Keys' })).toHaveCount(0)
    await page.goto(`${stage.url}/play`)
    await expectPage(page.getByLabel('Your name')).toHaveValue(/^guest-/)
  })
})

test.each([
  ['a phone', 'dark', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
  ['a desk', 'light', { viewport: { width: 1280, height: 800 } }],
] satisfies readonly (readonly [string, 'light' | 'dark', BrowserContextOptions])[])(
  'on %s these pages fit and can be read by everybody, %s',
  async (_, colorScheme, size) => {
    const stage = await stageFor()
    const over = await finished(stage, BEST_OF_THREE)
    const { page, complaints } = await visit(stage, '/play', { ...size, colorScheme })
    await expectPage(page.getByLabel('Your name')).toBeVisible()
    await judge(page)
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Replay' }).click()
    await expectPage(page.getByText('Open a record').last()).toBeVisible()
    await judge(page)
    for (const [path, sign] of [
      [`/embed/${over}`, 'Boost Tron'],
      ['/tv', 'Boost Tron'],
      ['/players/1001', 'Matches'],
    ] as const) {
      await page.goto(stage.url + path)
      await expectPage(page.getByText(sign).last()).toBeVisible()
      await judge(page)
    }
    expect(complaints).toEqual([])
  },
)

describe('a server whose disk is short of room', () => {
  test('says so on every page, and one that has room does not', async () => {
    const short = await stageFor({ reserveBytes: Number.MAX_SAFE_INTEGER / 2 ** 4 })
    const notice = (page: Page) => page.getByText('The server’s disk is')
    for (const path of ['/', '/contests']) {
      const { page, complaints } = await visit(short, path)
      await expectPage(notice(page)).toBeVisible()
      expect(complaints).toEqual([])
      await judge(page)
    }
    const stage = await stageFor()
    const answered = stage.requests.length
    const { page } = await visit(stage, '/')
    await expectPage(page.getByRole('heading').first()).toBeVisible()
    await expectPage.poll(() => stage.requests.slice(answered).includes('/api/v1/server')).toBe(true)
    await expectPage(notice(page)).toHaveCount(0)
  })
})

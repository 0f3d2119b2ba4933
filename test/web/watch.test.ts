import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  BEST_OF_THREE,
  expectPage,
  finished,
  judge,
  layoutShift,
  openTheatre,
  QUORIDOR,
  SOON,
} from './browser.fixture.ts'

/** Watching, live and later, in a real browser, against a real server that plays real matches. */
const theatre = openTheatre()
const { stage: stageFor, visit } = theatre

/** The canvas, once the wanted position is drawn. */
const boardOf = async (page: Page): Promise<unknown> => {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  return page.evaluate(`document.querySelector('.match-board canvas').toDataURL()`)
}

const arriveAt = (page: Page, round: number, ply: number): Promise<void> =>
  expectPage(page.getByRole('slider', { name: 'Position' })).toHaveAttribute(
    'aria-valuetext',
    `Round ${round}, turn ${ply}`,
  )

/** Those on the page, and those that something still refers to. */
async function canvasesInMemory(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { result: prototype } = await devtools.send('Runtime.evaluate', {
    expression: 'HTMLCanvasElement.prototype',
  })
  const { objects } = await devtools.send('Runtime.queryObjects', {
    prototypeObjectId: prototype.objectId ?? '',
  })
  const { result: count } = await devtools.send('Runtime.callFunctionOn', {
    functionDeclaration: 'function () { return this.length }',
    objectId: objects.objectId ?? '',
    returnByValue: true,
  })
  // Else these boards would stay in memory because we have asked.
  await devtools.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' })
  await devtools.detach()
  return count.value as number
}

const place = (page: Page): string => new URL(page.url()).hash

describe('the lobby', () => {
  test('says what to do when nothing has been played', async () => {
    const { page, complaints } = await visit(await stageFor(), '/')
    await expectPage(page.getByRole('heading', { name: 'There is no match here yet' })).toBeVisible()
    await expectPage(page.getByText('/api/v1/games')).toBeVisible()
    await expectPage(page.getByText('Quoridor Arena')).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('that always has a running match keeps no board of those that have ended', async () => {
    const stage = await stageFor()
    const { page } = await visit(stage, '/')
    const cards = page.getByRole('article')
    const begin = () => {
      const match = stage.add({
        challenge: 'tic-tac-toe',
        brains: ['random', 'random'],
        names: ['ann', 'bob'],
        allowed: 2,
      })
      return { match, played: match.begin() }
    }
    let running = begin()
    for (let round = 1; round <= 3; round++) {
      const next = begin()
      await expectPage(cards.getByRole('img')).toHaveCount(2)
      running.match.allow(Infinity)
      await running.played
      await expectPage(cards).toHaveCount(1)
      running = next
    }
    // The board of now, at most that of the change before, and one for a slow browser.
    expect(await canvasesInMemory(page)).toBeLessThanOrEqual(3)
  })

  test('shows a running match with its board, moves it down when it is over, and leads to both', async () => {
    const stage = await stageFor()
    await finished(stage, { challenge: 'tic-tac-toe', brains: ['perfect', 'perfect'], names: ['ann', 'bob'] })
    const { page, complaints } = await visit(stage, '/')
    await expectPage(page.getByText('No match is running')).toBeVisible()
    const match = stage.add({ ...QUORIDOR, allowed: 6 })
    await expectPage(page.getByText('looks for an opponent')).toBeVisible()
    const played = match.begin()
    const card = page.getByRole('article')
    await expectPage(card.getByRole('link', { name: 'Daedalus vs Ariadne' })).toBeVisible()
    await expectPage(card.getByRole('img', { name: 'Board of Daedalus against Ariadne' })).toBeVisible()
    match.allow(Infinity)
    await played
    await expectPage(card).toHaveCount(0)
    await expectPage(page.getByRole('link', { name: /Daedalus.*Ariadne/ })).toBeVisible()
    await page.getByRole('link', { name: /ann.*bob/ }).click()
    await expectPage(page.getByRole('heading', { name: 'Tic-tac-toe Arena' })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('keeps to a few connections however many matches run, and shows all their boards', async () => {
    const stage = await stageFor()
    for (let count = 0; count < 8; count++) void stage.add({ ...QUORIDOR, allowed: 4 }).begin()
    const streams: string[] = []
    const { page } = await visit(stage, '/', {
      prepare: async (opening) => opening.on('websocket', (socket) => streams.push(socket.url())),
    })
    await expectPage(page.getByRole('img', { name: /Board of/ })).toHaveCount(8)
    streams.push(...stage.requests)
    expect(streams.filter((url) => url.endsWith('/live'))).toHaveLength(1)
    expect(streams.filter((url) => url.endsWith('/events')).length).toBeLessThanOrEqual(4)
  })

  test('pages through what is finished', async () => {
    const stage = await stageFor()
    for (let count = 0; count < 25; count++)
      await finished(stage, { challenge: 'tic-tac-toe', brains: ['random', 'random'] })
    const { page } = await visit(stage, '/')
    const rows = page.getByRole('listitem')
    await expectPage(rows).toHaveCount(20)
    await page.getByRole('button', { name: 'Show older matches' }).click()
    await expectPage(rows).toHaveCount(25)
    await expectPage(page.getByRole('button', { name: 'Show older matches' })).toHaveCount(0)
  })

  test('says that the connection is lost, and catches up when it is back', async () => {
    const stage = await stageFor()
    await finished(stage, { challenge: 'tic-tac-toe', brains: ['perfect', 'perfect'] })
    const { page } = await visit(stage, '/')
    await expectPage(page.getByRole('listitem')).toHaveCount(1)
    await stage.stop()
    await expectPage(page.getByText('Connection lost, trying again')).toBeVisible()
    await page.context().setOffline(true)
    await stage.start()
    await finished(stage, { challenge: 'tic-tac-toe', brains: ['perfect', 'perfect'] })
    await page.context().setOffline(false)
    await expectPage(page.getByRole('listitem')).toHaveCount(2)
    await expectPage(page.getByText('Connection lost')).toHaveCount(0)
  })

  test('leads to a page that says so while the server is away, and shows it once the server is back', async () => {
    const stage = await stageFor()
    const { page, complaints } = await visit(stage, '/')
    await expectPage(page.getByRole('heading', { name: 'There is no match here yet' })).toBeVisible()
    await stage.stop()
    await page.getByRole('link', { name: 'Contests', exact: true }).click()
    await expectPage(page.getByRole('heading', { name: 'Cannot show this page' })).toBeVisible()
    await stage.start()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectPage(page.getByText('There is no contest here yet')).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('weighs less than 62 kB on the wire, boards and the rules of all games included', async () => {
    const stage = await stageFor()
    const weigh = (): number =>
      [...new Set(stage.requests)]
        .filter((url) => !url.startsWith('/api/'))
        .map((url) => readFileSync(join(theatre.folder, url === '/' ? 'index.html' : url)))
        .reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
    void stage.add({ ...QUORIDOR, allowed: 4 }).begin()
    const { page } = await visit(stage, '/')
    const boards = page.getByRole('img', { name: /Board of/ })
    await expectPage(boards).toHaveCount(1)
    const withOneGame = weigh()
    for (const challenge of ['tic-tac-toe', 'longest-group', 'boost-tron'])
      void stage.add({ challenge, brains: ['random', 'random'], allowed: 2 }).begin()
    await expectPage(boards).toHaveCount(4)
    expect(weigh()).toBeGreaterThan(withOneGame)
    expect(weigh()).toBeLessThan(62_000)
  })
})

describe('a match', () => {
  test('comes in a few files', async () => {
    const stage = await stageFor()
    const id = await finished(stage, QUORIDOR)
    const { page } = await visit(stage, `/matches/${id}`)
    await expectPage(page.getByText('✓ Verified')).toBeVisible()
    const files = stage.requests.filter((url) => url.startsWith('/assets/'))
    expect(files.length).toBeGreaterThan(2)
    expect(files.length).toBeLessThanOrEqual(15)
  })

  test('is watched live to its end, with clocks that run', async () => {
    const stage = await stageFor()
    const match = stage.add({ ...QUORIDOR, allowed: 4 })
    const played = match.begin()
    const { page, complaints } = await visit(stage, `/matches/${match.id}`)
    await expectPage(page.getByText('Live', { exact: true })).toBeVisible()
    await expectPage(page.getByText('Turn 4: Ariadne played')).toHaveCount(2)
    const clock = page.getByRole('region', { name: 'Daedalus' }).getByRole('timer')
    const before = await clock.textContent()
    await expectPage(clock).not.toHaveText(before ?? '')
    match.allow(1)
    await expectPage(page.getByRole('region', { name: 'Moves of round 1' }).getByRole('button')).toHaveCount(
      5,
    )
    match.allow(Infinity)
    const { result } = await played
    const winner = result?.winner === 0 ? 'Daedalus' : 'Ariadne'
    await expectPage(page.getByText(`${winner} wins the match`)).toBeVisible()
    await expectPage(page.getByText('✓ Verified')).toBeVisible()
    await expectPage(page.getByText('Finished', { exact: true })).toBeVisible()
    const asked = stage.requests.length
    await page.keyboard.press('Home')
    await expectPage(page.getByText('The game has begun').first()).toBeVisible()
    // The notice of a full disk asks every ten seconds, on every page.
    const news = stage.requests.slice(asked).filter((url) => url !== '/api/v1/server')
    expect(news.filter((url) => url.startsWith('/api/'))).toEqual([])
    expect(complaints).toEqual([])
  })

  test('goes on after the server was restarted', async () => {
    const stage = await stageFor()
    const match = stage.add({ ...QUORIDOR, allowed: 4 })
    const played = match.begin()
    const { page } = await visit(stage, `/matches/${match.id}`)
    const moves = page.getByRole('region', { name: 'Moves of round 1' }).getByRole('button')
    await expectPage(moves).toHaveCount(4)
    await stage.stop()
    await expectPage(page.getByText('Connection lost, trying again')).toBeVisible()
    match.allow(3)
    await stage.start()
    await expectPage(moves).toHaveCount(7)
    await expectPage(page.getByText('Connection lost')).toHaveCount(0)
    match.allow(Infinity)
    await played
    await expectPage(page.getByText('✓ Verified')).toBeVisible()
  })

  test('shows what the arena has after a backup was restored, and goes on from there', async () => {
    const stage = await stageFor()
    const match = stage.add({ ...QUORIDOR, allowed: 4 })
    const played = match.begin()
    const { page } = await visit(stage, `/matches/${match.id}`)
    const moves = page.getByRole('region', { name: 'Moves of round 1' }).getByRole('button')
    await expectPage(moves).toHaveCount(4)
    const restore = await stage.backup()
    match.allow(3)
    await expectPage(moves).toHaveCount(7)
    await stage.stop()
    await restore()
    await stage.start()
    await expectPage(moves).toHaveCount(4)
    await stage.stop()
    match.allow(2)
    await stage.start()
    await expectPage(moves).toHaveCount(6)
    match.allow(Infinity)
    await played
    await expectPage(page.getByText('✓ Verified')).toBeVisible()
  })

  test('whose moves are others after a backup was restored shows those, also if they are more by now', async () => {
    const stage = await stageFor()
    const match = stage.add({ ...QUORIDOR, allowed: 4 })
    const played = match.begin()
    const { page } = await visit(stage, `/matches/${match.id}`)
    const moves = page.getByRole('region', { name: 'Moves of round 1' }).getByRole('button')
    await expectPage(moves).toHaveCount(4)
    const restore = await stage.backup()
    match.allow(1)
    await expectPage(moves).toHaveCount(5)
    await stage.stop()
    await restore()
    match.allow(Infinity)
    await page.context().setOffline(true)
    await stage.start()
    await played
    await page.context().setOffline(false)
    await expectPage(page.getByText('✓ Verified')).toBeVisible()
  })

  test('that waits begins by itself', async () => {
    const stage = await stageFor()
    const match = stage.add({ ...QUORIDOR, allowed: 3 })
    const { page } = await visit(stage, `/matches/${match.id}`)
    await expectPage(page.getByText('Looks for an opponent')).toBeVisible()
    void match.begin()
    await expectPage(page.getByRole('heading', { name: 'Quoridor Arena' })).toBeVisible()
  })

  test('names the winner on a phone, even if the names are long', async () => {
    const stage = await stageFor()
    const id = await finished(stage, {
      ...BEST_OF_THREE,
      names: ['The team of the very long name', 'Nobody:in_particular, and friends'],
    })
    const { page } = await visit(stage, `/matches/${id}`, { viewport: { width: 360, height: 740 } })
    const badge = page.getByText('won', { exact: true })
    await expectPage(badge).toBeVisible()
    const [own, room] = [await badge.boundingBox(), await badge.locator('..').boundingBox()]
    expect(own?.width).toBeGreaterThan(20)
    expect((own?.x ?? NaN) + (own?.width ?? NaN)).toBeLessThanOrEqual((room?.x ?? NaN) + (room?.width ?? NaN))
    await judge(page)
  })

  test('that was played by rules the page does not know says so, and shows ways on', async () => {
    const stage = await stageFor()
    await finished(stage, QUORIDOR)
    const { page } = await visit(stage, '/')
    // As after an update of the server while the page was open.
    await page.route('**/events', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace('"version":', '"version":9')
      await route.fulfill({ response: answer, body })
    })
    await page.getByRole('link', { name: /Daedalus.*Ariadne/ }).click()
    await expectPage(
      page.getByRole('heading', { name: 'Cannot show Daedalus against Ariadne' }),
    ).toBeVisible()
    await expectPage(page.getByText('does not know the rules of this match: reload the page.')).toBeVisible()
    await judge(page)
    await page.unroute('**/events')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectPage(page.getByText('✓ Verified')).toBeVisible()
  })

  test('tells faults in plain words', async () => {
    const stage = await stageFor()
    const cheater = { name: 'cheater', move: () => 'Z9' }
    const id = await finished(stage, {
      challenge: 'tic-tac-toe',
      names: ['ann', 'eve'],
      brains: ['perfect', cheater],
    })
    const { page } = await visit(stage, `/matches/${id}`)
    await expectPage(page.getByText('ann won: eve sent something unreadable on turn 2').first()).toBeVisible()
  })

  test('whose record was changed is not called verified', async () => {
    const stage = await stageFor()
    const match = stage.add({
      challenge: 'tic-tac-toe',
      names: ['ann', 'bob'],
      brains: ['perfect', 'perfect'],
    })
    await match.begin()
    const changed = match.lines.map((line, index) => (index === 4 ? line.replace('"at":', '"at":1') : line))
    const events = changed.map((line, index) => `id: ${index}\ndata: ${line}\n`).join('')
    const { page } = await visit(stage, `/matches/${match.id}`, {
      prepare: (opening) =>
        opening.route('**/events', (route) =>
          route.fulfill({ contentType: 'text/event-stream', body: `${events}event: end\ndata: {}\n\n` }),
        ),
    })
    await expectPage(page.getByText('Cannot follow the record at line 5')).toBeVisible()
  })
})

describe('a replay', () => {
  test('is leafed through with keys, and the address says where one is', async () => {
    const stage = await stageFor()
    const id = await finished(stage, BEST_OF_THREE)
    const { page } = await visit(stage, `/matches/${id}`)
    await expectPage(page.getByRole('link', { name: 'Rules' })).toHaveAttribute(
      'href',
      /^\/games\/[\w-]+\/rules$/,
    )
    const position = page.getByRole('slider', { name: 'Position' })
    const last = await position.getAttribute('max')
    await expectPage(position).toHaveValue(last ?? '')
    await page.keyboard.press('Home')
    await expectPage(position).toHaveValue('0')
    await expectPage.poll(() => place(page), SOON).toBe('#r1.p0')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expectPage(position).toHaveValue('1')
    await expectPage.poll(() => place(page), SOON).toBe('#r1.p1')
    await expectPage(page.getByText('Turn 1: zoom played').first()).toBeVisible()
    await page.keyboard.press('Space')
    await expectPage(page.getByRole('button', { name: 'Pause (space)' })).toBeVisible()
    await expectPage(position).not.toHaveValue('1')
    await page.keyboard.press('Space')
    await expectPage(page.getByRole('button', { name: 'Play (space)' })).toBeVisible()
    await page.keyboard.press('End')
    await expectPage(position).toHaveValue(last ?? '')
    await expectPage.poll(() => place(page), SOON).toBe('')
  })

  test('plays to its end by itself', async () => {
    const stage = await stageFor()
    const id = await finished(stage, { challenge: 'tic-tac-toe', brains: ['perfect', 'perfect'] })
    const { page } = await visit(stage, `/matches/${id}`)
    const speed = page.getByRole('combobox', { name: 'Speed' })
    // Slow until the test has seen it play: at full speed nine moves are over too soon.
    await speed.selectOption('0.5')
    await page.getByRole('button', { name: 'Play (space)' }).click()
    await expectPage(page.getByRole('button', { name: 'Pause (space)' })).toBeVisible()
    await speed.selectOption('16')
    await expectPage(page.getByRole('button', { name: 'Play (space)' })).toBeVisible()
    const position = page.getByRole('slider', { name: 'Position' })
    await expectPage(position).toHaveValue((await position.getAttribute('max')) ?? '')
  })

  test('opens at the position of a link, also in a later round', async () => {
    const stage = await stageFor()
    const id = await finished(stage, BEST_OF_THREE)
    const { page } = await visit(stage, `/matches/${id}#r2.p3`)
    await expectPage(page.getByText('Turn 3: boom played').first()).toBeVisible()
    await expectPage(page.getByRole('button', { name: /^2 / })).toHaveAttribute('aria-current', 'true')
    await expectPage.poll(() => place(page), SOON).toBe('#r2.p3')
    const share = page.getByRole('link', { name: 'Share' })
    await expectPage(share).toHaveAttribute('href', '#r2.p3')
  })

  test('a round, a move and the scrubber lead to their positions', async () => {
    const stage = await stageFor()
    const id = await finished(stage, BEST_OF_THREE)
    const { page } = await visit(stage, `/matches/${id}`)
    await page.getByRole('button', { name: /^1 / }).first().click()
    await expectPage.poll(() => place(page), SOON).toBe('#r1.p0')
    await page.getByRole('region', { name: 'Moves of round 1' }).getByRole('button').nth(2).click()
    await expectPage.poll(() => place(page), SOON).toBe('#r1.p3')
    await page.getByRole('slider', { name: 'Position' }).fill('5')
    await expectPage.poll(() => place(page), SOON).toBe('#r1.p5')
  })

  test('hands the record over, byte for byte', async () => {
    const stage = await stageFor()
    const match = stage.add({ challenge: 'tic-tac-toe', brains: ['perfect', 'perfect'] })
    await match.begin()
    const { page } = await visit(stage, `/matches/${match.id}`)
    const arrival = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Record' }).click()
    const file = await arrival
    expect(file.suggestedFilename()).toBe(`match-${match.id}.jsonl`)
    expect(readFileSync(await file.path(), 'utf8')).toBe(match.lines.join(''))
  })

  test.each([
    [BEST_OF_THREE, 9],
    [QUORIDOR, 12],
    [{ challenge: 'longest-group', brains: ['greedy', 'baseline'] } as const, 30],
    [{ challenge: 'torus-tron', brains: ['baseline', 'baseline'] } as const, 6],
  ])('a board drawn turn by turn is the board drawn at once: %j', async (plan, ply) => {
    const stage = await stageFor()
    const id = await finished(stage, plan)
    const options = { reducedMotion: 'reduce' } as const
    const { page } = await visit(stage, `/matches/${id}#r1.p${ply}`, options)
    await arriveAt(page, 1, ply)
    const atOnce = await boardOf(page)
    // To the end, back to the beginning, and forward again: every cell is drawn and taken away once.
    await page.keyboard.press('End')
    await expectPage.poll(() => boardOf(page), SOON).not.toBe(atOnce)
    await page.keyboard.press('Home')
    await arriveAt(page, 1, 0)
    for (let count = 1; count <= ply; count++) {
      await page.keyboard.press('ArrowRight')
      await arriveAt(page, 1, count)
    }
    expect(await boardOf(page)).toBe(atOnce)
  })
})

test('of a large board only what changed is drawn again, turn by turn and on the way', async () => {
  const stage = await stageFor()
  const match = stage.add({
    challenge: 'boost-tron',
    names: ['zoom', 'boom'],
    brains: ['wanderer', 'wanderer'],
    allowed: 50,
  })
  void match.begin()
  await expectPage.poll(() => match.lines.length, SOON).toBeGreaterThan(48)
  const { page } = await visit(stage, `/matches/${match.id}#r1.p0`)
  await expectPage(page.getByRole('img', { name: /130 by 100/ })).toBeVisible()
  await arriveAt(page, 1, 0)
  await page.evaluate(COUNT_DRAWING)
  for (let count = 1; count <= 20; count++) await page.keyboard.press('ArrowRight')
  await arriveAt(page, 1, 20)
  await boardOf(page)
  const { area, frames, calls } = (await page.evaluate('window.drawing')) as Readonly<Record<string, number>>
  expect(frames).toBeGreaterThanOrEqual(10)
  // 13,000 cells; a cycle and its light cover some two hundred of them.
  expect((area ?? NaN) / (frames ?? NaN)).toBeLessThan(0.15)
  expect((calls ?? NaN) / (frames ?? NaN)).toBeLessThan(150)
})

/** Counts frames, drawing calls, and how much of the canvas they cover. */
const COUNT_DRAWING = `(() => {
  const drawing = (window.drawing = { frames: 0, calls: 0, area: 0 })
  const { prototype } = CanvasRenderingContext2D
  let time = -1
  for (const name of ['fillRect', 'fill', 'stroke', 'strokeRect', 'fillText', 'drawImage']) {
    const plain = prototype[name]
    prototype[name] = function (...args) {
      const now = document.timeline.currentTime
      if (now !== time) drawing.frames++
      time = now
      drawing.calls++
      if (name === 'drawImage')
        drawing.area += args.length < 9 ? 1 : (args[7] * args[8]) / (this.canvas.width * this.canvas.height)
      return plain.apply(this, args)
    }
  }
})()`

test.each([
  ['a phone', 'dark', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
  ['a desk', 'light', { viewport: { width: 1280, height: 800 } }],
  ['a projector', 'dark', { viewport: { width: 1920, height: 1080 } }],
] satisfies readonly (readonly [string, 'light' | 'dark', BrowserContextOptions])[])(
  'on %s every page fits and can be read by everybody, %s',
  async (_, colorScheme, size) => {
    const stage = await stageFor()
    const { page, complaints } = await visit(stage, '/', { ...size, colorScheme })
    await expectPage(page.getByText('Quoridor Arena')).toBeVisible()
    await judge(page)
    const over = await finished(stage, BEST_OF_THREE)
    const live = stage.add({ ...QUORIDOR, allowed: 5 })
    void live.begin()
    stage.add(QUORIDOR)
    for (const [path, sign] of [
      ['/', 'Playing now'],
      [`/matches/${live.id}`, 'Live'],
      [`/matches/${over}`, '✓ Verified'],
      ['/matches/99', 'There is no such match'],
      ['/ladder/tic-tac-toe', 'Write a bot'],
      ['/games/quoridor', 'Pause'],
    ] as const) {
      await page.goto(stage.url + path)
      await expectPage(page.getByText(sign).first()).toBeVisible()
      expect(await layoutShift(page), path).toBeLessThan(0.05)
      await judge(page)
    }
    expect(complaints).toEqual([])
  },
)

test('a finished match that comes in pieces is shown once it is whole, and nothing shifts', async () => {
  const stage = await stageFor()
  const over = await finished(stage, BEST_OF_THREE)
  const url = await slowNetwork(stage.url)
  const { page } = await visit({ url }, `/matches/${over}`, {
    viewport: { width: 360, height: 740 },
    isMobile: true,
  })
  await expectPage(page.getByText('✓ Verified')).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.05)
})

/** The address of a proxy that passes event streams on in small pieces. */
async function slowNetwork(url: string): Promise<string> {
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const onward = request(url + asked.url, { headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      answer.flushHeaders()
      void (asked.url?.endsWith('/events') === true ? passInPieces(response, answer) : response.pipe(answer))
    })
    onward.end()
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

async function passInPieces(from: AsyncIterable<Buffer>, to: ServerResponse): Promise<void> {
  for await (const chunk of from)
    for (let at = 0; at < chunk.length; at += 4000) {
      to.write(chunk.subarray(at, at + 4000))
      await setTimeout(50)
    }
  to.end()
}

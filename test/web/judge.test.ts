import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import type { JudgeLinkBody } from '../../src/api/judging.ts'
import { gamegrid } from '../cli/run.ts'
import { expectPage, judge, openTheatre, SOON } from './browser.fixture.ts'

const theatre = openTheatre()
const { stage: stageFor, visit } = theatre

const ENTRANTS = ['house:perfect', 'house:random', 'house:first']

test('a judge types marks down the column, a lost connection loses none, and the report and the certificates work without the server', async () => {
  const stage = await stageFor()
  const { key } = stage.register('office', 'organiser')
  const id = stage.hold({
    name: 'Judged cup',
    challenge: 'tic-tac-toe',
    format: 'single-elimination',
    entrants: ENTRANTS,
    seed: 5,
    nodes: 50,
  })
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return (await fetch(`${stage.url}/api/v1/tournaments/${id}${path}`, { headers, ...init })).json()
  }
  const link = (await ask('/judges', { method: 'POST', body: JSON.stringify({ name: 'Ada' }) })) as {
    path: string
  }
  const marks = async (): Promise<unknown> => ((await ask('/marks')) as { marks: unknown }).marks

  const { page, complaints } = await visit(stage, link.path, { viewport: { width: 390, height: 800 } })
  const field = (entrant: string) => page.getByLabel(`Mark for ${entrant}, 0 to 20`)
  const state = page.getByRole('status').filter({ hasText: /saved|Saving|lost/ })
  await field('house:perfect').fill('12,5')
  await field('house:perfect').press('Enter')
  await expectPage(field('house:random')).toBeFocused()
  await page.keyboard.type('25')
  await expectPage(page.getByRole('alert')).toContainText('expected a number from 0 to 20')
  await expectPage(state).toContainText('1 mark is not saved')
  await field('house:random').fill('20')
  await expectPage(state).toContainText('All marks are saved')
  await expectPage(page.locator('[data-sum]')).toHaveText('32.5')
  expect(await marks()).toEqual([
    { judge: 'Ada', entrant: 'house:perfect', points: 12.5 },
    { judge: 'Ada', entrant: 'house:random', points: 20 },
  ])
  await judge(page)

  await page.context().setOffline(true)
  await field('house:first').fill('7')
  await expectPage(state).toContainText('Connection lost. 1 mark waits')
  await expectPage(page.locator('[data-sum]')).toHaveText('39.5')
  await judge(page)
  await page.context().setOffline(false)
  await expectPage(state).toContainText('All marks are saved')
  expect(await marks()).toContainEqual({ judge: 'Ada', entrant: 'house:first', points: 7 })
  await page.reload()
  await expectPage(field('house:first')).toHaveValue('7')
  // The organiser corrects a mark that the judge gave on this very page: the page reads its rows again and again.
  await page.clock.install()
  await field('house:first').fill('8')
  await page.clock.runFor(1_000)
  await expectPage(state).toContainText('All marks are saved')
  const corrected = { judge: 'Ada', entrant: 'house:first', points: 18 }
  await ask('/marks', { method: 'POST', body: JSON.stringify(corrected) })
  await page.clock.runFor(20_000)
  await expectPage(field('house:first')).toHaveValue('18')
  await ask('/marks', { method: 'POST', body: JSON.stringify({ ...corrected, points: 7 }) })
  expect(complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([])

  await expectPage
    .poll(async () => ((await ask('')) as { status: string }).status, { timeout: 60_000 })
    .toBe('over')
  const { page: paper } = await visit(stage, `/contests/${id}/certificates`)
  await expectPage(paper.getByRole('heading', { level: 2 })).toHaveCount(3)
  await expectPage(paper.getByText('1st place of 3')).toBeVisible()
  await judge(paper)
  // Without header and footer of the site: a page for each entrant.
  const pdf = await paper.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(ENTRANTS.length)

  const report = await (await fetch(`${stage.url}/api/v1/tournaments/${id}/report.html`)).text()
  expect(report).not.toMatch(/judged|Ada/)
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'report.html'), report)
  await stage.stop()
  await paper.goto(pathToFileURL(join(folder, 'report.html')).href)
  await paper.getByRole('link', { name: 'ko-r2-t1-g1' }).click()
  await expectPage(paper.getByRole('img', { name: 'Turn 0 of' })).toBeVisible()
  await paper.getByRole('button', { name: 'Last' }).click()
  await expectPage(paper.getByText(/^Turn [1-9]\d* of [1-9]/)).toBeVisible()
})

test('a judge whose link the organiser revokes is told so by the page, before it types another mark', async () => {
  const stage = await stageFor()
  const { key } = stage.register('office', 'organiser')
  const id = stage.hold({
    name: 'Judged cup',
    challenge: 'tic-tac-toe',
    format: 'single-elimination',
    entrants: ENTRANTS,
    seed: 5,
    nodes: 50,
  })
  const url = `${stage.url}/api/v1/tournaments/${id}/judges`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const made = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name: 'Ada' }) })
  const link = (await made.json()) as JudgeLinkBody
  const { page } = await visit(stage, link.path, { prepare: (opening) => opening.clock.install() })
  await expectPage(page.getByText('All marks are saved.')).toBeVisible()
  await page.context().setOffline(true)
  await page.clock.fastForward(20_000)
  await expectPage(page.getByText('Connection lost, trying again')).toBeVisible()
  await page.context().setOffline(false)
  await fetch(`${url}/${link.judge.id}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } })
  await page.clock.fastForward(20_000)
  await expectPage(page.getByRole('alert')).toHaveText(
    "This judge's link has ended: ask the organiser for a new one.",
  )
  await expectPage(page.getByText('All marks are saved')).toHaveCount(0)
  await judge(page)
})

test('the report of the command line has the boards of all matches in one file, which asks for nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // It marks every cell with its move, and says something.
  writeFileSync(
    join(folder, 'artist.mjs'),
    `export default {
      name: 'artist',
      move({ legal, remark }) {
        const cells = ['NW', 'N', 'NE', 'W', 'C', 'E', 'SW', 'S', 'SE']
        remark({ text: 'all is <b>mine</b>', marks: cells.map((cell) => ({ cell, colour: 'purple' })) })
        return legal[0]
      },
    }`,
  )
  const words = [
    'tic-tac-toe',
    'house:perfect',
    'house:random',
    join(folder, 'artist.mjs'),
    '--games',
    '1',
    '--seed',
    '5',
    '--nodes',
    '50',
    '--report',
    'html',
  ]
  const ran = await gamegrid(['tournament', ...words, '--data', join(folder, 'cup')])
  expect(ran).toMatchObject({ code: 0, err: '' })
  // Alone, as it is sent by mail.
  copyFileSync(join(folder, 'cup/report.html'), join(folder, 'alone.html'))
  rmSync(join(folder, 'cup'), { recursive: true })
  const context = await theatre.browser.newContext({ viewport: { width: 390, height: 800 } })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(SOON.timeout)
  const page = await context.newPage()
  const seen: string[] = []
  page.on('pageerror', (error) => void seen.push(String(error)))
  page.on('console', (message) => void seen.push(message.text()))
  page.on('request', (request) => void seen.push(request.url()))
  const address = pathToFileURL(join(folder, 'alone.html')).href
  await page.goto(address)
  const links = page.locator('a[href^="#match-"]')
  await expectPage(links).toHaveCount(3)
  let drawn = 0
  for (const link of await links.all()) {
    await link.click()
    await expectPage(page.getByRole('img', { name: 'Turn 0 of' })).toBeVisible()
    await expectPage(
      page.getByRole('heading', { level: 3, name: (await link.textContent()) ?? '' }),
    ).toBeVisible()
    // What a player said and drew with its move is below the board and on it. The player in the heading's first place moves first.
    const seat = (await page.locator('#player h3').textContent())
      ?.split(' against ')
      .findIndex((name) => name.startsWith('artist'))
    expect(await purpleOn(page)).toBe(0)
    for (let turn = 0; turn <= (seat ?? 0); turn++) await page.getByRole('button', { name: 'Next' }).click()
    await expectPage(page.getByText('artist: draws 9 marks · “all is <b>mine</b>”')).toHaveCount(
      seat === -1 ? 0 : 1,
    )
    if (seat !== -1) {
      drawn++
      await expectPage.poll(() => purpleOn(page), SOON).toBeGreaterThan(0)
    }
    await page.getByRole('button', { name: 'Last' }).click()
    await expectPage(page.getByText(/^Turn [1-9]\d* of [1-9]/)).toBeVisible()
  }
  expect(drawn).toBe(2)
  await judge(page)
  expect(seen).toEqual([address])
})

/** How many pixels of the board are purple: no piece and no cell is. A canvas of its own is read: to read the board's would slow it down. */
const purpleOn = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const board = document.querySelector('canvas')
    const { width, height } = board
    const copy = Object.assign(document.createElement('canvas'), { width, height })
    const context = copy.getContext('2d', { willReadFrequently: true })
    context.drawImage(board, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    let purple = 0
    for (let at = 0; at < data.length; at += 4)
      if (data[at] - data[at + 1] > 16 && data[at + 2] - data[at + 1] > 16) purple++
    return purple
  })()`)

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
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

test('the report of the command line has the boards of all matches in one file, which asks for nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const words = [
    'tic-tac-toe',
    ...ENTRANTS,
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
  for (const link of await links.all()) {
    await link.click()
    await expectPage(page.getByRole('img', { name: 'Turn 0 of' })).toBeVisible()
    await expectPage(
      page.getByRole('heading', { level: 3, name: (await link.textContent()) ?? '' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Last' }).click()
    await expectPage(page.getByText(/^Turn [1-9]\d* of [1-9]/)).toBeVisible()
  }
  await judge(page)
  expect(seen).toEqual([address])
})

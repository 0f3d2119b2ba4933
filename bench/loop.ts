import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { buildWeb, openBrowser } from '../test/web/shipped.ts'
import { openStage } from '../test/web/stage.ts'
import { printTable } from './table.ts'

/**
 * The contestant's loop with a stopwatch, in a real browser: from the lobby to the first own match, and from a changed line to the
 * next match. The second is also a ratio to the build and trial alone, which the server does in the same run. A person reads
 * and moves the mouse as well: each click and each field costs a second here.
 */
const READS_MS = 1_000

await using web = await buildWeb()
await using stage = await openStage({ webFolder: web.folder })
const browser = await openBrowser()
try {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  page.setDefaultTimeout(120_000)

  const first = await stopwatch(async () => {
    await page.goto(stage.url)
    await asPerson(() =>
      page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Games' }).click(),
    )
    await asPerson(() => page.getByRole('link', { name: 'Light Cycle' }).first().click())
    await asPerson(() => page.getByRole('link', { name: 'Write a bot' }).first().click())
    await asPerson(() => page.getByLabel('Name of your team').fill('Stopwatch'))
    await asPerson(() => page.getByRole('button', { name: 'Go on' }).click())
    await changeLine(page)
    await playIt(page, 1)
  })

  await asPerson(() => page.getByRole('link', { name: 'Change the code' }).click())
  const next = await stopwatch(async () => {
    await changeLine(page)
    await playIt(page, 2)
  })

  const build = await stopwatch(() => uploadAlone(page))
  printTable('The contestant’s loop (a person needs 1 s for each click)', [
    { what: 'lobby → first own match', value: seconds(first), ratio: first / 120_000, goal: '< 1' },
    { what: 'changed line → next match', value: seconds(next), ratio: next / 10_000, goal: '< 1' },
    { what: 'build and trial alone', value: seconds(build), ratio: next / build },
  ])
} finally {
  await browser.close()
}

/** Puts a comment before the first line of the kit. */
async function changeLine(page: Page): Promise<void> {
  await asPerson(() => page.getByLabel('Source of bot.py').click())
  await page.keyboard.press('Control+Home')
  await asPerson(() => page.keyboard.insertText(`# changed at ${Date.now()}\n`))
}

/** Uploads the text in the editor, and plays as soon as the version is ready; over when the first turn is on the board. */
async function playIt(page: Page, version: number): Promise<void> {
  await asPerson(() => page.keyboard.press('Control+Enter'))
  await page.getByText(`Version ${version} is ready to play`).waitFor()
  await asPerson(() => page.getByRole('button', { name: 'Play it now' }).click())
  await page.waitForURL(/\/matches\/\d+/)
  await page.getByRole('img', { name: /board/ }).first().waitFor()
}

/** The same upload by the API, until its verdict. */
async function uploadAlone(page: Page): Promise<void> {
  const events = await page.evaluate(`(async () => {
    const { bots } = await (await fetch('/api/v1/bots?limit=100')).json()
    const { text } = await (await fetch('/api/v1/challenges/light-cycle/kits/python/source')).json()
    const path = '/api/v1/bots/' + bots[0].id + '/versions'
    const headers = { 'content-type': 'application/octet-stream' }
    const sent = await fetch(path + '?file=bot.py', { method: 'POST', headers, body: text })
    const { version } = await sent.json()
    return (await fetch(path + '/' + version + '/events')).text()
  })()`)
  if (!String(events).includes('"status":"passed"')) throw new Error(`the upload failed: ${String(events)}`)
}

async function asPerson(act: () => Promise<unknown>): Promise<void> {
  await sleep(READS_MS)
  await act()
}

async function stopwatch(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { openTheatre, expectPage, judge, SOON } from './browser.fixture.ts'
import { BETTER, LATE } from './loop.fixture.ts'
import { openStage } from './stage.ts'

/** The contestant's loop: write, build, play, read why it lost, change. One team, one browser, one server, real programs. */
const theatre = openTheatre()

const PHONE = { width: 390, height: 844 }
/** `first`, the weakest rung of light-cycle, and `random` above it. */
const [FIRST_RUNG, SECOND_RUNG] = ['house:first', 'house:random']

test('a team goes from the kits of Python, C++ and Rust to won matches, and reads why it lost another', async () => {
  const stage = await openStage({ webFolder: theatre.folder })
  onTestFinished(() => stage[Symbol.asyncDispose]())

  // A visitor takes a name at the workbench and goes on.
  const { page, complaints } = await theatre.visit(stage, '/games/light-cycle/write')
  await page.getByLabel('Name of your team').fill('Loopers')
  await judge(page)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expectPage(page.getByText(/^gg_[a-z0-9]{12}_/)).toBeVisible()

  // Python, written in the page.
  await newBot(page, 'Py')
  await write(page, 'Source of bot.py', await changedKit(page, 'python', BETTER.python))
  await judge(page)
  await page.keyboard.press('Control+Enter')
  await expectPage(page.getByText('Version 1 is ready to play')).toBeVisible()
  await expectPage(page.getByRole('log', { name: 'Build log' })).toContainText('rooms')
  await expectPage(page.getByLabel('Against')).toHaveValue(FIRST_RUNG)
  await winAgainst(page, SECOND_RUNG)
  await expectPage(ownLog(page)).toContainText('rooms')
  await ownLog(page).getByRole('tab', { name: 'Wire' }).click()
  await ownLog(page).getByRole('link', { name: 'Turn 1 on the board' }).first().click()
  await expectPage(page).toHaveURL(/#r1\.p1$/)
  await expectPage(ownLog(page).locator('[aria-current]').first()).toContainText(/^0\.|^\d/)
  await judge(page)

  // The text is still there, and the second rung is beaten: the next one is proposed.
  await page.getByRole('link', { name: 'Change the code' }).click()
  await expectPage(page.getByLabel('Source of bot.py')).toContainText('def choose_move')
  await expectPage(page.getByLabel('Your bot', { exact: true }).locator('option:checked')).toHaveText('Py')
  await expectPage(page.getByLabel('Against').locator(`option[value="${SECOND_RUNG}"]`)).toContainText(
    'beaten',
  )

  // C++, dropped as one file. Its first version has a mistake, and the log marks it.
  await newBot(page, 'Plus')
  const cpp = await changedKit(page, 'cpp', BETTER.cpp)
  await drop(page, 'bot.cpp', `int size_of_nothing = nothing;\n${cpp}`)
  await expectPage(page.getByText('Version 1 does not work')).toBeVisible()
  await expectPage(page.locator('.build-log mark')).toContainText('‘nothing’ was not declared')
  await page.getByRole('button', { name: 'Go to line 1 of bot.cpp' }).click()
  await expectPage(page.getByLabel('Source of bot.cpp')).toBeFocused()
  await judge(page)
  await drop(page, 'bot.cpp', cpp)
  await expectPage(page.getByText('Version 2 is ready to play')).toBeVisible()
  await expectPage(page.getByRole('log', { name: 'Build log' })).toContainText('$ g++')
  await winAgainst(page, SECOND_RUNG)
  await page.getByRole('link', { name: 'Change the code' }).click()

  // Rust, from the zip of its kit to a zip.
  await newBot(page, 'Crab')
  await page.getByLabel('Language').selectOption('rust')
  await page.getByLabel('Files of your bot').setInputFiles({
    name: 'crab.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(await changedZip(page)),
  })
  await expectPage(page.getByText('Version 1 is ready to play')).toBeVisible()
  await winAgainst(page, SECOND_RUNG)

  // A bot that thinks for too long on large boards: the panel says so.
  await page.getByRole('link', { name: 'Change the code' }).click()
  await newBot(page, 'Snail')
  await page.getByLabel('Language').selectOption('python')
  await write(page, 'Source of bot.py', await changedKit(page, 'python', LATE))
  await page.keyboard.press('Control+Enter')
  await expectPage(page.getByText('Version 1 is ready to play')).toBeVisible()
  await page.goto(`${stage.url}/matches/${await playOnLargeBoard(page, 'Snail')}`)
  const end = page.getByRole('region', { name: 'How it ended for you' })
  await expectPage(end).toContainText(
    /You lost: timeout\. Your bot had 2000 ms for turn 3 and had not answered after \d+(\.\d+)? ms/,
  )
  await expectPage(end.getByRole('heading', { name: 'What the doctor finds' })).toBeVisible()
  await expectPage(end.getByText('Change:').first()).toBeVisible()
  await expectPage(end.getByRole('button', { name: 'Play again' })).toBeVisible()
  await judge(page)
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectPage(ownLog(page)).toContainText('thinking hard')
  await judge(page)

  // The team's own page has the next step of each bot.
  await page.goto(`${stage.url}/games/light-cycle/write`)
  await expectPage(page.getByLabel('Source of bot.py')).toContainText('thinking hard')
  await judge(page)
  await page.getByRole('link', { name: 'Loopers' }).click()
  const bot = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name} `) }) })
  await expectPage(bot('Snail').getByRole('link', { name: 'Read why it lost' })).toBeVisible()
  await expectPage(bot('Crab').getByRole('button', { name: /^Play it now/ })).toBeVisible()
  await judge(page)
  expect(complaints).toEqual([])
}, 600_000)

const ownLog = (page: Page) => page.getByRole('region', { name: 'Your bot’s log' })

async function newBot(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your bot', { exact: true }).selectOption('new')
  await page.getByLabel('Its name').fill(name)
}

/** Puts a text in the place of all that is in the editor. */
async function write(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

/** The kit of a language, as the page loads it, with a change. */
async function changedKit(page: Page, language: string, change: Change): Promise<string> {
  const source = (await ask(page, `challenges/light-cycle/kits/${language}/source`)) as {
    readonly text: string
  }
  return changed(source.text, change)
}

/** The zip of the Rust kit, downloaded by its button, with its source changed. */
async function changedZip(page: Page): Promise<Uint8Array> {
  const arrival = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Kit as a zip' }).click()
  const files = unzipSync(readFileSync(await (await arrival).path()))
  const name = Object.keys(files).find((path) => path.endsWith('bot.rs')) ?? ''
  return zipSync({ ...files, [name]: strToU8(changed(strFromU8(files[name] ?? strToU8('')), BETTER.rust)) })
}

type Change = readonly (readonly [from: string, to: string])[]

function changed(text: string, change: Change): string {
  return change.reduce((before, [from, to]) => {
    expect(before).toContain(from)
    return before.replace(from, () => to)
  }, text)
}

async function drop(page: Page, name: string, text: string): Promise<void> {
  const file = `new File([${JSON.stringify(text)}], ${JSON.stringify(name)})`
  const transfer = await page.evaluateHandle(
    `(() => { const made = new DataTransfer(); made.items.add(${file}); return made })()`,
  )
  await page
    .getByRole('group', { name: /Drop your bot here/ })
    .dispatchEvent('drop', { dataTransfer: transfer })
}

/** Plays until a match is won: both start in a corner, and a player that moves at random may be lucky. */
async function winAgainst(page: Page, opponent: string): Promise<void> {
  await page.getByLabel('Against').selectOption(opponent)
  await page.getByRole('button', { name: 'Play it now' }).click()
  for (let tries = 1; ; tries++) {
    const end = page.getByRole('region', { name: 'How it ended for you' })
    await expectPage(end).toContainText(/^(?:You won|You lost|Drawn)/)
    if ((await end.textContent())?.startsWith('You won')) return
    expect(tries).toBeLessThan(6)
    const before = page.url()
    await end.getByRole('button', { name: 'Play again' }).click()
    await expect.poll(() => page.url(), SOON).not.toBe(before)
  }
}

/** Starts a match by the API, on a board that the trial after an upload does not use. */
async function playOnLargeBoard(page: Page, name: string): Promise<number> {
  const { bots } = (await ask(page, 'bots?limit=100')) as {
    readonly bots: readonly { id: number; name: string }[]
  }
  const id = bots.find((bot) => bot.name === name)?.id
  const match = (await ask(page, 'matches', {
    challenge: 'light-cycle',
    players: [`bot:${id}`, 'house:baseline'],
    settings: { width: 20, height: 20 },
    seed: 7,
  })) as { readonly id: number }
  return match.id
}

/** Asks the API in the name of the signed-in team. */
const ask = (page: Page, path: string, body?: object): Promise<unknown> =>
  page.evaluate(
    async ([url, json]) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: json ?? '' }
      return (await fetch(url, json === undefined ? {} : init)).json()
    },
    [`/api/v1/${path}`, body && JSON.stringify(body)] as const,
  )

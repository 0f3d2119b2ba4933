import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignInLinkBody } from '../../src/api/people.ts'
import { CHALLENGES } from '../../src/challenges/index.ts'
import { clickTwice, expectPage, judge, openTheatre, type Visit } from './browser.fixture.ts'
import { openStage, type Stage } from './stage.ts'

/** The pages for contestants that everybody sees: homes of games, the guide, ladders, teams, and the way in. */
const theatre = openTheatre()

// All tests share one server: none of them depends on what the others leave behind.
let stage: Stage
beforeAll(async () => {
  stage = await openStage({ webFolder: theatre.folder })
})
afterAll(() => stage[Symbol.asyncDispose]())

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

const visit = (path: string, options = {}): Promise<Visit> => theatre.visit(stage, path, options)

/** What the browser's console says is wrong. */
function consoleErrors(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

const header = (page: Page) => page.getByRole('navigation', { name: 'Site' })

test('every game has a card with a picture, and a home with a match that moves, and no page complains', async () => {
  const { page, complaints } = await visit('/')
  const errors = consoleErrors(page)
  await page.getByRole('link', { name: /^Write a bot/ }).click()
  for (const { title } of CHALLENGES)
    await expectPage(page.getByRole('img', { name: `A position of ${title}` })).toBeVisible()
  for (const { title } of CHALLENGES) {
    await page.getByRole('link', { name: title, exact: true }).click()
    await expectPage(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expectPage(page.getByRole('img', { name: `A match of ${title}` })).toBeVisible()
    await expectPage(page.getByRole('heading', { name: 'The end of a round' })).toBeVisible()
    await expectPage(page.getByRole('table', { name: 'Top of the ladder' }).getByRole('row')).not.toHaveCount(
      1,
    )
    await header(page).getByRole('link', { name: 'Games' }).click()
  }
  expect(errors).toEqual([])
  expect(complaints).toEqual([])
})

test('the picture of a game moves, stops when asked, and stands still for people who prefer that', async () => {
  const { page } = await visit('/games/tic-tac-toe')
  const words = page.locator('.good-words')
  await expectPage(words).toHaveText(/\w/)
  const before = await words.textContent()
  await expectPage(words).not.toHaveText(before ?? '')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expectPage(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const still = await visit('/games/tic-tac-toe', { reducedMotion: 'reduce' })
  await expectPage(still.page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
})

test('the home of a game leads to its rules, its wire and a kit, and fits a phone', async () => {
  const { page, complaints } = await visit('/games/quoridor', { ...PHONE, colorScheme: 'dark' })
  await expectPage(page.getByText('Framed rows are the goals').last()).toBeVisible()
  await expectPage(page.getByRole('listitem').filter({ hasText: /^walker/ })).toHaveCount(1)
  await judge(page)
  const arrival = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download for .* \(zip\)$/ }).click()
  const zip = await arrival
  expect(zip.suggestedFilename()).toMatch(/\.zip$/)
  expect(
    readFileSync(await zip.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  await page.getByRole('link', { name: 'All rules' }).click()
  await expectPage(page.getByRole('heading', { name: 'Putting up a wall' })).toBeVisible()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Settings' }).click()
  await expectPage(page).toHaveURL(/\/games\/quoridor\/rules#/)
  await judge(page)
  await page.getByRole('link', { name: 'Wire' }).click()
  await expectPage(page.getByRole('article').getByRole('heading').first()).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Pages of Quoridor Arena' })
    .getByRole('link', { name: 'Write a bot' })
    .click()
  await expectPage(page).toHaveURL(/\/games\/quoridor\/write$/)
  expect(complaints).toEqual([])
})

test('a page of the help leads to the next and is found by its words, without loading the site again', async () => {
  const { page, complaints } = await visit('/guide/kits')
  await expectPage(page).toHaveURL(/\/help\/kits$/)
  await expectPage(page.getByRole('heading', { name: 'Starter kits', level: 1 })).toBeVisible()
  await judge(page)
  await page.evaluate('window.isSamePage = true')
  await page.getByRole('article').getByRole('link', { name: 'light-cycle' }).click()
  await expectPage(page).toHaveURL(/\/help\/wire\/light-cycle$/)
  await expectPage(page.getByRole('heading', { name: 'The light-cycle wire', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Next line' }).first().click()
  await expectPage(page.getByText(/^Line 1 of \d+: /)).toBeVisible()
  await expectPage(page.locator('[aria-current="true"]')).toHaveCount(1)
  await page.keyboard.press('/')
  await page.keyboard.type('putting a wall')
  await expectPage(page.locator('.help-hits a').first()).toContainText('Putting up a wall')
  await judge(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectPage(page).toHaveURL(/\/help\/rules\/quoridor#putting-up-a-wall$/)
  await expectPage(page.getByRole('heading', { name: 'Putting up a wall' })).toBeInViewport()
  await expectPage(page.getByRole('img', { name: 'A position of Quoridor, turn 6 of 6: c6v' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous turn' }).click()
  await expectPage(page.getByRole('img', { name: 'A position of Quoridor, turn 5 of 6: e4h' })).toBeVisible()
  await page.getByRole('button', { name: 'Next move' }).click()
  await expectPage(
    page.getByRole('img', { name: /^A match of Quoridor, .* Turn 1: advanced played / }),
  ).toBeVisible()
  await judge(page)
  expect(await page.evaluate('window.isSamePage')).toBe(true)
  await page.goto(`${stage.url}/help/no-such-page`)
  await expectPage(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await page.goto(`${stage.url}/games/chess`)
  await expectPage(page.getByRole('heading', { name: 'There is no such challenge' })).toBeVisible()
  await page.getByRole('link', { name: 'See all games' }).click()
  await expectPage(page.getByRole('heading', { name: 'Games' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a key signs in and leads back to the page before', async () => {
  const { key } = stage.register('Keyed')
  const { page, complaints } = await visit('/games/quoridor', PHONE)
  await header(page).getByRole('link', { name: 'Sign in' }).click()
  await expectPage(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await judge(page)
  await page.getByLabel('Your key').fill('gg_wrong_key')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectPage(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible()
  await page.getByLabel('Your key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectPage(page).toHaveURL(`${stage.url}/games/quoridor`)
  await expectPage(header(page).getByRole('link', { name: 'Keyed' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a new team registers, sees its key once, and goes on to where it was', async () => {
  const { page } = await visit('/sign-in?from=/ladder/quoridor')
  await page.getByText('New here: register a team').click()
  await page.getByLabel('Name of the team').fill('Newcomers')
  await page.getByRole('button', { name: 'Register' }).click()
  await expectPage(page.getByRole('heading', { name: 'Welcome, Newcomers' })).toBeVisible()
  await expectPage(page.getByText(/^gg_/)).toBeVisible()
  await page.getByRole('link', { name: 'Go on' }).click()
  await expectPage(page).toHaveURL(`${stage.url}/ladder/quoridor`)
})

test('the organiser hands out a link that signs a team in once, without a click', async () => {
  const boss = stage.register('Boss', 'organiser')
  const team = stage.register('Linked')
  const office = await visit('/sign-in')
  await office.page.getByLabel('Your key').fill(boss.key)
  await office.page.getByRole('button', { name: 'Sign in' }).click()
  await expectPage(office.page).toHaveURL(`${stage.url}/organise`)
  await office.page.getByRole('button', { name: 'Sign-in link for Linked' }).click()
  await expectPage(
    office.page.getByRole('img', { name: 'QR code of the sign-in link for Linked' }),
  ).toBeVisible()
  await judge(office.page)
  const link = (await office.page.getByText(`${stage.url}/sign-in#`).textContent()) ?? ''

  const first = await visit(link.slice(stage.url.length), PHONE)
  await expectPage(header(first.page).getByRole('link', { name: 'Linked' })).toBeVisible()
  await expectPage(first.page).toHaveURL(`${stage.url}/teams/${team.id}`)
  await expectPage(first.page.getByRole('button', { name: 'Sign out' })).toBeVisible()

  const second = await visit(link.slice(stage.url.length))
  await expectPage(second.page.getByRole('alert').filter({ hasText: /link/i })).toBeVisible()
  await expectPage(second.page).toHaveURL(`${stage.url}/sign-in`)
  await expectPage(second.page.getByLabel('Your key')).toBeVisible()
  expect([...office.complaints, ...first.complaints, ...second.complaints]).toEqual([])
})

test('teams are found by name, and one team challenges another by hand', async () => {
  const target = stage.register('Zebra crossing')
  const own = stage.register('Challengers')
  const { page, complaints } = await visit(await signInPath(own), { colorScheme: 'dark' })
  await expectPage(header(page).getByRole('link', { name: 'Challengers' })).toBeVisible()
  await header(page).getByRole('link', { name: 'Teams' }).click()
  await page.getByLabel('Find a team').fill('zebra')
  await expectPage(page.getByRole('table', { name: 'Teams' }).getByRole('link')).toHaveText([
    'Zebra crossing',
  ])
  await judge(page)
  await page.getByRole('link', { name: 'Zebra crossing' }).click()
  await expectPage(page).toHaveURL(`${stage.url}/teams/${target.id}`)
  await judge(page)
  await page.getByRole('button', { name: 'Challenge this team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Challenge Zebra crossing' })
  await dialog.getByLabel('Game').selectOption('tic-tac-toe')
  await expectPage(dialog.getByText('You have no bot for this game')).toBeVisible()
  await judge(page)
  await clickTwice(page, dialog.getByRole('button', { name: 'Send the challenge' }), '**/api/v1/games')
  await expectPage(page).toHaveURL(/\/play\/\d+$/)
  await header(page).getByRole('link', { name: 'Matches' }).click()
  await expectPage(page.getByText('challenges Zebra crossing')).toHaveCount(1)
  expect(complaints).toEqual([])
})

test('a search leaves no team of the search before in the list', async () => {
  // As many as a page of the list has.
  for (let number = 1; number <= 50; number++) stage.register(`Flock ${number}`)
  stage.register('Flotilla')
  const { page, complaints } = await visit('/teams')
  const found = page.getByRole('table', { name: 'Teams' }).getByRole('link')
  await page.getByLabel('Find a team').fill('flo')
  await expectPage(found.first()).toHaveText('Flock 1')
  await page.getByRole('button', { name: 'Show more teams' }).click()
  await expectPage(found).toHaveCount(51)
  const asked = stage.requests.length
  await page.getByLabel('Find a team').fill('flock')
  await expectPage
    .poll(() => stage.requests.slice(asked).some((url) => url.includes('search=flock')))
    .toBe(true)
  await page.waitForLoadState('networkidle')
  await expectPage(found).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more teams' }).click()
  await expectPage(page.getByRole('button', { name: 'Show more teams' })).toBeHidden()
  await expectPage(found).toHaveCount(50)
  expect(complaints).toEqual([])
})

/** The page that signs a team in, by a link that it made itself. */
async function signInPath({ id, key }: { readonly id: number; readonly key: string }): Promise<string> {
  const answer = await fetch(`${stage.url}/api/v1/players/${id}/sign-in-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  })
  return ((await answer.json()) as SignInLinkBody).path
}

test('a ladder shows the house brains with their ratings, and each game has its own', async () => {
  const { page, complaints } = await visit('/ladder', { ...PHONE, colorScheme: 'dark' })
  await page.getByRole('link', { name: 'Tic-tac-toe Arena' }).click()
  const ladder = page.getByRole('table', { name: 'Ladder of Tic-tac-toe Arena' })
  await expectPage(ladder.getByRole('row', { name: /perfect/ })).toBeVisible()
  await judge(page)
  await page
    .getByRole('navigation', { name: 'Ladders' })
    .getByRole('link', { name: 'Quoridor Arena' })
    .click()
  await expectPage(page.getByRole('table', { name: 'Ladder of Quoridor Arena' })).toBeVisible()
  await expectPage(page.getByRole('row', { name: /house walker/ })).toBeVisible()
  expect(complaints).toEqual([])
})

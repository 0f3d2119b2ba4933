import { expect, onTestFinished, test } from 'vitest'
import type { LadderBotBody } from '../../src/api/ladder.ts'
import { longestGroup } from '../../src/challenges/longest-group.ts'
import { numberIn, openTestArena, until, type TestPlayer } from '../server/arena.fixture.ts'
import { talkingBot } from '../server/bot.fixture.ts'
import { judged, newBot, upload } from '../server/upload.fixture.ts'
import { expectPage, judge, openTheatre } from './browser.fixture.ts'

/** The pages of the standing ladder, on a real server with real programs. */
const theatre = openTheatre()

const LADDER = '/ladder/longest-group'
const API = '/api/v1/challenges/longest-group/ladder'
const PHONE = { width: 390, height: 844 }
/** Several matches are played meanwhile. */
const LATER = { timeout: 120_000 }

async function addVersion(team: TestPlayer, bot: number, version: number): Promise<void> {
  await upload(team, bot, talkingBot(`version ${version}`))
  expect((await judged(team, bot, version))['status']).toBe('passed')
}

async function playRated(team: TestPlayer, bot: number): Promise<void> {
  const { body } = await team.request(`${API}/matches`, { method: 'POST', json: { bot } })
  await until(async () =>
    (await team.request(`/api/v1/matches/${numberIn(body, 'id')}`)).body['status'] === 'over'
      ? true
      : undefined,
  )
}

const versionsOf = async (team: TestPlayer, bot: number): Promise<LadderBotBody['versions']> =>
  ((await team.request(`${API}/bots/${bot}`)).body as unknown as LadderBotBody).versions

test('a team enrols its bot, sees its ratings and what a version gained; the organiser freezes, makes a contest, begins a season', async () => {
  const arena = await openTestArena({ webFolder: theatre.folder })
  onTestFinished(() => arena[Symbol.asyncDispose]())
  const [ann, bob, boss] = [await arena.register('Ann'), await arena.register('Bob'), await arena.organiser()]
  const [own, rival] = [await newBot(ann, 'crusher'), await newBot(bob, 'rival')]
  await addVersion(ann, own, 1)
  await addVersion(bob, rival, 1)
  expect((await bob.request(`${API}/bots/${rival}`, { method: 'PUT' })).status).toBe(200)

  const signIn = async ({ key }: TestPlayer) => {
    const visit = await theatre.visit(arena, `/sign-in?from=${LADDER}`)
    await visit.page.getByLabel('Your key').fill(key)
    await visit.page.getByRole('button', { name: 'Sign in' }).click()
    await expectPage(visit.page).toHaveURL(arena.url + LADDER)
    return visit
  }

  // The team enrols its bot by a click. A rated match that it asks for comes sooner than one that the ladder calls.
  const { page, complaints } = await signIn(ann)
  const bots = page.getByRole('region', { name: 'Your bots' })
  await bots.getByRole('button', { name: 'Enrol it in the ladder: crusher' }).click()
  await expectPage(bots.getByRole('button', { name: 'Leave the ladder: crusher' })).toBeVisible()
  await playRated(ann, own)
  const row = page.getByRole('table', { name: /^Ladder of/ }).getByRole('row', { name: /crusher/ })
  await expectPage(row).toContainText('±', LATER)

  // A second version is rated on its own. The rival is rated, too, for the contest below.
  await playRated(bob, rival)
  await addVersion(ann, own, 2)
  await playRated(ann, own)
  await until(async () => ((await versionsOf(ann, own))[0]?.gained ? true : undefined))
  await page.reload()
  await expectPage(row).toContainText(/[+−\d]\d* ± \d+ ?against version 1/, LATER)
  const slider = page.getByRole('slider', { name: 'Rating of Ann · crusher over time' })
  await expectPage(slider).toHaveAttribute('aria-valuetext', /^version 2: -?\d+ ±\d+, /, LATER)
  await slider.press('Home')
  await expectPage(slider).toHaveAttribute('aria-valuetext', /^version 1: -?\d+ ±\d+, /)
  await page.getByText('As a table').click()
  await expectPage(page.getByRole('table', { name: 'Rating of Ann · crusher over time' })).toBeVisible()
  await judge(page)

  // The page of the bot.
  await row.getByRole('link', { name: 'crusher v2' }).click()
  await expectPage(page.getByRole('heading', { name: 'Ann · crusher' })).toBeVisible()
  const versions = page.getByRole('table', { name: 'Versions' })
  await expectPage(versions.getByRole('row', { name: /^Version 2 .*counts now/ })).toBeVisible()
  await expectPage(versions.getByRole('row', { name: /^Version 1 / })).toContainText('±')
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  await judge(page)

  // Without a connection both pages of the bot keep its rating, and say that it may be old.
  const { page: open } = await theatre.visit(arena, `/teams/${ann.id}`, {
    prepare: (opening) => opening.clock.install(),
  })
  const bot = open.getByRole('region', { name: 'Bots' }).getByRole('listitem').filter({ hasText: 'crusher' })
  await expectPage(bot).toContainText(/rank \d/)
  for (const one of [page, open]) await one.context().setOffline(true)
  await open.clock.fastForward(30_000)
  await expectPage(open.getByText('Connection lost')).toBeVisible()
  await expectPage(page.getByText('Connection lost')).toBeVisible()
  await expectPage(bot).toContainText(/rank \d/)
  for (const one of [page, open]) await one.context().setOffline(false)
  await open.clock.fastForward(30_000)
  for (const one of [page, open]) await expectPage(one.getByText('Connection lost')).toHaveCount(0)

  // The organiser: a freeze in the past, so version 2 no longer counts.
  const office = await signIn(boss)
  await office.page.setViewportSize(PHONE)
  await office.page.getByLabel('Submissions close at (your local time)').fill('2020-01-01T15:00')
  await office.page.getByRole('button', { name: 'Set the freeze' }).click()
  await expectPage(office.page.getByText('Frozen since 1 Jan 2020, 15:00 GMT')).toBeVisible()
  await judge(office.page)
  await office.page.getByRole('button', { name: 'Remove the freeze' }).click()
  await expectPage(office.page.getByText('Frozen since')).toBeHidden()
  await office.page.getByLabel('Percent').fill('100')
  await office.page.getByRole('button', { name: 'Save' }).click()
  await expectPage(office.page.getByText(/^100 % give \d+ place/)).toBeVisible()

  // More bots than there are: one sentence beside the control. Then a contest of the best two.
  const contest = office.page.getByRole('form', { name: 'Contest of the best' })
  await contest.getByLabel('Top').fill('3')
  await contest.getByRole('button', { name: 'Make a contest of the top 3' }).click()
  await expectPage(contest.getByRole('alert')).toHaveText(/\w/)
  await contest.getByLabel('Top').fill('2')
  await contest.getByLabel('Format').selectOption('round-robin')
  await contest.getByRole('button', { name: 'Make a contest of the top 2' }).click()
  await expectPage(office.page).toHaveURL(/\/contests\/\d+$/)
  await expectPage(
    office.page.getByRole('heading', { name: `Top 2 of ${longestGroup.title}`, level: 1 }),
  ).toBeVisible()
  for (const name of ['Ann · crusher', 'Bob · rival'])
    await expectPage(office.page.getByRole('row').filter({ hasText: name }).first()).toBeVisible()

  // A new season asks once, and the old one stays readable.
  await office.page.goBack()
  await office.page.getByRole('button', { name: 'Begin a new season …' }).click()
  await office.page.getByRole('button', { name: 'Begin Season 2' }).click()
  await office.page.getByRole('combobox', { name: 'Season', exact: true }).selectOption('Season 1')
  await expectPage(office.page).toHaveURL(/\?season=1$/)
  await expectPage(office.page.getByRole('row', { name: /crusher/ })).toContainText('against version 1')
  expect([...complaints, ...office.complaints]).toEqual([])
}, 600_000)

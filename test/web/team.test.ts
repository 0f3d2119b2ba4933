import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { describe, expect, onTestFinished, test } from 'vitest'
import { talkingBot } from '../server/bot.fixture.ts'
import { openTeam, playBattle, type TeamOptions, type TestTeam } from '../sse/team.fixture.ts'
import {
  expectPage,
  finished,
  judge,
  openTheatre,
  SOON,
  type Visit,
  type VisitOptions,
} from './browser.fixture.ts'
import type { Stage } from './stage.ts'

/** What a team sees of itself: its record, its evaluations, and the logs of its bots. */
const theatre = openTheatre()
const { stage: stageFor, visit } = theatre

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const

/** Signs a new team in and opens its page. */
async function arrive(stage: Stage, name: string, options: VisitOptions = {}): Promise<Visit> {
  const { id, key } = stage.register(name)
  const arrived = await visit(stage, `/players/${id}`, { ...options, key })
  await unfold(arrived.page)
  return arrived
}

/** Evaluations are folded until the team has an address, or has played such a challenge. */
async function unfold(page: Page): Promise<void> {
  const address = page.getByLabel('Tic-tac-toe Arena: where the team waits')
  await expectPage(address).toBeHidden()
  await page.getByRole('heading', { name: 'Evaluations' }).click()
  await expectPage(address).toBeVisible()
}

async function teamAt(stage: Stage, options: TeamOptions): Promise<TestTeam> {
  const team = await openTeam(options)
  onTestFinished(() => team[Symbol.asyncDispose]())
  team.arena = stage.url
  return team
}

const caseOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

describe('an evaluation', () => {
  test('is asked for on the page of the team, and watched case by case to its end', async () => {
    const stage = await stageFor()
    // The team joins no battle until the test allows it.
    const team = await teamAt(stage, { answer: (_, response) => void response.end('{}') })
    const { page, complaints } = await arrive(stage, 'Ann')
    const address = page.getByLabel('Tic-tac-toe Arena: where the team waits')
    await expectPage(page.getByRole('button', { name: 'Evaluate now at Tic-tac-toe Arena' })).toBeDisabled()
    await address.fill(team.url)
    await page.getByRole('button', { name: 'Save the address for Tic-tac-toe Arena' }).click()
    await expectPage(page.getByText(`Saved. The arena posts to ${team.url}/tic-tac-toe`)).toBeVisible()
    await page.getByRole('button', { name: 'Evaluate now at Tic-tac-toe Arena' }).click()
    await expectPage(page).toHaveURL(/\/evaluations\/1$/)
    await expectPage(page.getByText('0 of 9 cases are over')).toBeVisible()
    await expectPage(page.getByText('Waits for the team')).toHaveCount(9)
    await expect.poll(() => team.invitations.length, SOON).toBe(9)
    const battles = team.invitations.map(({ body }) => String(body['battleId']))

    // The cases come in their order; the sixth is a cheat that a trusting team does not notice.
    await playBattle(stage.url, 'tic-tac-toe', battles[0] ?? '')
    const first = caseOf(page, 'BASE_AI_O')
    await expectPage(first.getByText('Passed')).toBeVisible()
    await expectPage(first.getByText('20 of 20')).toBeVisible()
    await expectPage(page.getByText('1 of 9 cases are over')).toBeVisible()
    await expectPage(page.getByText('20 of 100 points')).toBeVisible()
    await playBattle(stage.url, 'tic-tac-toe', battles[5] ?? '', { isTrusting: true })
    const cheat = caseOf(page, 'C_AI_DUP')
    await expectPage(cheat.getByText('Failed')).toBeVisible()
    await expectPage(cheat.getByText('The house plays on a square that is taken; you play O.')).toBeVisible()
    await expectPage(cheat.getByText(/You should have flipped the table/)).toBeVisible()
    await cheat.getByText('Transcript').click()
    const said = page.getByRole('region', { name: 'All lines of C_AI_DUP' }).getByRole('listitem')
    await expectPage(said.first()).toContainText(`POST ${team.url}/tic-tac-toe`)
    // A team that plays on may send one more command before it hears the end: that line comes after it.
    await expectPage(said.filter({ hasText: 'data: {"winner":"X"}' })).toHaveCount(1)
    await judge(page)

    // The evaluation goes on after a restart, and each line is shown once.
    await stage.stop()
    await expectPage(page.getByText('Connection lost')).toBeVisible()
    await stage.start()
    await expectPage(page.getByText('2 of 9 cases are over')).toBeVisible()
    const count = await said.count()
    for (const [index, battle] of battles.entries())
      if (index !== 0 && index !== 5) await playBattle(stage.url, 'tic-tac-toe', battle)
    await expectPage(page.getByText('All 9 cases are over')).toBeVisible()
    await expectPage(page.getByText('96 of 100 points')).toBeVisible()
    await expectPage(said).toHaveCount(count)
    await page.getByRole('link', { name: 'See the match of C_AI_DUP' }).click()
    await expectPage(page.getByRole('heading', { name: 'Tic-tac-toe Arena' })).toBeVisible()

    await page.getByRole('link', { name: 'Ann' }).first().click()
    await expectPage(
      page.getByRole('listitem').filter({ hasText: 'Evaluation 1' }).getByText('96 of 100'),
    ).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('of one case only, and a second one is refused beside the button while it goes on', async () => {
    const stage = await stageFor()
    const team = await teamAt(stage, { answer: (_, response) => void response.end('{}') })
    const { page } = await arrive(stage, 'Ann')
    await page.getByLabel('Quoridor Arena: where the team waits').fill(team.url)
    await page.getByRole('button', { name: 'Save the address for Quoridor Arena' }).click()
    const form = page.locator('form').filter({ hasText: 'the house jumps from e9 to e5' })
    await form.getByLabel('Evaluate', { exact: true }).selectOption('C_AI_TELEPORT')
    await form.getByRole('button').click()
    await expectPage(page.getByText('0 of 1 cases are over')).toBeVisible()
    await page.getByRole('link', { name: 'Ann' }).first().click()
    await form.getByRole('button').click()
    await expectPage(form.getByText(/one of your team still runs/)).toBeVisible()
  })

  test('is for the team itself and the organiser alone', async () => {
    const stage = await stageFor()
    const team = await teamAt(stage, {})
    const { page } = await arrive(stage, 'Ann')
    await page.getByLabel('Tic-tac-toe Arena: where the team waits').fill(team.url)
    await page.getByRole('button', { name: 'Save the address for Tic-tac-toe Arena' }).click()
    await page.getByRole('button', { name: 'Evaluate now at Tic-tac-toe Arena' }).click()
    await expectPage(page.getByText('100 of 100 points')).toBeVisible()
    const stranger = await visit(stage, '/evaluations/1')
    await expectPage(stranger.page.getByRole('heading', { name: 'This page is private' })).toBeVisible()
    const office = await visit(stage, '/evaluations/1', { key: stage.register('Olga', 'organiser').key })
    await office.page.getByRole('link', { name: 'Ann' }).click()
    await expectPage(office.page.getByLabel('Tic-tac-toe Arena: where the team waits')).toHaveValue(team.url)
    const { page: other } = await visit(stage, '/evaluations/1', { key: stage.register('Bob').key })
    await expectPage(other.getByText('This belongs to another team.')).toBeVisible()
    await other.goto(`${stage.url}/evaluations/7`)
    await expectPage(other.getByRole('heading', { name: 'There is no such evaluation' })).toBeVisible()
  })
})

test('where a team waits is changed and cleared, and what is wrong is said beside it', async () => {
  const stage = await stageFor()
  const { page } = await arrive(stage, 'Ann')
  const address = page.getByLabel('Quoridor Arena: where the team waits')
  const save = page.getByRole('button', { name: 'Save the address for Quoridor Arena' })
  const row = page.locator('form').filter({ has: address })
  await address.fill('http://user:secret@example.org')
  await save.click()
  await expectPage(row.getByText(/^Cannot /)).toBeVisible()
  await expectPage(address).toHaveAttribute('aria-invalid', 'true')
  await judge(page)
  await address.fill('http://127.0.0.1:3000/')
  await address.press('Enter')
  await expectPage(row.getByText('Saved. The arena posts to http://127.0.0.1:3000/quoridor')).toBeVisible()
  await page.reload()
  await expectPage(address).toHaveValue('http://127.0.0.1:3000/')
  await page.getByRole('button', { name: 'Clear the address for Quoridor Arena' }).click()
  await expectPage(row.getByText('Cleared: the arena has no address of your team.')).toBeVisible()
  await page.reload()
  await unfold(page)
  await expectPage(row.getByText('The arena has no address of your team yet.')).toBeVisible()
  await expectPage(address).toHaveValue('')
})

/** Builds a bot and plays a match of it against an HTTP player; returns the match. */
async function playedByBot(stage: Stage, owner: { readonly key: string }, hello: string): Promise<number> {
  const rival = stage.register('Rival')
  const ask = async (
    key: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    type = 'application/json',
  ) => {
    const response = await fetch(`${stage.url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    })
    return (await response.json()) as Record<string, unknown>
  }
  const { id: bot } = await ask(
    owner.key,
    '/bots',
    JSON.stringify({ challenge: 'longest-group', name: 'talker' }),
  )
  await ask(owner.key, `/bots/${String(bot)}/versions`, talkingBot(hello), 'application/zip')
  await expect
    .poll(async () => (await ask(owner.key, `/bots/${String(bot)}`))['plays'], { timeout: 200_000 })
    .toBe(1)
  const game = JSON.stringify({ challenge: 'longest-group', opponent: `bot:${String(bot)}` })
  const { id } = await ask(rival.key, '/games', game)
  for (;;) {
    const turn = await ask(rival.key, `/games/${String(id)}/turn?wait=20`)
    if (turn['status'] === 'over') return Number(id)
    const [move] = turn['legal'] as readonly string[]
    if (turn['asked'] === true) await ask(rival.key, `/games/${String(id)}/moves`, JSON.stringify({ move }))
  }
}

test('the log of a bot is shown with the match to its owner only', async () => {
  const stage = await stageFor()
  const { id, key } = stage.register('Ann')
  const match = await playedByBot(stage, { key }, 'looking left\nlooking right\n')
  const { page, complaints } = await visit(stage, `/players/${id}`, { key })
  await page.getByRole('link', { name: 'Log of Rival against Ann · talker' }).click()
  const log = page.getByRole('region', { name: 'Your bot’s log' })
  await expectPage(log.getByText('looking left')).toBeInViewport()
  await log.getByLabel('Only lines with').fill('RIGHT')
  await expectPage(log.getByText('looking left')).toHaveCount(0)
  await expectPage(log.getByText('looking right')).toBeVisible()
  await log.getByLabel('Only lines with').fill('')
  const arrival = page.waitForEvent('download')
  await log.getByRole('link', { name: 'Download' }).click()
  const file = await arrival
  expect(file.suggestedFilename()).toBe(`match-${match}-player-2-stderr.txt`)
  expect(readFileSync(await file.path(), 'utf8')).toBe('looking left\nlooking right\n')

  await log.getByRole('tab', { name: 'stderr' }).press('ArrowRight')
  await expectPage(log.getByRole('tab', { name: 'Wire' })).toBeFocused()
  await expectPage(log.getByText('looking')).toHaveCount(0)
  const answer = log.getByRole('listitem').filter({ hasText: 'you' }).nth(2)
  await answer.getByRole('link').click()
  await expectPage(page).toHaveURL(/#r1\.p6$/)
  await expectPage(page.getByRole('slider', { name: 'Position' })).toHaveValue('6')
  await judge(page)

  // On a phone the log is under the board.
  await page.setViewportSize(PHONE.viewport)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Ann' }).click()
  await expectPage(page.getByText(/^Thinks .* a move, .* at most · No round lost by a fault$/)).toBeVisible()
  await judge(page)
  await page.goto(`${stage.url}/matches/${match}`)
  await expectPage(log.getByText('looking left')).toBeVisible()
  await log.getByRole('tab', { name: 'Wire' }).click()
  await judge(page)
  expect(complaints).toEqual([])

  const asked = () => stage.requests.filter((url) => url.endsWith(`/matches/${match}/logs`)).length
  const before = asked()
  const stranger = await visit(stage, `/matches/${match}?log`)
  await expectPage(stranger.page.getByRole('button', { name: 'Fork' })).toBeVisible()
  await expectPage(stranger.page.getByText('Your bot’s log')).toHaveCount(0)
  const bob = await visit(stage, `/matches/${match}?log`, { key: stage.register('Bob').key })
  await expectPage(bob.page.getByRole('button', { name: 'Fork' })).toBeVisible()
  await bob.page.waitForLoadState('networkidle')
  await expectPage(bob.page.getByText(/log/i)).toHaveCount(0)
  expect(asked()).toBe(before)

  const { key: officeKey } = stage.register('Olga', 'organiser')
  const office = await visit(stage, `/matches/${match}?log`, { key: officeKey })
  const logs = office.page.getByRole('region', { name: 'Logs of the bots' })
  await expectPage(logs.getByText('looking left')).toBeVisible()
})

test('an evaluation fits on a phone', async () => {
  const stage = await stageFor()
  const team = await teamAt(stage, { isTrusting: true })
  const { page } = await arrive(stage, 'Ann', PHONE)
  await page.getByLabel('Tic-tac-toe Arena: where the team waits').fill(team.url)
  await page.getByRole('button', { name: 'Save the address for Tic-tac-toe Arena' }).click()
  await page.getByRole('button', { name: 'Evaluate now at Tic-tac-toe Arena' }).click()
  await expectPage(page.getByText('80 of 100 points')).toBeVisible()
  await caseOf(page, 'C_AI_DUP').getByText('Transcript').click()
  await judge(page)
})

test('the record counts all matches, says what went wrong, and shows older matches one page after the other', async () => {
  const stage = await stageFor()
  const plan = { challenge: 'tic-tac-toe', names: ['Red', 'Blue'], brains: ['perfect', 'first'] } as const
  for (let played = 0; played < 23; played++) await finished(stage, { ...plan, seed: played })
  const wrong = { name: 'wrong', game: 'tic-tac-toe', move: () => 'C' }
  await finished(stage, { challenge: 'tic-tac-toe', names: ['Blue', 'Red'], brains: [wrong, wrong] })
  const { page } = await visit(stage, '/players/1001')
  await expectPage(page.getByRole('row', { name: /Tic-tac-toe Arena 24 23 0 1/ })).toBeVisible()
  await expectPage(page.getByText(/· Rounds lost by a fault: played an illegal move \(1\)$/)).toBeVisible()
  const rows = page.getByRole('listitem').filter({ hasText: 'Tic-tac-toe Arena' })
  await expectPage(rows.first()).toContainText(
    /lost.*Blue won: Red played "C" on turn 2, which is illegal there/s,
  )
  await expectPage(rows).toHaveCount(20)
  await page.getByRole('button', { name: 'Show older matches' }).click()
  await expectPage(rows).toHaveCount(24)
  await expectPage(page.getByRole('button', { name: 'Show older matches' })).toHaveCount(0)
  await expectPage(page.getByRole('heading', { name: 'Evaluations' })).toHaveCount(0)
})

test('a page of a team that stays open shows its new matches, and keeps the older ones that are shown', async () => {
  const stage = await stageFor()
  const plan = { challenge: 'tic-tac-toe', names: ['Red', 'Blue'], brains: ['perfect', 'first'] } as const
  for (let played = 0; played < 21; played++) await finished(stage, { ...plan, seed: played })
  const { page } = await visit(stage, '/teams/1001')
  const rows = page.getByRole('listitem').filter({ hasText: 'Tic-tac-toe Arena' })
  await page.getByRole('button', { name: 'Show older matches' }).click()
  await expectPage(rows).toHaveCount(21)
  const newest = await finished(stage, { ...plan, seed: 21 })
  await expectPage(rows).toHaveCount(22)
  await expectPage(rows.first().getByRole('link')).toHaveAttribute('href', `/matches/${newest}`)
  const links = await rows.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(new Set(links).size).toBe(22)
  await expectPage(page.getByRole('row', { name: /Tic-tac-toe Arena 22 22 0 0/ })).toBeVisible()
})

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { JudgesBody } from '../../src/api/judging.ts'
import type { BecomeOrganiserBody, NewPersonBody } from '../../src/api/people.ts'
import type { WholeTournamentBody } from '../../src/api/tournaments.ts'
import { deferred } from '../../src/base/deferred.ts'
import { must } from '../../src/base/result.ts'
import { openMatchQueue } from '../../src/queue/match-queue.ts'
import { playJob } from '../../src/queue/play-job.ts'
import { openQueueWorker } from '../../src/queue/queue-worker.ts'
import { startRedis } from '../queue/redis.fixture.ts'
import {
  clickTwice,
  clickTwiceAcross,
  expectPage,
  judge,
  openTheatre,
  type Visit,
} from './browser.fixture.ts'
import type { Stage } from './stage.ts'

/** What an organiser does in a browser, on a real server. */
const { stage: stageFor, visit } = openTheatre()

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
}

/** The key of the organiser, who takes the one-time link over the API, as its page does. */
async function becomeOrganiser(stage: Stage): Promise<string> {
  const token = new URL(stage.invitation, stage.url).searchParams.get('token') ?? ''
  const accepted = await fetch(`${stage.url}/api/v1/organiser`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token } satisfies BecomeOrganiserBody),
  })
  return ((await accepted.json()) as NewPersonBody).key
}

/** The organiser, on a page, in a browser of its own. */
async function organiser(
  stage: Stage,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visit & { readonly key: string }> {
  const key = await becomeOrganiser(stage)
  return { ...(await visit(stage, path, { ...options, key })), key }
}

async function keyOn(page: Page): Promise<string> {
  const shown = page.locator('code').first()
  await expectPage(shown).toHaveText(/^gg_[\w-]+$/)
  return (await shown.textContent()) ?? ''
}

const status = async (stage: Stage, key: string): Promise<number> =>
  (await fetch(`${stage.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status

/** A request about tournaments. */
async function ask<T>(stage: Stage, key: string, method: string, path: string, json?: object): Promise<T> {
  const response = await fetch(`${stage.url}/api/v1/tournaments${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  })
  return (await response.json()) as T
}

const create = (page: Page): Promise<void> => page.getByRole('button', { name: 'Create' }).click()

const entrantsOn = (page: Page): Locator =>
  page.getByRole('list', { name: 'Entrants' }).locator('.ordered-name')

/** Small boards, and brains that think little. */
async function makeQuick(page: Page): Promise<void> {
  await page.getByText('More', { exact: true }).click()
  await page.getByLabel('Positions that a house brain may search').fill('20')
  await page.getByLabel('Columns').fill('12')
  await page.getByLabel('Rows').fill('10')
  await page.getByLabel('The start and the direction of both cycles').fill('3,5,e 8,5,w')
}

test('the one-time link changes nothing till its button is pressed, and shows a key once', async () => {
  const stage = await stageFor()
  const link = stage.invitation
  const { page, complaints } = await visit(stage, link)
  await expectPage(page.getByRole('heading', { name: 'Become the organiser' })).toBeVisible()
  await judge(page)
  expect((await fetch(`${stage.url}/api/v1/players/1000`)).status).toBe(404)
  await page.reload()
  await page.getByRole('button', { name: 'I am the organiser' }).click()
  const key = await keyOn(page)
  expect(await status(stage, key)).toBe(200)
  await judge(page)
  // The token is neither in the history nor in any other request.
  expect(page.url()).toBe(`${stage.url}/organiser`)
  const token = new URL(link, stage.url).searchParams.get('token') ?? ''
  expect(new Set(stage.requests.filter((url) => url.includes(token)))).toEqual(new Set([link]))
  await page.getByRole('link', { name: 'Begin' }).click()
  await expectPage(page.getByRole('heading', { name: 'Organise' })).toBeVisible()
  await page.goto(stage.url + link)
  await page.getByRole('button', { name: 'I am the organiser' }).click()
  await expectPage(page.getByRole('alert')).toContainText('it works once')
  await page.goto(`${stage.url}/organiser`)
  await expectPage(page.getByRole('alert')).toContainText('A part of the link is missing')
  await expectPage(page.getByRole('button', { name: 'I am the organiser' })).toBeDisabled()
  expect(complaints).toEqual([])
})

test('only the organiser gets in, with a key as well', async () => {
  const stage = await stageFor()
  const key = await becomeOrganiser(stage)
  const team = stage.register('Red')
  for (const path of ['/organise', '/contests/new']) {
    const { page } = await visit(stage, path)
    await expectPage(page.getByText('This page is for the organiser.')).toBeVisible()
    await judge(page)
    await page.getByLabel('Your key').fill('gg_wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectPage(page.getByRole('alert')).toContainText('This key is not valid')
    await page.getByLabel('Your key').fill(team.key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectPage(page.getByText('you are signed in as Red')).toBeVisible()
    await page.getByLabel('Your key').fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectPage(page.getByRole('heading', { name: /^(Organise|New contest)$/ })).toBeVisible()
    await expectPage(page.getByRole('link', { name: 'Organise', exact: true })).toBeVisible()
  }
})

describe('teams', () => {
  test('are registered one by one: the key is shown once, with what to run', async () => {
    const stage = await stageFor()
    const { page, complaints } = await organiser(stage, '/organise')
    await page.getByLabel('Register a team').fill('Red')
    await page.keyboard.press('Enter')
    const key = await keyOn(page)
    await expectPage(
      page.getByText(
        `GAMEGRID_KEY=${key} npx ${stage.url}/gamegrid.tgz connect ${stage.url} ./my-brain.mjs --against contest`,
      ),
    ).toBeVisible()
    expect(await status(stage, key)).toBe(200)
    await page.getByLabel('Register a team').fill('red')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText('Cannot take the name "red": it is taken')).toBeVisible()
    await expectPage(page.getByLabel('Register a team')).toHaveValue('red')
    await judge(page)
    await page.reload()
    await expectPage(page.getByRole('link', { name: 'Red' })).toBeVisible()
    await expectPage(page.getByText(key)).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  test('are registered from a list, and their keys kept in a file', async () => {
    const stage = await stageFor()
    stage.register('Taken')
    const { page } = await organiser(stage, '/organise')
    await page.getByRole('button', { name: 'Several at once' }).click()
    await page.getByLabel('Names of the teams').fill(' Red \n\nTaken\nBlue, and green\nRed\n')
    await page.getByRole('button', { name: 'Register them all' }).click()
    await expectPage(page.getByText('2 teams are registered')).toBeVisible()
    await expectPage(page.getByText('Cannot take the name "Taken": it is taken')).toBeVisible()
    await expectPage(page.getByLabel('Names of the teams')).toHaveValue('Taken')
    await judge(page)
    const arrival = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV' }).click()
    const lines = readFileSync(await (await arrival).path(), 'utf8').split('\r\n')
    expect(lines).toEqual([
      'name,player,key',
      expect.stringMatching(/^Red,1002,gg_[\w-]+$/),
      expect.stringMatching(/^"Blue, and green",1003,gg_[\w-]+$/),
      '',
    ])
    expect(await status(stage, lines[1]?.split(',')[2] ?? '')).toBe(200)
  })

  test('are found by name, get another key, and lose one', async () => {
    const stage = await stageFor()
    const [red] = ['Red', 'Blue', 'Bluebell'].map((name) => stage.register(name))
    const { page } = await organiser(stage, '/organise')
    const teams = page.getByRole('region', { name: 'Teams' })
    await expectPage(teams.getByRole('link')).toHaveText(['Red', 'Blue', 'Bluebell'])
    await teams.getByLabel('Find a team').fill('BLUE')
    await expectPage(teams.getByRole('link')).toHaveText(['Blue', 'Bluebell'])
    await teams.getByLabel('Find a team').fill('green')
    await expectPage(teams.getByText('No team has such a name')).toBeVisible()
    await teams.getByLabel('Find a team').fill('1001')
    await teams.getByRole('button', { name: 'Keys of Red' }).click()
    await clickTwice(page, teams.getByRole('button', { name: 'New key' }), '**/keys')
    await expectPage(teams.getByText('The key of Red')).toBeVisible()
    const fresh = (await teams.locator('.secret').first().textContent()) ?? ''
    await expectPage(teams.getByRole('button', { name: /^Revoke key/ })).toHaveCount(2)
    await judge(page)
    const old = red?.key ?? ''
    await teams.getByRole('button', { name: `Revoke key ${old.split('_')[1]}` }).click()
    await expectPage(teams.getByRole('button', { name: /^Revoke key/ })).toHaveCount(1)
    expect([await status(stage, old), await status(stage, fresh)]).toEqual([403, 200])
  })
})

test('a tournament is made in a form, started, paused, and goes on', async () => {
  const stage = await stageFor()
  const { page, complaints } = await organiser(stage, '/organise')
  await expectPage(page.getByText('None yet.')).toBeVisible()
  await page.getByRole('link', { name: 'New contest' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Winter cup')
  await page.getByRole('radio', { name: /^Round robin Each entrant/ }).check()
  await page.getByLabel('Matches of each pair').fill('200')
  await page.getByRole('checkbox', { name: /^random/ }).check()
  await page.getByRole('checkbox', { name: /^baseline/ }).check()
  await expectPage(page.getByText('2 entrants · Round robin · 200 matches')).toBeVisible()
  await makeQuick(page)
  await judge(page)
  // Typed text survives a reload.
  await page.reload()
  await expectPage(page.getByLabel('Name', { exact: true })).toHaveValue('Winter cup')
  await expectPage(page.getByLabel('Matches of each pair')).toHaveValue('200')
  await expectPage(entrantsOn(page)).toHaveText([/random/, /baseline/])
  await create(page)

  await expectPage(page.getByRole('heading', { name: 'Winter cup' })).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expectPage(page.getByText('The contest is paused')).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expectPage(page.getByText('The contest is running')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expectPage(page.getByText('The contest is paused')).toBeVisible()

  await page.getByRole('link', { name: 'Organise', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Winter cup' })
  await expectPage(row).toContainText('paused')
  await expectPage(row).toContainText('Next: go on')
  await page.getByText('What organisers did').click()
  await expectPage(page.getByText('POST /api/v1/tournaments/1/pause').first()).toBeVisible()
  await judge(page)
  // The next tournament begins with an empty form.
  await page.getByRole('link', { name: 'New contest' }).click()
  await expectPage(page.getByLabel('Name', { exact: true })).toHaveValue('')
  expect(complaints).toEqual([])
})

test('a tournament of teams shows the command that a team runs to play in it', async () => {
  const stage = await stageFor()
  const teams = ['Red', 'Blue'].map((name) => stage.register(name))
  const { page, complaints, key } = await organiser(stage, '/organise', PHONE)
  await fetch(`${stage.url}/api/v1/tournaments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Wall cup',
      challenge: 'quoridor',
      format: 'round-robin',
      entrants: teams.map(({ id }) => `player:${id}`),
    }),
  })
  await page.getByRole('link', { name: 'Wall cup' }).click()
  await expectPage(
    page.getByText(
      `GAMEGRID_KEY=… npx ${stage.url}/gamegrid.tgz connect ${stage.url} ./my-brain.mjs --challenge quoridor --against contest`,
    ),
  ).toBeVisible()
  await expectPage(page.getByRole('button', { name: 'Copy the command for teams' })).toBeVisible()
  await judge(page)
  expect(complaints).toEqual([])
})

test('a team is withdrawn from a running tournament, and spectators see it', async () => {
  const stage = await stageFor()
  const teams = ['Red', 'Blue'].map((name) => stage.register(name))
  const { page, complaints } = await organiser(stage, '/organise', PHONE)
  const id = stage.hold({
    name: 'Spring cup',
    challenge: 'tic-tac-toe',
    format: 'round-robin',
    options: { games: 1 },
    entrants: ['house:first', 'house:random', ...teams.map((team) => `player:${team.id}`)],
    nodes: 50,
  })
  await page.getByRole('link', { name: 'Spring cup' }).click()
  const { page: visitor } = await visit(stage, `/contests/${id}`)
  await expectPage(visitor.getByText('Playing now')).toBeVisible()
  await page.getByText('Withdraw an entrant').click()
  const entrant = page.getByLabel('Entrant', { exact: true })
  await expectPage(page.getByRole('button', { name: 'Withdraw …' })).toBeDisabled()
  await entrant.selectOption('Red')
  await page.getByRole('button', { name: 'Withdraw …' }).click()
  await expectPage(page.getByText('Red will play no more in this contest')).toBeVisible()
  await judge(page)
  await page.getByRole('button', { name: 'Keep it in' }).click()
  await expectPage(entrant).toBeFocused()
  await page.getByRole('button', { name: 'Withdraw …' }).click()
  // The keyboard is on the button that does it.
  await expectPage(page.getByRole('button', { name: 'Withdraw Red' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPage(page.getByText('Red was withdrawn.')).toBeVisible()
  await expectPage(entrant.getByRole('option')).toHaveText([
    'Choose …',
    'house:first',
    'house:random',
    'Blue',
  ])

  const row = visitor
    .getByRole('region', { name: 'Standings', exact: true })
    .getByRole('row', { name: /Red/ })
  await expectPage(row).toContainText('withdrawn from round 1 on')
  await expectPage(visitor.getByText(/won without playing/).first()).toBeAttached()
  await judge(visitor)
  await judge(page)
  // With the last team gone nothing is left to play.
  await entrant.selectOption('Blue')
  await page.getByRole('button', { name: 'Withdraw …' }).click()
  await page.getByRole('button', { name: 'Withdraw Blue' }).click()
  await expectPage(page.getByText('All matches have been played')).toBeVisible()
  await expectPage(page.getByText('Withdraw an entrant')).toHaveCount(0)

  // Who was withdrawn does not play on.
  await page.getByText('Play on with the best').click()
  await expectPage(
    page.getByText(/^2 play on: house:(first, house:random|random, house:first)\./),
  ).toBeVisible()
  const howMany = page.getByLabel('How many play on')
  await howMany.fill('1')
  await expectPage(page.getByText('At least two must play on')).toBeVisible()
  await expectPage(page.getByRole('button', { name: 'Plan the finals …' })).toBeDisabled()
  await howMany.fill('2')
  await judge(page)
  await page.getByRole('button', { name: 'Plan the finals …' }).click()
  await expectPage(page.getByLabel('Name', { exact: true })).toHaveValue('Spring cup: finals')
  await expectPage(entrantsOn(page)).toHaveText([/first|random/, /first|random/])
  await create(page)
  await expectPage(page.getByRole('heading', { name: 'Spring cup: finals' })).toBeVisible()
  await expectPage(page.getByText(/Single elimination, 2 entrants/)).toBeVisible()
  await expectPage(visitor.getByRole('heading', { name: 'Final standings' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('the finals begin with the clock, the settings and the limits of their contest, and take no unfinished draft away', async () => {
  const stage = await stageFor()
  const { page, key, complaints } = await organiser(stage, '/contests/new')
  await page.getByLabel('Name', { exact: true }).fill('Summer cup')
  const made = await ask<{ readonly id: number }>(stage, key, 'POST', '', {
    name: 'Spring cup',
    challenge: 'boost-tron',
    format: 'round-robin',
    entrants: ['house:random', 'house:baseline'],
    options: { games: 1 },
    settings: { width: 12, height: 10, starts: '3,5,e 8,5,w' },
    clock: '5s',
    nodes: 20,
    benchAfter: 3,
    plan: { atOnce: 4, absentSeconds: 90, rounds: 'called', starts: '2020-01-01T00:00:00Z' },
  })
  await page.goto(`${stage.url}/contests/${made.id}`)
  await expectPage(page.getByText('All matches have been played')).toBeVisible()
  await page.getByText('Play on with the best').click()
  await page.getByRole('button', { name: 'Plan the finals …' }).click()
  await expectPage(page.getByLabel('Name', { exact: true })).toHaveValue('Spring cup: finals')
  await expectPage(page.getByLabel('Starts at')).toHaveValue('')

  // What was typed before is one click away, also after a reload.
  const unfinished = page.getByRole('region', { name: 'Not finished yet' })
  await page.reload()
  await expectPage(unfinished.getByRole('listitem')).toHaveText([/Summer cup/])
  await judge(page)
  await unfinished.getByRole('button', { name: 'Go on with it: Summer cup' }).click()
  await expectPage(page.getByLabel('Name', { exact: true })).toHaveValue('Summer cup')
  await unfinished.getByRole('button', { name: 'Go on with it: Spring cup: finals' }).click()
  await expectPage(page.getByLabel('Name', { exact: true })).toHaveValue('Spring cup: finals')

  await create(page)
  await expectPage(page.getByRole('heading', { name: 'Spring cup: finals' })).toBeVisible()
  const [before, finals] = await Promise.all(
    [made.id, made.id + 1].map((id) => ask<WholeTournamentBody>(stage, key, 'GET', `/${id}`)),
  )
  expect(finals?.terms).toEqual({
    clock: '5s',
    settings: { width: '12', height: '10', starts: '3,5,e 8,5,w' },
    openings: before?.result.openings,
    nodes: 20,
    benchAfter: 3,
  })
  expect(finals?.plan).toEqual({ ...before?.plan, starts: null })
  await page.goto(`${stage.url}/contests/new`)
  await unfinished.getByRole('button', { name: 'Discard: Summer cup' }).click()
  await expectPage(unfinished).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a double click on the button that withdraws a team withdraws it once, also on a slow network', async () => {
  const stage = await stageFor()
  const entrants = [
    'house:random',
    `player:${stage.register('Red').id}`,
    `player:${stage.register('Blue').id}`,
  ]
  const id = stage.hold({ name: 'Cup', challenge: 'tic-tac-toe', format: 'round-robin', entrants, seed: 5 })
  const { page } = await organiser(stage, `/contests/${id}`)
  await page.getByText('Withdraw an entrant').click()
  await page.getByLabel('Entrant', { exact: true }).selectOption('Red')
  await page.getByRole('button', { name: 'Withdraw …' }).click()
  await clickTwice(page, page.getByRole('button', { name: 'Withdraw Red' }), '**/withdrawals')
  await expectPage(page.getByLabel('Entrant', { exact: true })).toBeFocused()
  await expectPage(page.getByText('Red was withdrawn.')).toBeVisible()
  expect(stage.requests.filter((url) => url.endsWith('/withdrawals'))).toHaveLength(1)
})

test('the form for a new contest says why it cannot be shown, and comes as soon as it can', async () => {
  const stage = await stageFor()
  const { key } = stage.register('Eve', 'organiser')
  for (const address of ['**/api/v1/formats', '**/api/v1/challenges/boost-tron']) {
    const { page } = await visit(stage, '/contests/new', {
      key,
      prepare: (opening) => opening.route(address, (route) => route.abort()),
    })
    await expectPage(
      page.getByRole('heading', { name: 'Cannot show the form for a new contest' }),
    ).toBeVisible()
    await expectPage(page.getByRole('alert')).toHaveText('The server cannot be reached just now.')
    await page.unroute(address)
    await expectPage(page.getByRole('heading', { name: 'New contest' })).toBeVisible()
  }
})

test('a double click on Start starts a contest, and does not pause it', async () => {
  const stage = await stageFor()
  const { page, key } = await organiser(stage, '/contests')
  const team = `player:${stage.register('Red').id}`
  const { id } = await ask<WholeTournamentBody>(stage, key, 'POST', '', {
    name: 'Cup',
    challenge: 'tic-tac-toe',
    format: 'round-robin',
    entrants: ['house:random', team],
  })
  await page.goto(`${stage.url}/contests/${id}`)
  const pause = page.getByRole('button', { name: 'Pause', exact: true })
  await clickTwiceAcross(page, page.getByRole('button', { name: 'Start', exact: true }), pause)
  expect(stage.requests.filter((url) => url.endsWith('/pause'))).toEqual([])
  await expectPage(pause).toBeVisible()
})

test('a double click makes one join link and one link for a judge, also on a slow network', async () => {
  const stage = await stageFor()
  const { page, key } = await organiser(stage, '/contests')
  const contest = { name: 'Cup', challenge: 'tic-tac-toe', format: 'round-robin' }
  const { id } = await ask<WholeTournamentBody>(stage, key, 'POST', '', {
    ...contest,
    entrants: ['house:random'],
    entry: 'open',
  })
  await page.goto(`${stage.url}/contests/${id}`)
  const link = page.getByRole('button', { name: 'Make another link' })
  await clickTwice(page, link, '**/entry')
  await expectPage(link).toBeEnabled()
  await page.locator('summary', { hasText: 'Judges' }).click()
  await page.getByLabel('A link for a judge').fill('Ada')
  await clickTwice(page, page.getByRole('button', { name: 'Make a link' }), '**/judges')
  await expectPage(page.getByText('The link of Ada')).toBeVisible()
  expect(stage.requests.filter((url) => url.endsWith('/entry'))).toHaveLength(1)
  // Another link of the same judge ends the one before.
  const { judges } = await ask<JudgesBody>(stage, key, 'GET', `/${id}/judges`)
  expect(judges).toHaveLength(1)
})

test('the keyboard stays where it is after each action of the organiser', async () => {
  const stage = await stageFor()
  const [red] = ['Red', 'Blue'].map((name) => stage.register(name))
  const { page, key } = await organiser(stage, '/organise')
  const { id, join } = await ask<WholeTournamentBody>(stage, key, 'POST', '', {
    name: 'Cup',
    challenge: 'tic-tac-toe',
    format: 'round-robin',
    entrants: ['house:random', 'house:perfect'],
    entry: 'approval',
    plan: { starts: new Date(Date.now() + 3_600_000).toISOString() },
  })
  await fetch(`${stage.url}/api/v1${join}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${red?.key}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const press = async (name: string | RegExp): Promise<void> => {
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await press('Keys of Red')
  await press('New key')
  await expectPage(page.getByText('The key of Red')).toBeVisible()
  await expectPage(page.getByRole('button', { name: 'New key' })).toBeFocused()
  const revoke = page.getByRole('button', { name: /^Revoke key/ })
  await revoke.first().focus()
  await page.keyboard.press('Enter')
  await expectPage(revoke).toHaveCount(1)
  await expectPage(page.locator('.team-rows > li', { hasText: 'Red' })).toBeFocused()

  await page.goto(`${stage.url}/contests/${id}/board`)
  await press('Approve Red')
  await expectPage(page.getByRole('button', { name: 'Approve Red' })).toHaveCount(0)
  await expectPage(page.locator('.readiness-team', { hasText: 'Red' })).toBeFocused()

  await page.goto(`${stage.url}/contests/${id}`)
  await press(/^Start .* min later/)
  await expectPage(page.getByText('The start is later now.')).toBeVisible()
  await expectPage(page.getByRole('button', { name: /^Start .* min later/ })).toBeFocused()
  await page.locator('summary', { hasText: 'Judges' }).press('Enter')
  const name = page.getByLabel('A link for a judge')
  await name.fill('Ada')
  await press('Make a link')
  await expectPage(page.getByText('The link of Ada')).toBeVisible()
  await expectPage(name).toBeFocused()
  await press('Revoke the link of Ada')
  await expectPage(page.getByText('The link of Ada')).toHaveCount(0)
  await expectPage(page.locator('summary', { hasText: 'Judges' })).toBeFocused()
})

test('judges give marks one by one, and they become public only when they are published', async () => {
  const stage = await stageFor()
  const { page, complaints, key } = await organiser(stage, '/organise')
  await fetch(`${stage.url}/api/v1/tournaments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Judged cup',
      challenge: 'boost-tron',
      format: 'round-robin',
      entrants: ['house:random', 'house:baseline'],
    }),
  })
  const { page: visitor } = await visit(stage, '/contests/1')
  await page.getByRole('link', { name: 'Judged cup' }).click()
  await page.getByText('Judges only you see').click()
  await expectPage(page.getByRole('button', { name: 'Publish …' })).toBeDisabled()
  const mark = page.getByRole('textbox', { name: 'Mark for house:random' })
  const give = async (judgeName: string, points: string): Promise<void> => {
    await page.getByLabel('Marks of which judge').fill(judgeName)
    await mark.fill(points)
    await mark.press('Enter')
  }
  await give('Ann Lee', '21')
  await expectPage(page.getByText('Cannot read mark 21: expected a number from 0 to 20')).toBeVisible()
  await give('Ann Lee', '')
  await expectPage(page.getByText(/^Expected a number from 0 to 20$/)).toBeVisible()
  await give('Ann Lee', '17.5')
  await expectPage(page.getByText('Saved: 17.5')).toBeVisible()
  await give('Bob Ray', '12')
  await expectPage(page.getByText('Saved: 12')).toBeVisible()
  await expectPage(page.getByText('Ann Lee 17.5')).toBeVisible()
  await expectPage(page.getByText('Bob Ray 12')).toBeVisible()
  await expectPage(page.getByText('mean 14.8')).toBeVisible()
  await judge(page)

  await visitor.reload()
  await expectPage(visitor.getByRole('heading', { name: 'Standings' })).toBeVisible()
  await expectPage(visitor.getByText('14.8')).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish …' }).click()
  await page.getByRole('button', { name: 'Not yet' }).click()
  await page.getByRole('button', { name: 'Publish …' }).click()
  await expectPage(page.getByText('All visitors will see the marks')).toBeVisible()
  await judge(page)
  await page.keyboard.press('Enter')
  await expectPage(page.getByText('everybody sees the marks')).toBeVisible()
  await visitor.reload()
  await expectPage(visitor.getByText('14.8')).toBeVisible()
  await expectPage(visitor.getByRole('heading', { name: 'For the organiser' })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a link for others says that only this computer can open it, where the page has such an address', async () => {
  const stage = await stageFor()
  stage.register('Red')
  const entrants = ['house:perfect', 'house:random']
  const id = stage.hold({ name: 'Cup', challenge: 'tic-tac-toe', format: 'round-robin', entrants, seed: 5 })
  const { page, key } = await organiser(stage, `/contests/${id}`)
  const warning = page.getByText('Only this computer can open this address')
  await page.getByText('Judges only you see').click()
  await page.getByLabel('A link for a judge').fill('Ada')
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expectPage(page.getByText('The link of Ada')).toBeVisible()
  await expectPage(warning).toBeVisible()
  await expectPage(page.getByText('works on a phone')).toHaveCount(0)
  await judge(page)

  const { page: office } = await visit(stage, '/organise', { key })
  await office.getByRole('button', { name: 'Sign-in link for Red' }).click()
  await expectPage(office.getByText('Only this computer can open this address')).toBeVisible()
})

test('a break can be made longer while it lasts, and not before or after', async () => {
  const stage = await stageFor()
  const [from, to] = [60_000, 120_000].map((ms) => new Date(Date.now() + ms).toISOString())
  const id = stage.hold({
    name: 'Cup',
    challenge: 'tic-tac-toe',
    format: 'round-robin',
    entrants: ['house:perfect', `player:${stage.register('Red').id}`],
    seed: 5,
    plan: { absentSeconds: 3600, breaks: [{ from: from ?? '', to: to ?? '' }] },
  })
  const key = await becomeOrganiser(stage)
  const { page } = await visit(stage, `/contests/${id}`, {
    key,
    prepare: (opening) => opening.clock.install(),
  })
  const longer = page.getByRole('button', { name: 'Break 5 min longer' })
  await expectPage(page.getByText('is absent')).toBeVisible()
  await expectPage(longer).toHaveCount(0)
  await page.clock.runFor(62_000)
  await expectPage(longer).toBeVisible()
  await page.clock.runFor(60_000)
  await expectPage(longer).toHaveCount(0)
})

test('a webhook is added, tried and removed; its secret is shown once, and each delivery is listed', async () => {
  const received: string[] = []
  const answers = [500, 200]
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    request.resume().on('end', () => response.writeHead(answers.shift() ?? 200).end())
  })
  await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done))
  onTestFinished(() => void receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/results`
  const stage = await stageFor({ webhookBackOff: () => undefined })
  const { page, complaints } = await organiser(stage, '/organise', PHONE)
  const part = page.getByRole('region', { name: 'Webhooks' })
  await part.getByRole('button', { name: 'Add a webhook' }).click()
  await part.getByLabel('Address').fill('results')
  await part.getByRole('button', { name: 'Add it' }).click()
  await expectPage(part.getByText('expected a URL like')).toBeVisible()
  await judge(page)
  await part.getByLabel('Address').fill(url)
  await part.getByRole('checkbox', { name: /^A contest is paused/ }).uncheck()
  await part.getByRole('button', { name: 'Add it' }).click()
  await expectPage(part.locator('.secret')).toHaveText(/^whsec_[\w+/=]{44}$/)
  await expectPage(part.getByRole('button', { name: 'Copy the secret of webhook 1' })).toBeVisible()

  await part.getByRole('button', { name: 'Send a test to webhook 1' }).click()
  const log = part.getByRole('region', { name: 'Deliveries to webhook 1' })
  await expectPage(log.getByText('given up')).toBeVisible()
  await expectPage(log.getByText('it answered 500')).toBeVisible()
  await judge(page)
  await log.getByRole('button', { name: /^Send again: delivery \d+$/ }).click()
  await expectPage(log.getByText('delivered', { exact: true })).toBeVisible()
  await expectPage(log.getByText('answered 200')).toBeVisible()
  expect(received).toHaveLength(2)
  expect(new Set(received).size).toBe(1)

  await page.reload()
  await expectPage(part.getByText(url)).toBeVisible()
  await expectPage(page.getByText('whsec_')).toHaveCount(0)
  await part.getByRole('button', { name: 'Remove webhook 1' }).click()
  await part.getByRole('button', { name: 'Keep it' }).press('Enter')
  await expectPage(part.getByRole('listitem').filter({ hasText: 'Remove' })).toBeFocused()
  await part.getByRole('button', { name: 'Remove webhook 1' }).click()
  await part.getByRole('button', { name: 'Remove it' }).click()
  await expectPage(part.getByText(url)).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a contest that teams join by a link is made without entrants, and the form says so', async () => {
  const stage = await stageFor()
  const { page } = await organiser(stage, '/contests/new')
  await page.getByLabel('Name', { exact: true }).fill('Open cup')
  await expectPage(
    page.getByText('0 entrants · Round robin, then knock-out · choose two at least'),
  ).toBeVisible()
  await page.getByRole('radio', { name: /^Open/ }).check()
  await expectPage(
    page.getByText('0 entrants · Round robin, then knock-out · teams join by a link'),
  ).toBeVisible()
  await create(page)
  await expectPage(page).toHaveURL(/\/contests\/1$/)
})

test('what cannot be held is refused beside the field it belongs to', async () => {
  const stage = await stageFor()
  const { page } = await organiser(stage, '/contests/new')
  const name = page.getByLabel('Name', { exact: true })
  await expectPage(page.getByRole('button', { name: 'Add all: House brains' })).toBeEnabled()
  await create(page)
  await expectPage(name).toBeFocused()
  await expectPage(name).toHaveAccessibleDescription(/Expected a name of 1 to 100 characters/)
  await name.fill('Cup')
  await expectPage(page.getByText('Expected a name')).toHaveCount(0)
  await create(page)
  await expectPage(page.getByRole('region', { name: 'Entrants' }).getByRole('alert')).toHaveText(
    'Cannot hold a tournament of 0: expected 2 to 1000 entrants',
  )
  await page.getByRole('button', { name: 'Add all: House brains' }).click()
  await page.getByLabel('The most matches of a tie').fill('100')
  await create(page)
  await expectPage(page.getByLabel('The most matches of a tie')).toBeFocused()
  await expectPage(page.getByLabel('The most matches of a tie')).toHaveAccessibleDescription(
    /Cannot set bestOf to 100: expected a whole number from 1 to 99/,
  )
  await page.getByLabel('The most matches of a tie').fill('3')
  await page.getByText('More', { exact: true }).click()
  await page.getByLabel('Columns').fill('2')
  await page.getByRole('textbox', { name: 'Seed' }).fill('lucky')
  await page.getByText('More', { exact: true }).click()
  await create(page)
  // It opens by itself.
  await expectPage(page.getByRole('textbox', { name: 'Seed' })).toBeFocused()
  await expectPage(page.getByText('Expected a whole number from 0')).toBeVisible()
  await page.getByRole('textbox', { name: 'Seed' }).fill('')
  await create(page)
  await expectPage(page.getByLabel('Columns')).toHaveAccessibleDescription(/Cannot set width to 2/)
  await judge(page)
  expect(await (await fetch(`${stage.url}/api/v1/tournaments`)).json()).toEqual({
    tournaments: [],
  })
})

test('only entrants that can play the challenge are offered, and dragging orders them', async () => {
  const stage = await stageFor()
  stage.register('Red')
  const { page } = await organiser(stage, '/contests/new')
  await page.getByRole('radio', { name: /^Quoridor/ }).check()
  await page.getByRole('checkbox', { name: /^walker/ }).check()
  await page.getByRole('button', { name: 'Add all: Teams' }).click()
  await page.getByRole('checkbox', { name: /^random/ }).check()
  await expectPage(entrantsOn(page)).toHaveText([/walker/, /Red/, /random/])
  const rows = page.getByRole('list', { name: 'Entrants' }).getByRole('listitem')
  // The page must not scroll while the button of the mouse is down: another row would be under it.
  await rows.nth(0).scrollIntoViewIfNeeded()
  await rows.nth(2).dragTo(rows.nth(0))
  await expectPage(entrantsOn(page)).toHaveText([/random/, /walker/, /Red/])
  await page.getByLabel('Find an entrant').fill('walk')
  await expectPage(page.getByRole('checkbox', { name: /^random/ })).toHaveCount(0)
  await page.getByLabel('Find an entrant').fill('')
  // A brain for another game is out; a team may learn it.
  await page.getByRole('radio', { name: /^Tic-tac-toe/ }).check()
  await expectPage(entrantsOn(page)).toHaveText([/random/, /Red/])
})

test('a tournament is made with the keyboard alone', async () => {
  const stage = await stageFor()
  const { page, complaints } = await organiser(stage, '/organise')
  const tabTo = async (target: Locator): Promise<void> => {
    await expectPage(target).toBeAttached()
    for (let presses = 0; presses < 120; presses++) {
      if ((await target.and(page.locator(':focus')).count()) > 0) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`cannot be reached: ${String(target)}`)
  }
  await tabTo(page.getByRole('link', { name: 'New contest' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByLabel('Name', { exact: true }))
  await page.keyboard.type('By hand')
  await tabTo(page.getByRole('radio', { name: /^Boost Tron/ }))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expectPage(page.getByRole('radio', { name: /^Tic-tac-toe/ })).toBeChecked()
  await expectPage(page.getByRole('checkbox', { name: /^perfect/ })).toBeAttached()
  await tabTo(page.getByRole('radio', { name: /^Round robin, then/ }))
  await page.keyboard.press('ArrowDown')
  await expectPage(page.getByRole('radio', { name: /^Swiss/ })).toBeChecked()
  await tabTo(page.getByLabel('Rounds', { exact: true }))
  await page.keyboard.type('2')
  for (const brain of [/^random/, /^first/, /^perfect/]) {
    await tabTo(page.getByRole('checkbox', { name: brain }))
    await page.keyboard.press('Space')
  }
  await tabTo(page.getByRole('button', { name: 'Move perfect up' }))
  await page.keyboard.press('Enter')
  await expectPage(entrantsOn(page)).toHaveText([/random/, /perfect/, /first/])
  await expectPage(page.getByRole('button', { name: 'Move perfect up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPage(entrantsOn(page)).toHaveText([/perfect/, /random/, /first/])
  await expectPage(page.getByText('perfect is now 1 of 3')).toBeAttached()
  // It is the first, so it can only move down.
  await expectPage(page.getByRole('button', { name: 'Move perfect down' })).toBeFocused()
  await tabTo(page.getByRole('button', { name: 'Remove random' }))
  await page.keyboard.press('Enter')
  await expectPage(page.getByRole('button', { name: 'Remove first' })).toBeFocused()
  await tabTo(page.getByRole('button', { name: 'Create' }))
  await page.keyboard.press('Enter')
  await expectPage(page.getByRole('heading', { name: 'By hand' })).toBeVisible()
  const made = (await (await fetch(`${stage.url}/api/v1/tournaments/1`)).json()) as {
    readonly result: { readonly entrants: unknown; readonly options: unknown }
  }
  expect(made.result).toMatchObject({
    options: { rounds: 2, games: 2 },
    entrants: [{ bot: 'house:perfect' }, { bot: 'house:first' }],
  })
  await tabTo(page.getByRole('button', { name: 'Start' }))
  await page.keyboard.press('Enter')
  await expectPage(page.getByText('All matches have been played')).toBeVisible()
  expect(complaints).toEqual([])
})

test('everything fits a phone', async () => {
  const stage = await stageFor()
  stage.register('The very long name of a very long team')
  const { page } = await visit(stage, stage.invitation, PHONE)
  await judge(page)
  await page.getByRole('button', { name: 'I am the organiser' }).tap()
  await keyOn(page)
  await judge(page)
  await page.getByRole('link', { name: 'Begin' }).tap()
  await page.getByRole('button', { name: 'Several at once' }).tap()
  await page.getByLabel('Names of the teams').fill('Red\nBlue')
  await page.getByRole('button', { name: 'Register them all' }).tap()
  await expectPage(page.getByText('2 teams are registered')).toBeVisible()
  await page.getByRole('button', { name: 'Keys of Red' }).tap()
  await page.getByRole('button', { name: 'New key' }).tap()
  await expectPage(page.getByText('The key of Red')).toBeVisible()
  await judge(page)
  await page.getByRole('link', { name: 'New contest' }).tap()
  await page.getByLabel('Name', { exact: true }).fill('Pocket cup')
  await page.getByRole('button', { name: 'Add all: Teams' }).tap()
  await page.getByText('More', { exact: true }).tap()
  await judge(page)
  await page.getByRole('button', { name: 'Create' }).tap()
  await expectPage(page.getByText('3 entrants are teams that play over the network')).toBeVisible()
  await page.getByText('Judges only you see').tap()
  await page.getByLabel('Marks of which judge').fill('Ann Lee')
  await expectPage(page.getByRole('textbox', { name: 'Mark for Red' })).toBeVisible()
  await judge(page)
})

test('words that are wider than a phone break: an address in a message, names, the title of a contest', async () => {
  const stage = await stageFor()
  const { page } = await organiser(stage, '/organise', PHONE)
  const text = `Slides: http://slides.example/${'contest-'.repeat(10)}`.replaceAll('-', '_')
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Post it' }).tap()
  await expectPage(page.getByText(`Shown now: “${text}”`)).toBeVisible()
  await judge(page)

  const teams = ['Donaudampfschifffahrtsgesellschaftskapit', 'W'.repeat(40)].map((name) =>
    stage.register(name),
  )
  const cup = {
    name: 'Donaudampfschifffahrtsgesellschaftspokal',
    challenge: 'tic-tac-toe',
    format: 'round-robin',
    entrants: teams.map(({ id }) => `player:${id}`),
    seed: 1,
  }
  await page.goto(`${stage.url}/contests/${stage.hold(cup)}`)
  await page.getByText('Withdraw an entrant').tap()
  await expectPage(page.getByRole('button', { name: 'Withdraw …' })).toBeInViewport({ ratio: 1 })
  await judge(page)

  const over = stage.hold({ ...cup, plan: { absentSeconds: 1 } })
  await page.goto(`${stage.url}/contests/${over}`)
  await page.getByRole('link', { name: 'Certificates' }).tap()
  await expectPage(page.getByRole('heading', { name: 'W'.repeat(40) })).toBeVisible()
  await judge(page)
})

test('workers come, play and are set aside, and the page says it', async () => {
  const RELEASE = '0.0.0-test'
  const redis = await startRedis()
  onTestFinished(() => redis[Symbol.asyncDispose]())
  const openWorker = async (release: string, play?: typeof playJob): Promise<void> => {
    const { address } = redis
    const terms = { address, release, matchesAtOnce: 2, lostAfterMs: 30_000, speed: 12_345 }
    const worker = must(await openQueueWorker({ ...terms, ...(play && { play }) }))
    onTestFinished(() => worker.leave(0))
  }
  const stage = await stageFor({
    workers: {
      open: (owner) => openMatchQueue({ ...owner, address: redis.address, release: RELEASE }),
      playsHere: false,
    },
  })
  const { page, complaints, key } = await organiser(stage, '/organise', { colorScheme: 'light' })
  const panel = page.getByRole('region', { name: 'Workers' })
  await expectPage(panel.getByText('No match waits. No worker is there.')).toBeVisible()

  const begun = await fetch(`${stage.url}/api/v1/matches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ challenge: 'tic-tac-toe', players: ['house:first', 'house:first'] }),
  })
  const { id } = (await begun.json()) as { readonly id: number }
  await expectPage(
    panel.getByText(/^1 match waits for a worker, the oldest for \d+ s\. No worker/),
  ).toBeVisible()

  // It begins the match, and goes on when the page has shown that.
  const seen = deferred()
  await openWorker(RELEASE, async (host, job, send, signal) => {
    send({ kind: 'began' })
    await seen.promise
    await playJob(host, job, send, signal)
  })
  const rows = page.getByRole('list', { name: 'Workers' }).getByRole('listitem')
  await expectPage(rows.first()).toContainText('1 of 2 places')
  await expectPage(rows.first()).toContainText('speed 12,345')
  await expectPage(rows.first().getByRole('link', { name: `match ${id}` })).toBeVisible()
  await openWorker('0.0.0-old')
  await expectPage(rows.filter({ hasText: 'Set aside' })).toContainText(
    'it has gamegrid 0.0.0-old instead of 0.0.0-test',
  )
  await panel.getByRole('button', { name: 'Make a worker’s key' }).click()
  await expectPage(panel.locator('code').filter({ hasText: /^gg_/ })).toBeVisible()
  await judge(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await judge(page)

  seen.resolve()
  await expectPage(panel.getByText('No match waits.')).toBeVisible()
  await expectPage(rows.filter({ hasText: '0 of 2 places' })).toHaveCount(1)
  expect(complaints).toEqual([])
})

test('a message of the organiser is on every page as plain text, until it is dismissed or cleared', async () => {
  const stage = await stageFor()
  const { page, complaints } = await organiser(stage, '/organise', { viewport: { width: 1280, height: 800 } })
  const TEXT = 'Lunch at <b>noon</b>'
  await page.getByLabel('Message', { exact: true }).fill(TEXT)
  await page.getByRole('button', { name: 'Post it' }).click()
  await expectPage(page.getByText(`Shown now: “${TEXT}”`)).toBeVisible()
  const hall = await visit(stage, '/tv', { viewport: { width: 1280, height: 800 } })
  await expectPage(hall.page.getByRole('status').getByText(TEXT)).toBeVisible({ timeout: 60_000 })
  const phone = await visit(stage, '/contests', PHONE)
  const bar = phone.page.getByRole('status').getByText(TEXT)
  await expectPage(bar).toBeVisible({ timeout: 60_000 })
  await judge(phone.page)
  await phone.page.getByRole('button', { name: 'Dismiss' }).click()
  await expectPage(bar).toBeHidden()
  await phone.page.reload()
  await expectPage(phone.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectPage(bar).toBeHidden()
  await page.getByRole('button', { name: 'Clear it' }).click()
  await expectPage(hall.page.getByText(TEXT)).toBeHidden({ timeout: 60_000 })
  expect([...complaints, ...hall.complaints, ...phone.complaints]).toEqual([])
})

test('bots play on from a fork once, also after a double click', async () => {
  const stage = await stageFor()
  const key = await becomeOrganiser(stage)
  const started = await fetch(`${stage.url}/api/v1/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ challenge: 'quoridor', players: ['house:random', 'house:random'] }),
  })
  const { id } = (await started.json()) as { readonly id: number }
  const { page } = await visit(stage, `/matches/${id}#r1.p2`, { key })
  await page.getByRole('button', { name: 'Fork' }).click()
  const sent = (): number => stage.requests.filter((url) => url === '/api/v1/matches').length
  const before = sent()
  await clickTwice(page, page.getByRole('button', { name: 'The bots play on' }), '**/api/v1/matches')
  await expectPage(page).toHaveURL(new RegExp(`/matches/${id + 1}`))
  expect(sent() - before).toBe(1)
})

import type { Locator } from '@playwright/test'
import { expect, test } from 'vitest'
import type { WholeTournamentBody } from '../../src/api/tournaments.ts'
import { expectPage, judge, openTheatre } from './browser.fixture.ts'
import type { Stage } from './stage.ts'

/** Times in the pages for people in several time zones, on the nights when clocks change. */
const { stage: stageFor, visit } = openTheatre()

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** The request of somebody with this key. */
async function ask<T>(stage: Stage, key: string, method: string, path: string, json?: object): Promise<T> {
  const response = await fetch(stage.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
  })
  return (await response.json()) as T
}

const CUP = {
  name: 'Night cup',
  challenge: 'tic-tac-toe',
  format: 'round-robin',
  entrants: ['house:perfect', 'house:random', 'house:first'],
  entry: 'open',
}

async function makeCup(stage: Stage, key: string, more: object): Promise<WholeTournamentBody> {
  return ask(stage, key, 'POST', '/api/v1/tournaments', { ...CUP, ...more })
}

const contestOf = (stage: Stage, key: string): Promise<WholeTournamentBody> =>
  ask(stage, key, 'GET', '/api/v1/tournaments/1')

/** What a screen reader says of an input beside its label. */
async function descriptionOf(input: Locator): Promise<string> {
  const ids = (await input.getAttribute('aria-describedby'))?.split(' ') ?? []
  const texts = await Promise.all(ids.map((id) => input.page().locator(`[id="${id}"]`).textContent()))
  return texts.filter(Boolean).join('; ')
}

test('when a contest starts and when its entry closes is said with date and zone, to visitors in other zones, too', async () => {
  const stage = await stageFor()
  const { key } = stage.register('Office', 'organiser')
  const { join } = await makeCup(stage, key, {
    entryCloses: '2027-03-28T00:30:00Z',
    plan: {
      starts: '2027-03-28T01:30:00Z',
      breaks: [{ from: '2027-10-31T00:10:00Z', to: '2027-10-31T01:40:00Z' }],
    },
  })
  for (const [timezoneId, closes, starts, pause] of [
    [
      'Europe/Berlin',
      '28 Mar 2027, 01:30 GMT+1',
      '28 Mar 2027, 03:30 GMT+2',
      // An hour and a half, though the clocks show half an hour.
      'Break from 31 Oct 2027, 02:10 GMT+2 to 31 Oct 2027, 02:40 GMT+1',
    ],
    [
      'America/New_York',
      '27 Mar 2027, 20:30 GMT-4',
      '27 Mar 2027, 21:30 GMT-4',
      'Break from 30 Oct 2027, 20:10 GMT-4 to 30 Oct 2027, 21:40 GMT-4',
    ],
    [
      'Pacific/Chatham',
      '28 Mar 2027, 14:15 GMT+13:45',
      '28 Mar 2027, 15:15 GMT+13:45',
      'Break from 31 Oct 2027, 13:55 GMT+13:45 to 31 Oct 2027, 15:25 GMT+13:45',
    ],
  ] as const) {
    const { page, complaints } = await visit(stage, '/contests/1', { timezoneId, ...PHONE })
    await expectPage(page.getByText(`(${starts})`)).toBeVisible()
    await expectPage(page.getByText(pause)).toBeVisible()
    await judge(page)
    for (const path of ['/contests/1/board', join ?? '']) {
      await page.goto(stage.url + path)
      await expectPage(page.getByText(`(${starts})`)).toBeVisible()
      await expectPage(page.getByText(`(${closes})`)).toBeVisible()
      await judge(page)
    }
    // The sheet is printed, and hangs on walls.
    await page.goto(`${stage.url}/contests/1/join`)
    await expectPage(page.getByText(`Entry closes on ${closes}.`)).toBeVisible()
    expect(complaints).toEqual([])
  }
})

test('the form says what a typed time means, on the night when the clocks change, too', async () => {
  const stage = await stageFor()
  const { key } = stage.register('Office', 'organiser')
  await makeCup(stage, key, {})
  const { page } = await visit(stage, '/contests/1', { key, timezoneId: 'Europe/Berlin' })
  await page.getByText('start, breaks, rounds').click()
  const starts = page.getByLabel('Starts at')
  for (const [typed, means] of [
    ['2026-12-01T15:00', '1 Dec 2026, 15:00 GMT+1'],
    ['2027-03-28T02:30', 'The clocks skip this time. It is taken as 28 Mar 2027, 03:30 GMT+2'],
    ['2027-10-31T02:30', '31 Oct 2027, 02:30 GMT+2, the first of two: the clocks go back'],
  ] as const) {
    await starts.fill(typed)
    await expectPage(page.getByText(means, { exact: true })).toBeVisible()
    expect(await descriptionOf(starts)).toContain(means)
  }
  await judge(page)
  await page.getByRole('button', { name: 'Save the plan' }).click()
  await expectPage(page.getByText('The plan is changed.')).toBeVisible()
  expect((await contestOf(stage, key)).plan.starts).toBe('2027-10-31T00:30:00.000Z')

  await page.goto(`${stage.url}/contests/new`)
  await page.getByRole('radio', { name: /^Open/ }).check()
  await page.getByLabel('Entry closes at').fill('2027-03-28T02:30')
  await page.getByRole('button', { name: 'Add a break' }).click()
  await page.getByLabel('Break 1 from').fill('2027-03-28T02:45')
  await expectPage(page.getByText('It is taken as 28 Mar 2027, 03:30 GMT+2')).toBeVisible()
  await expectPage(page.getByText('It is taken as 28 Mar 2027, 03:45 GMT+2')).toBeVisible()
  await judge(page)
})

test('a time that nobody types stays as it is: its seconds, and the second one of an hour that comes twice', async () => {
  const stage = await stageFor()
  const { key } = stage.register('Office', 'organiser')
  const second = '2027-10-31T01:10:20.000Z'
  const to = '2027-10-31T01:40:20.000Z'
  await makeCup(stage, key, { entryCloses: second, plan: { breaks: [{ from: second, to }] } })
  const { page } = await visit(stage, '/contests/1', { key, timezoneId: 'Europe/Berlin' })
  const closes = page.getByLabel('Entry closes at')
  await expectPage(closes).toHaveValue('2027-10-31T02:10')
  // Somebody who goes through the page by keys leaves the field without a change.
  await closes.focus()
  await page.getByRole('link', { name: 'Who is ready' }).focus()
  await page.getByText('start, breaks, rounds').click()
  await page.getByRole('button', { name: 'Add a break' }).click()
  await page.getByLabel('Break 2 from').fill('2027-11-01T12:00')
  await page.getByLabel('Break 2 to').fill('2027-11-01T13:00')
  await page.getByRole('button', { name: 'Save the plan' }).click()
  await expectPage(page.getByText('The plan is changed.')).toBeVisible()
  const { entryCloses, plan } = await contestOf(stage, key)
  expect(entryCloses).toBe(second)
  expect(plan.breaks).toEqual([
    { from: second, to },
    { from: '2027-11-01T11:00:00.000Z', to: '2027-11-01T12:00:00.000Z' },
  ])
  // Typed over, it is another one as soon as the field is left.
  await closes.fill('2027-10-30T12:00')
  await page.getByRole('link', { name: 'Who is ready' }).focus()
  await expectPage
    .poll(async () => (await contestOf(stage, key)).entryCloses)
    .toBe('2027-10-30T10:00:00.000Z')

  const ladder = '/api/v1/challenges/tic-tac-toe/ladder'
  await ask(stage, key, 'PUT', `${ladder}/freeze`, { freeze: second })
  await page.goto(`${stage.url}/ladder/tic-tac-toe`)
  const moved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Move the freeze', exact: true }).click()
  expect(await (await moved).json()).toEqual({ freeze: second })
})

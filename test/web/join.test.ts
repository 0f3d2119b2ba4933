import type { BrowserContextOptions } from '@playwright/test'
import { expect, test } from 'vitest'
import { clickTwiceAcross, expectPage, judge, openTheatre, SOON } from './browser.fixture.ts'

/** A contest day begins: a link on a slide, a phone, and the board in the hall, each in a browser of its own. */
const { stage: stageFor, visit } = openTheatre()

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
}
const PROJECTOR: BrowserContextOptions = { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' }

test('a team joins by the link on its phone, the board shows it, and the organiser starts', async () => {
  const stage = await stageFor({ registration: 'organiser' })
  const { key } = stage.register('Office', 'organiser')
  const made = await fetch(`${stage.url}/api/v1/tournaments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Class cup',
      challenge: 'tic-tac-toe',
      format: 'round-robin',
      entrants: [],
      entry: 'approval',
    }),
  })
  const { id, join } = (await made.json()) as { readonly id: number; readonly join: string }
  const { page: organiser, complaints } = await visit(stage, `/contests/${id}`, { key })
  const link = `${new URL(stage.url).host}${join}`
  await expectPage(organiser.getByText(link)).toBeVisible()
  await expectPage(
    organiser.getByRole('img', { name: 'QR code of the join link of Class cup' }),
  ).toBeVisible()
  await judge(organiser)
  await organiser.getByLabel('Teams can join').selectOption('open')

  for (const path of [join, `/contests/${id}/join`, `/contests/${id}/board`])
    expect((await fetch(stage.url + path)).status, path).toBe(200)

  const { page: hall, ...atHall } = await visit(stage, `/contests/${id}/board`, PROJECTOR)
  await expectPage(hall.getByText('No team has joined yet.')).toBeVisible()
  const { page: sheet } = await visit(stage, `/contests/${id}/join`)
  await expectPage(sheet.getByText(link)).toBeVisible()
  await judge(sheet)

  // Without the link, the way in is on the pages that list contests.
  for (const path of ['/', '/contests']) {
    await sheet.goto(stage.url + path)
    await expectPage(sheet.getByRole('link', { name: 'Join Class cup' })).toHaveAttribute('href', join)
    await judge(sheet)
    // The box of a contest leads to its page, except for the button.
    await sheet.getByRole('link', { name: 'Class cup', exact: true }).click({ timeout: SOON.timeout })
    await expectPage(sheet).toHaveURL(`${stage.url}/contests/${id}`)
    await sheet.goBack()
    await sheet.getByRole('link', { name: 'Join Class cup' }).click({ timeout: SOON.timeout })
    await expectPage(sheet).toHaveURL(stage.url + join)
  }

  const { page: phone, ...atPhone } = await visit(stage, join.toUpperCase().replace('JOIN', 'join'), PHONE)
  await phone.getByLabel('Name of your team').fill('Red Pandas')
  await phone.getByLabel('Members').fill('Ada, Grace')
  await judge(phone)
  await phone.getByRole('button', { name: 'Join' }).click()
  await expectPage(phone.getByRole('heading', { name: 'You are in' })).toBeVisible()
  await expectPage(phone.getByText('No bot yet')).toBeVisible()
  await judge(phone)
  await phone.getByLabel('Which bot plays for you').selectOption('wire')
  await expectPage(phone.getByText('Plays over a wire, not connected yet')).toBeVisible()

  const teams = hall.getByRole('list', { name: 'Teams' })
  await expectPage(teams.getByText('Red Pandas')).toBeVisible()
  await expectPage(hall.getByText('Ada, Grace')).toHaveCount(0)
  await judge(hall)
  // A second team, with nothing that can play.
  await fetch(`${stage.url}/api/v1${join}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Late Owls' }),
  })
  await expectPage(teams.getByRole('listitem')).toHaveCount(2)

  await organiser.getByRole('button', { name: 'Start' }).click()
  await expectPage(organiser.getByText('nothing can play for Late Owls')).toBeVisible()
  await judge(organiser)
  await organiser.getByRole('button', { name: 'Let them play over a wire' }).click()
  await expectPage(hall.getByText('It has begun.')).toBeVisible()
  await expectPage(phone.getByText('plays in the contest, which has begun.')).toBeVisible()
  expect([...complaints, ...atHall.complaints, ...atPhone.complaints]).toEqual([])
})

test('a double click on the board approves a team, and does not refuse it', async () => {
  const stage = await stageFor()
  const { key } = stage.register('Office', 'organiser')
  const red = stage.register('Red')
  const post = async (path: string, by: string, json: object): Promise<unknown> => {
    const answer = await fetch(`${stage.url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    return answer.json()
  }
  const contest = { name: 'Cup', challenge: 'tic-tac-toe', format: 'round-robin', entrants: [] }
  const made = await post('/tournaments', key, { ...contest, entry: 'approval' })
  const { id, join } = made as { readonly id: number; readonly join: string }
  await post(join, red.key, {})
  const { page } = await visit(stage, `/contests/${id}/board`, { key })
  const approved = page.getByText('No bot yet')
  await clickTwiceAcross(page, page.getByRole('button', { name: 'Approve Red' }), approved)
  expect(stage.requests.filter((url) => url.endsWith(`/teams/${red.id}`))).toHaveLength(1)
  await expectPage(approved).toBeVisible()
})

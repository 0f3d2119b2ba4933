import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { logContest } from '../../src/arena/logged-contest.fixture.ts'
import type { WholeTournamentBody } from '../../src/api/tournaments.ts'
import { openTestArena, storeOf } from '../server/arena.fixture.ts'
import { expectPage, judge, layoutShift, openTheatre, SOON } from './browser.fixture.ts'

/** The pages of tournaments: the list, one of each kind, while they run and when they are over. */
const theatre = openTheatre()
const { stage: stageFor, visit } = theatre

const HOUSE = ['house:perfect', 'house:baseline', 'house:random', 'house:first']
const CUP = {
  name: 'Spring cup',
  challenge: 'tic-tac-toe',
  format: 'round-robin-knock-out',
  entrants: HOUSE,
  seed: 5,
  nodes: 100,
}

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true })

test('a finished tournament shows all its results, without signing in', async () => {
  const stage = await stageFor()
  // From the empty board the results of these four are known.
  const id = stage.hold({ ...CUP, openings: false })
  const { page, complaints } = await visit(stage, `/contests/${id}`)
  await expectPage(page.getByText('10 of 10 matches played')).toBeVisible()
  await expectPage(page.getByText('house:perfect won').first()).toBeVisible()
  await expectPage(page.getByText('Tic-tac-toe Arena, Round robin, then knock-out, 4 entrants')).toBeVisible()

  const standings = section(page, 'Final standings')
  await expectPage(standings.getByRole('row')).toHaveCount(5)
  await expectPage(standings.getByRole('row').nth(1)).toContainText(/^1house:perfect.*won the final/)
  await expectPage(standings.getByRole('columnheader', { name: 'Rating' })).toBeVisible()

  const bracket = section(page, 'Bracket')
  await expectPage(bracket.getByRole('heading')).toHaveText([
    'Bracket',
    'Knock-out',
    'Semi-final',
    'Final',
    'Third place',
  ])
  const final = bracket.getByRole('region', { name: 'Final', exact: true }).getByRole('link')
  await expectPage(final).toHaveText(/house:perfect 1.*house:\w+ 0.*house:perfect won/)
  await expectPage(final.locator('[data-outcome=won]')).toContainText('house:perfect')

  const crosstable = section(page, 'Head to head')
  await expectPage(crosstable.getByRole('row')).toHaveCount(5)
  await expectPage(crosstable.getByRole('link', { name: /^house:perfect against .*: 1$/ })).toHaveCount(5)
  await expectPage(section(page, 'Ratings').getByRole('row')).toHaveCount(4)
  await expectPage(section(page, 'Ratings').getByRole('row').first()).toContainText(
    /house:perfect\+\d+, from −\d+ to \+\d+/,
  )
  await expectPage(section(page, 'Statistics').getByRole('row')).toHaveCount(5)

  const matches = section(page, 'Matches')
  await expectPage(matches.getByText('Round robin, round 3')).toBeVisible()
  await matches.getByText('Match for third place').click()
  await expectPage(matches.getByText(/house:\w+ won by three in a row|Drawn/).nth(1)).toBeVisible()

  const file = page.getByRole('link', { name: 'Download everything as JSON' })
  const answer = await page.request.get(stage.url + (await file.getAttribute('href')))
  expect(await answer.json()).toMatchObject({ id, result: { isDone: true } })

  await final.click()
  await expectPage(page).toHaveURL(/\/matches\/\d+$/)
  await page.getByRole('link', { name: 'See the contest' }).click()
  await expectPage(page.getByRole('heading', { name: 'Spring cup' })).toBeVisible()
  // Also from the table, without loading the application again.
  await page.evaluate('window.isSame = true')
  await crosstable
    .getByRole('link', { name: /^house:perfect against / })
    .first()
    .click()
  await expectPage(page).toHaveURL(/\/matches\/\d+$/)
  expect(await page.evaluate('window.isSame')).toBe(true)
  expect(complaints).toEqual([])
})

test('a running tournament updates its page, also after the server was restarted', async () => {
  const stage = await stageFor()
  const ann = stage.register('Ann')
  const id = stage.hold({
    ...CUP,
    entrants: [...HOUSE.filter((name) => !name.includes('base')), `player:${ann.id}`],
  })
  const { page, complaints } = await visit(stage, `/contests/${id}`)
  // Two entrants play; the others wait for Ann, or for an opponent of hers.
  await expectPage(page.getByText('1 of 10 matches played')).toBeVisible()
  await expectPage(page.getByText('Running')).toBeVisible()
  const matches = section(page, 'Matches')
  const live = matches
    .getByRole('listitem')
    .filter({ hasText: 'Ann' })
    .filter({ has: page.getByRole('link') })
  await expectPage(live).toHaveCount(1)
  await expectPage(matches.getByRole('heading', { name: 'Next' })).toBeVisible()
  // The places to be won are there from the beginning.
  const bracket = section(page, 'Bracket')
  await expectPage(bracket.getByRole('region', { name: 'Semi-final' }).getByRole('listitem')).toHaveText([
    /1st of the round robin 4th of the round robin/,
    /2nd of the round robin 3rd of the round robin/,
  ])
  await expectPage(bracket.getByRole('link')).toHaveCount(0)

  await stage.stop()
  await expectPage(page.getByText('Connection lost')).toBeVisible()
  await stage.start()
  await expectPage(page.getByText('Connection lost')).toHaveCount(0)
  stage.attend('Ann', 'baseline')
  await expectPage(page.getByText('10 of 10 matches played')).toBeVisible()
  await expectPage(bracket.getByRole('link')).toHaveCount(4)
  await expectPage(bracket.getByText('of the round robin')).toHaveCount(0)
  await expectPage(page.getByText(/^\S+ won$/)).toBeVisible()
  await expectPage(section(page, 'Final standings').getByRole('link', { name: 'Ann' })).toHaveAttribute(
    'href',
    `/teams/${ann.id}`,
  )
  expect(complaints).toEqual([])
})

test('ties of several matches lead to each of them, and those of two losses to the final', async () => {
  const stage = await stageFor()
  const id = stage.hold({
    ...CUP,
    name: 'Second chances',
    format: 'double-elimination',
    options: { bestOf: 3 },
  })
  const { page } = await visit(stage, `/contests/${id}`)
  await expectPage(page.getByText('Over', { exact: true })).toBeVisible()
  const bracket = section(page, 'Bracket')
  await expectPage(bracket.getByRole('heading', { level: 3 })).toHaveText(['Winners', 'Losers'])
  const tie = bracket.getByRole('region', { name: "Winners' final" })
  await expectPage(tie.getByRole('link', { name: /^Match \d: / })).not.toHaveCount(0)
  await tie.getByRole('link', { name: /^Match 1: / }).click()
  await expectPage(page).toHaveURL(/\/matches\/\d+$/)
})

test('a score stands between the names as it was played, also after a name from right to left', async () => {
  const stage = await stageFor()
  const { id: team } = stage.register('فريق الروبوتات')
  const entrants = [`player:${team}`, 'house:perfect']
  const plan = { absentSeconds: 1 }
  const id = stage.hold({ ...CUP, format: 'round-robin', options: { games: 1 }, entrants, plan })
  const { page } = await visit(stage, `/contests/${id}`)
  await expectPage(page.getByText('Over', { exact: true })).toBeVisible()
  await expectPage(section(page, 'Matches').getByText(/^\d–\d$/)).toBeVisible()
  const [name, first, second] = await page.evaluate<[number, number, number]>(`(() => {
    const score = document.querySelector('.versus')
    const leftOf = (node, at) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect().left
    }
    return [score.previousElementSibling.getBoundingClientRect().left, ...[0, 2].map((at) => leftOf(score.firstChild, at))]
  })()`)
  expect(name).toBeLessThan(first)
  expect(first).toBeLessThan(second)
})

test('on a phone a bracket shows the whole of long names, also of one from right to left', async () => {
  const stage = await stageFor()
  const long = ['فريق الروبوتات العربي المتحد الكبير', 'The Extraordinarily Long Named Team of A']
  const entrants = [
    'house:perfect',
    'house:random',
    ...long.map((name) => `player:${stage.register(name).id}`),
  ]
  const plan = { absentSeconds: 1 }
  const id = stage.hold({ ...CUP, format: 'single-elimination', options: {}, entrants, plan })
  const { page } = await visit(stage, `/contests/${id}`, { viewport: { width: 390, height: 844 } })
  await expectPage(page.getByText('Over', { exact: true })).toBeVisible()
  for (const name of long)
    await expectPage(page.locator('.slot-name', { hasText: name }).first()).toBeVisible()
  const cut = await page.evaluate(`[...document.querySelectorAll('.slot-name')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.textContent)`)
  expect(cut).toEqual([])
  await judge(page)
})

test('on a phone the name of a team that is waited for breaks where it is wider than the page', async () => {
  const stage = await stageFor()
  const name = 'W'.repeat(40)
  const entrants = ['house:perfect', `player:${stage.register(name).id}`]
  const plan = { absentSeconds: 3600 }
  const id = stage.hold({ ...CUP, format: 'single-elimination', options: {}, entrants, plan })
  const { page } = await visit(stage, `/contests/${id}`, { viewport: { width: 390, height: 844 } })
  await expectPage(page.locator('.notice', { hasText: name })).toBeVisible()
  await judge(page)
})

test('the page of a contest that cannot be shown says why', async () => {
  const stage = await stageFor()
  const id = stage.hold(CUP)
  const message = `Cannot play or show tournament ${id}: its results contradict each other`
  const { page } = await visit(stage, `/contests/${id}`, {
    prepare: (opening) =>
      opening.route(`**/api/v1/tournaments/${id}*`, (route) =>
        route.fulfill({ status: 409, json: { error: 'tournament-damaged', message } }),
      ),
  })
  await expectPage(page.getByRole('heading', { name: `Cannot show contest ${id}` })).toBeVisible()
  await expectPage(page.getByText(message)).toBeVisible()
})

test('the organiser annuls a result that contradicts the others on the page of the contest, which then goes on', async () => {
  const arena = await openTestArena({ webFolder: theatre.folder })
  onTestFinished(() => arena[Symbol.asyncDispose]())
  const { key } = await arena.organiser()
  const store = storeOf(arena)
  const damaged = logContest(store, { name: 'Damaged', openings: false })
  const [first, second] = damaged.open()
  // Two results of other players than those of the plan.
  for (const pairing of [first, second]) {
    const [a = '', b = ''] = pairing?.players ?? []
    if (pairing) damaged.add({ ...pairing, players: [b, a] })
  }
  store.append({ kind: 'tournament-moved', tournament: 1, status: 'running' })
  await arena.restart()
  expect(arena.failures.splice(0)).toEqual([expect.stringContaining('its results contradict each other')])

  const { page: visitor } = await visit(arena, '/contests/1', { viewport: { width: 390, height: 844 } })
  const why = `Cannot use the result of ${first?.key}`
  await expectPage(visitor.getByRole('alert')).toContainText(why)
  await expectPage(visitor.getByRole('button', { name: 'Annul the result' })).toHaveCount(0)
  await judge(visitor)
  const { page, complaints } = await visit(arena, '/contests/1', { key })
  const annul = page.getByRole('button', { name: 'Annul the result' })
  for (const one of [first, second]) {
    await expectPage(page.getByRole('alert')).toContainText(`Cannot use the result of ${one?.key}`)
    await expectPage(annul).toBeDisabled()
    await page.getByLabel('Reason').fill('other players')
    await judge(page)
    await annul.click()
  }
  await expectPage(page.getByText('The contest is paused. It goes on where it stopped.')).toBeVisible()
  await expectPage(visitor.getByText('Paused')).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expectPage(page.getByText('All matches have been played.')).toBeVisible()
  await expectPage(visitor.getByText('Organiser decided: other players').first()).toBeVisible()
  expect(complaints).toEqual([])
  expect(arena.failures).toEqual([])
})

test('a contest that teams may still join has no final standings and no certificates, with nobody in it or with one team', async () => {
  const stage = await stageFor()
  const { key } = stage.register('Eve', 'organiser')
  const { name, challenge } = CUP
  const made = await fetch(`${stage.url}/api/v1/tournaments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, challenge, format: 'round-robin', entrants: [], entry: 'open' }),
  })
  const { id, join } = (await made.json()) as WholeTournamentBody
  const { page } = await visit(stage, `/contests/${id}`)
  const standings = section(page, 'Standings')
  await expectPage(standings.getByText('No team has joined yet')).toBeVisible()

  await fetch(`${stage.url}/api/v1${join}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Early Birds' }),
  })
  await expectPage(standings.getByRole('row', { name: 'Early Birds' })).toBeVisible()
  await expectPage(page.getByRole('link', { name: 'Certificates' })).toHaveCount(0)
  await page.goto(`${stage.url}/contests/${id}/certificates`)
  await expectPage(page.getByText('There are certificates once the contest is over')).toBeVisible()
})

test('a Swiss contest that has not started has no points, not those of the bye of its first round', async () => {
  const stage = await stageFor()
  const { key } = stage.register('Eve', 'organiser')
  const made = await fetch(`${stage.url}/api/v1/tournaments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...CUP, format: 'swiss', entrants: HOUSE.slice(0, 3) }),
  })
  const { id } = (await made.json()) as WholeTournamentBody
  const { page } = await visit(stage, `/contests/${id}`)
  const rows = section(page, 'Standings').locator('tbody tr')
  await expectPage(rows).toHaveCount(3)
  await expectPage(rows.locator('td.points')).toHaveText(['0', '0', '0'])
})

test('a test of two says what it found', async () => {
  const stage = await stageFor()
  const id = stage.hold({
    ...CUP,
    name: 'Is perfect better?',
    format: 'sprt',
    entrants: ['house:perfect', 'house:first'],
    options: { elo1: 400, pairs: 50 },
  })
  const { page } = await visit(stage, `/contests/${id}`)
  await expectPage(page.getByText('house:perfect is stronger: by 400 points rather than by 0.')).toBeVisible()
  await expectPage(section(page, 'Test').getByText('Log-likelihood ratio')).toBeVisible()
})

test('the list has running contests first, and the lobby a line for each of them', async () => {
  const stage = await stageFor()
  const ann = stage.register('Ann')
  stage.hold({ ...CUP, name: 'Waits for Ann', entrants: ['house:first', `player:${ann.id}`] })
  stage.hold(CUP)
  const { page, complaints } = await visit(stage, '/')
  await page.getByRole('list', { name: 'Contests' }).getByRole('link', { name: 'Waits for Ann' }).click()
  await expectPage(page.getByRole('heading', { name: 'Waits for Ann', level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Contests' }).click()
  const finished = page.getByRole('region', { name: 'Finished' }).getByRole('article')
  await expectPage(finished).toContainText('Spring cup')
  await expectPage(finished).toContainText('house:perfect won')
  await expectPage(page.getByRole('heading', { level: 2 })).toHaveText([/Running/, /Finished/])
  await expectPage(page.getByRole('link', { name: 'New contest' })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('the organiser has the controls, and a button for a new tournament', async () => {
  const stage = await stageFor()
  const eve = stage.register('Eve', 'organiser')
  const id = stage.hold(CUP)
  const { page } = await visit(stage, `/contests/${id}`)
  await expectPage(page.getByRole('heading', { name: 'Final standings' })).toBeVisible()
  await expectPage(page.getByRole('heading', { name: 'For the organiser' })).toHaveCount(0)
  const { page: office } = await visit(stage, `/contests/${id}`, { key: eve.key })
  await expectPage(office.getByRole('heading', { name: 'Final standings' })).toBeVisible()
  await expectPage(office.getByRole('heading', { name: 'For the organiser' })).toBeVisible()
  await office.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Contests' }).click()
  await expectPage(office.getByRole('link', { name: 'New contest' })).toBeVisible()
})

test('on the day the organiser gives time, calls a round, replays and rules matches, and a team says that it is there', async () => {
  const stage = await stageFor()
  const eve = stage.register('Eve', 'organiser')
  const ann = stage.register('Ann')
  const id = stage.hold({
    ...CUP,
    format: 'single-elimination',
    options: { thirdPlace: 'no' },
    openings: false,
    clock: '5m',
    // The best plays the last, and beats all others.
    entrants: ['house:perfect', 'house:random', 'house:first', `player:${ann.id}`],
    plan: { rounds: 'called', absentSeconds: 3600 },
  })
  const desk = await visit(stage, `/contests/${id}`, {
    key: eve.key,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
  })
  const { page } = desk
  const absent = page.getByText('Ann is absent (house:perfect waits)')
  await expectPage(absent).toBeVisible()
  await page.getByRole('button', { name: '+5 min for Ann' }).click()
  await expectPage(page.getByText('Ann has 5 minutes more.')).toBeVisible()
  await expectPage(absent).toContainText(/1:0\d:\d\d/)
  await judge(page)

  const phone = await visit(stage, '/games', {
    key: ann.key,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
  })
  const here = phone.page.getByRole('button', { name: 'I am here' })
  await expectPage(phone.page.getByText('Ann is called to its match against house:perfect')).toBeVisible()
  await judge(phone.page)
  await expectPage(async () => {
    if (await here.isVisible()) await here.click()
    const seat = phone.page.getByRole('link', { name: 'Play by hand' })
    await expectPage(seat).toBeVisible({ timeout: 20_000 })
    await expectPage(phone.page.getByText('--challenge tic-tac-toe --against contest')).toBeVisible()
    await seat.click()
  }).toPass(SOON)
  await expectPage(phone.page).toHaveURL(/\/play\/\d+$/)
  await expectPage(absent).toHaveCount(0)
  stage.attend('Ann', 'first')

  await page.getByRole('button', { name: 'Call round 2 now' }).click()
  await expectPage(page.getByText('Round 2 is called.')).toBeVisible()
  await expectPage(page.getByText('Over', { exact: true })).toBeVisible()
  await page.getByText('Replay or rule a match').click()
  const match = page.getByLabel('Match', { exact: true })
  const final = { label: await finalOf(match) }
  await match.selectOption(final)
  await page.getByLabel('Reason').fill('The screen went dark')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expectPage(page.getByText('It is played again.')).toBeVisible()
  const schedule = section(page, 'Matches')
  await expectPage(schedule.getByText('Played again, Eve decided: The screen went dark')).toBeVisible()
  await expectPage(page.getByText('house:perfect won').first()).toBeVisible()

  await match.selectOption(final)
  const decision = page.getByLabel('Decision')
  const loser =
    (await decision.locator('option').allTextContents()).find((text) =>
      /^(?!house:perfect).* wins$/.test(text),
    ) ?? ''
  await decision.selectOption(loser)
  await page.getByLabel('Reason').fill('Its team had left')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expectPage(page.getByText('The ruling counts, and all visitors see the reason.')).toBeVisible()
  await expectPage(schedule.getByText('Ruled by Eve: Its team had left')).toBeVisible()
  await expectPage(schedule.locator('.schedule-how').filter({ hasText: 'old match' })).toHaveText([
    'Played again, Eve decided: The screen went dark (the old match)',
    '(the old match)',
  ])
  await expectPage(page.getByText(loser.replace('wins', 'won')).first()).toBeVisible()

  await page.getByText('all decisions, with their reasons').click()
  const log = page.locator('.action-log li')
  await expectPage(log).toHaveText([
    /Eve Ruled that house:\w+ wins house:\w+ against house:\w+ \(final\)\s*Its team had left/,
    /Eve Had house:\w+ against house:\w+ \(final\) played again\s*The screen went dark/,
    /Eve Called the next round/,
    /Eve Gave 5 more minutes to Ann/,
  ])
  await judge(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await judge(page)
  expect([...desk.complaints, ...phone.complaints]).toEqual([])
})

/** The final, as the organiser's choice of matches has it. */
const finalOf = async (match: Locator): Promise<string> =>
  (await match.locator('option').allTextContents()).find((text) => text.includes('(final')) ?? ''

test('sections can be reached by the keyboard alone', async () => {
  const stage = await stageFor()
  const id = stage.hold(CUP)
  const { page } = await visit(stage, `/contests/${id}`)
  const way = page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Statistics' })
  await way.focus()
  await page.keyboard.press('Enter')
  await expectPage(section(page, 'Statistics')).toBeInViewport()
  await page.keyboard.press('Tab')
  await expectPage(page.locator('#statistics .scroll-box')).toBeFocused()
})

test('a bracket of 64 scrolls in a box of its own, and the names of its rounds stay in sight', async () => {
  const stage = await stageFor()
  const teams = Array.from({ length: 64 }, (_, at) => stage.register(`Team ${at + 1}`))
  const entrants = teams.map(({ id }) => `player:${id}`)
  const id = stage.hold({ ...CUP, format: 'single-elimination', entrants })
  const height = 844
  const { page, complaints } = await visit(stage, `/contests/${id}`, { viewport: { width: 390, height } })
  const box = page.locator('#bracket .scroll-box')
  await expectPage(box.getByRole('region', { name: 'Round of 64' }).getByRole('listitem')).toHaveCount(32)
  expect((await box.boundingBox())?.height).toBeLessThan(height)
  await page.evaluate("document.querySelector('#bracket .scroll-box').scrollTo(0, 1500)")
  await box.scrollIntoViewIfNeeded()
  await expectPage(box.locator('.tree-heads').first()).toBeInViewport()
  await expectPage(box.getByText('Team 1', { exact: true })).not.toBeInViewport()
  await judge(page)
  expect(complaints).toEqual([])
})

test('the list says that there is no contest yet', async () => {
  const { page } = await visit(await stageFor(), '/contests')
  await expectPage(page.getByText('There is no contest here yet')).toBeVisible()
})

test.each([
  ['a phone', 'dark', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ['a desk', 'light', { viewport: { width: 1440, height: 900 } }],
] satisfies readonly (readonly [string, 'light' | 'dark', BrowserContextOptions])[])(
  'on %s contests fit and can be read by everybody, %s',
  async (_, colorScheme, size) => {
    const stage = await stageFor()
    const ids = [
      stage.hold({ ...CUP, format: 'double-elimination', options: { bestOf: 3 } }),
      stage.hold({ ...CUP, format: 'sprt', entrants: HOUSE.slice(0, 2), options: { elo1: 200, pairs: 5 } }),
      stage.hold({ ...CUP, format: 'swiss', name: 'Swiss' }),
    ]
    const { page, complaints } = await visit(stage, '/contests', { ...size, colorScheme })
    await expectPage(page.getByRole('article')).toHaveCount(3)
    expect(await layoutShift(page)).toBeLessThan(0.05)
    await judge(page)
    await expectPage(page.getByRole('region', { name: 'Finished' }).getByRole('article')).toHaveCount(3)
    for (const id of ids) {
      await page.goto(`${stage.url}/contests/${id}`)
      await expectPage(page.getByText('Over', { exact: true })).toBeVisible()
      await expectPage(page.getByRole('heading', { name: 'Statistics' })).toBeVisible()
      const standings = page.getByRole('region', { name: /^Standings/ })
      if ((await standings.count()) > 0)
        expect(await standings.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
      expect(await layoutShift(page)).toBeLessThan(0.05)
      await judge(page)
    }
    expect(complaints).toEqual([])
  },
)

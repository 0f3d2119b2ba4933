import type { BrowserContextOptions, Page } from '@playwright/test'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deferred } from '../../src/base/deferred.ts'
import type { PersonList } from '../../src/api/people.ts'
import { clickTwice, expectPage, finished, judge, openTheatre } from './browser.fixture.ts'
import { openStage, type Stage } from './stage.ts'

/** Playing by hand: against house brains and others on a real server, and on from a position in the browser alone. */
const theatre = openTheatre()
const { stage: stageFor, visit } = theatre

const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
}

/** A new visitor in a browser of its own, on the page to choose a game. */
async function newcomer(stage: Stage, name: string, options: BrowserContextOptions = {}) {
  const { page, complaints } = await visit(stage, '/play', options)
  await page.getByLabel('Your name').fill(name)
  return { page, complaints }
}

async function begin(page: Page, game: RegExp, opponent: string, side = 'first'): Promise<void> {
  await page.getByRole('radio', { name: game }).check()
  await page.getByLabel('Against').selectOption(opponent)
  if (opponent !== 'open') await page.getByLabel('Your seat').selectOption(side)
  await page.getByRole('button', { name: 'Begin' }).click()
}

const yourTurn = (page: Page): Promise<void> =>
  expectPage(page.getByText('Your turn', { exact: true })).toBeVisible()

/** Where a cell is on the page, from the top left corner of a board without names. */
async function middleOf(page: Page, column: number, row: number, size: number) {
  const box = await page.locator('.targets').boundingBox()
  if (!box) throw new Error('no board')
  return { x: box.x + ((column + 0.5) / size) * box.width, y: box.y + ((row + 0.5) / size) * box.height }
}

const clickCell = async (page: Page, column: number, row: number, size: number): Promise<void> => {
  const { x, y } = await middleOf(page, column, row, size)
  await page.mouse.click(x, y)
}

test('a visitor is playing after one click, under a suggested name', async () => {
  const stage = await stageFor()
  const { page, complaints } = await visit(stage, '/play')
  await expectPage(page.getByRole('radio', { name: /Quoridor/ })).toBeVisible()
  const name = await page.getByLabel('Your name').inputValue()
  expect(name).toMatch(/^guest-\d{4}$/)
  await judge(page)
  await page.getByRole('button', { name: 'Begin' }).click()
  await yourTurn(page)
  await clickCell(page, 1, 1, 3)
  await expectPage(page.getByText(/Turn 2: house:random played/).first()).toBeVisible()
  await expectPage(page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a guest name that is taken gives way to another, a name that was chosen does not', async () => {
  const stage = await stageFor()
  const { page } = await visit(stage, '/play')
  const name = await page.getByLabel('Your name').inputValue()
  stage.register(name)
  await page.getByRole('button', { name: 'Begin' }).click()
  await yourTurn(page)
  await expectPage(page.getByRole('link', { name: /^guest-\d{4}$/ })).toBeVisible()
  await expectPage(page.getByRole('link', { name })).toHaveCount(0)
  stage.register('Ann')
  const other = await newcomer(stage, 'ann')
  await other.page.getByRole('button', { name: 'Begin' }).click()
  await expectPage(other.page.getByText('Cannot take the name "ann": it is taken')).toBeVisible()
  await other.page.getByLabel('Your name').fill('Anna')
  await other.page.getByRole('button', { name: 'Begin' }).click()
  await yourTurn(other.page)
})

test('a double click on a slow button registers one guest, who then sits at the board', async () => {
  const stage = await stageFor()
  const ann = await newcomer(stage, 'Ann')
  await begin(ann.page, /Tic-tac-toe/, 'open')
  await expectPage(ann.page.getByText('Waiting for somebody to take up your challenge')).toBeVisible()
  const { page } = await visit(stage, '/play')
  const join = page.getByRole('button', { name: 'Play against Ann' })
  await expectPage(join).toBeVisible()
  await clickTwice(page, join, '**/api/v1/session')
  await yourTurn(ann.page)
  await expectPage(page.getByText('Your opponent is thinking')).toBeVisible()
  const { players } = (await (await fetch(`${stage.url}/api/v1/players`)).json()) as PersonList
  expect(players.filter(({ name }) => name.startsWith('guest-'))).toHaveLength(1)
})

test('where only the organiser registers, a visitor is told so and comes in with a key', async () => {
  const stage = await openStage({ webFolder: theatre.folder, registration: 'organiser' })
  onTestFinished(() => stage[Symbol.asyncDispose]())
  const { key } = stage.register('Green')
  const { page } = await visit(stage, '/play')
  await page.getByRole('button', { name: 'Begin' }).click()
  await expectPage(page.getByText('Only the organiser registers teams here: ask for your key')).toBeVisible()
  await expectPage(page.getByLabel('Your name')).toHaveCount(0)
  await judge(page)
  await page.getByLabel('Your key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectPage(page.getByRole('link', { name: 'Green' })).toBeVisible()
  await page.getByRole('button', { name: 'Begin' }).click()
  await yourTurn(page)
})

test('a human game is won by clicking, and a new visitor’s key is shown until the page is left', async () => {
  const stage = await stageFor()
  const { page, complaints } = await newcomer(stage, 'Ann')
  // The house plays the first free square.
  await begin(page, /Tic-tac-toe/, 'house:first')
  for (const [column, row, answer] of [
    [1, 1, 'Turn 2: house:first played NW'],
    [2, 2, 'Turn 4: house:first played N'],
    [2, 0, 'Turn 6: house:first played W'],
    [0, 2, 'Ann won by three in a row'],
  ] as const) {
    await yourTurn(page)
    await clickCell(page, column, row, 3)
    await expectPage(page.getByText(answer, { exact: true }).first()).toBeVisible()
  }
  await expectPage(page.getByText('You won.')).toBeVisible()
  await page.getByRole('link', { name: 'Another game' }).click()
  await expectPage(page.getByText(/^gg_[a-z0-9]{12}_/)).toBeVisible()
  await page.goBack()
  await expectPage(page.getByText('You won.')).toBeVisible()
  await expectPage(page.getByText('The winning move: SW, by Ann')).toBeVisible()
  // The seats are swapped: now the house begins.
  await page.getByRole('button', { name: 'Rematch' }).click()
  await expectPage(page.getByText('Turn 1: house:first played NW', { exact: true }).first()).toBeVisible()
  await page.goBack()
  await expectPage(page.getByText('You won.')).toBeVisible()
  await page.getByRole('link', { name: 'Replay', exact: true }).last().click()
  await expectPage(page.getByText('✓ Verified')).toBeVisible()
  await expectPage(page.getByText('Ann won by three in a row').first()).toBeVisible()
  await page.goto(`${stage.url}/play`)
  await expectPage(page.getByRole('heading', { name: 'Play a game' })).toBeVisible()
  await expectPage(page.getByText(/^gg_/)).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a game is played by the keyboard alone: chosen, begun, moved and given up', async () => {
  const stage = await stageFor()
  const { page } = await visit(stage, '/play')
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await expectPage(page.getByRole('radio', { name: /Tic-tac-toe/ })).toBeChecked()
  await page.getByLabel('Your name').focus()
  await press('Control+a')
  await page.keyboard.type('Keys')
  await press('Enter')
  await yourTurn(page)
  // The first square, one to the right, one down: the middle. All three keys come before the page draws the first.
  await page.evaluate(
    `for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown']) window.dispatchEvent(new KeyboardEvent('keydown', { key }))`,
  )
  await expectPage(page.getByText(/^C: .* press Enter/)).toBeVisible()
  await press('Enter')
  await expectPage(page.getByText(/Turn 2: house:random played/).first()).toBeVisible()
  await yourTurn(page)
  await page.getByRole('region', { name: 'Your move' }).getByRole('button').first().focus()
  await press('Enter')
  await expectPage(page.getByText(/Turn 4: house:random played/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Give up' }).focus()
  await press('Enter', 'Enter')
  await expectPage(page.getByText('house:random wins the match')).toBeVisible()
})

test('on a phone one touches: cells at once, walls twice, ways by a swipe', async () => {
  const stage = await stageFor()
  const { page } = await newcomer(stage, 'Thumb', PHONE)
  await judge(page)
  await begin(page, /Quoridor/, 'house:walker')
  await yourTurn(page)
  const box = await page.locator('.targets').boundingBox()
  if (!box) throw new Error('no board')
  const wall = { x: box.x + box.width * 0.5, y: box.y + box.height * 0.4 }
  await page.touchscreen.tap(wall.x, wall.y)
  await expectPage(page.locator('.targets .lit')).toHaveCount(1)
  await page.touchscreen.tap(wall.x, wall.y)
  await expectPage(
    page.getByRole('region', { name: 'Thumb' }).getByText('9', { exact: true }).first(),
  ).toBeVisible()
  await yourTurn(page)
  await judge(page)
  await page
    .getByRole('navigation', { name: 'Site' })
    .getByRole('link', { name: 'Play', exact: true })
    .click()
  await begin(page, /Torus Tron/, 'house:baseline')
  await yourTurn(page)
  await swipe(page, 60, 0)
  await expectPage(page.getByText(/Turn 1: Thumb played e/).first()).toBeVisible()
})

test('on a phone a finger that moves over squares scrolls the page and plays nothing', async () => {
  const stage = await stageFor()
  const { page } = await newcomer(stage, 'Thumb', PHONE)
  await begin(page, /Tic-tac-toe/, 'house:first')
  await yourTurn(page)
  await swipe(page, 0, -120)
  await expectPage.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
  await expectPage(page.locator('.targets .hint')).toHaveCount(9)
  const corner = await middleOf(page, 2, 2, 3)
  await page.touchscreen.tap(corner.x, corner.y)
  await expectPage(page.getByText('Turn 2: house:first played NW').first()).toBeVisible()
})

/** Swipes a finger across the board: sends the touch events of a real screen. */
async function swipe(page: Page, dx: number, dy: number): Promise<void> {
  const { x, y } = await middleOf(page, 0, 0, 2)
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly object[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points as { x: number; y: number }[] })
  await touch('touchStart', [{ x, y }])
  await touch('touchMove', [{ x: x + dx / 2, y: y + dy / 2 }])
  await touch('touchMove', [{ x: x + dx, y: y + dy }])
  await touch('touchEnd', [])
}

test('where both move at once, the next move is chosen in advance and played when it is asked for', async () => {
  const stage = await stageFor()
  const { page } = await newcomer(stage, 'Ann')
  await begin(page, /Torus Tron/, 'open')
  await expectPage(page.getByText('Waiting for somebody to take up your challenge')).toBeVisible()
  const match = stage.join(Number(page.url().split('/').at(-1)), {
    name: 'Bob',
    brain: 'baseline',
    allowed: 0,
  })
  void match.begin()
  await yourTurn(page)
  await page.keyboard.press('ArrowRight')
  await expectPage(page.getByText('You played e')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectPage(page.getByText('Next you play s')).toBeVisible()
  await expectPage(page.locator('.targets .premove')).toHaveCount(1)
  match.allow(1)
  // Bob has moved once, so the premove has been sent.
  await expectPage(page.getByText('You played s')).toBeVisible()
  match.allow(1)
  await expectPage(page.getByText(/Turn 2: Ann played s/).first()).toBeVisible()
  // A key that is held down plays turn after turn. No arrow points to the own trail.
  await expectPage(page.locator('.targets .hint')).toHaveCount(3)
  await page.keyboard.down('ArrowDown')
  match.allow(2)
  await expectPage(page.getByText(/Turn 4: Ann played s/).first()).toBeVisible()
  await page.keyboard.up('ArrowDown')
})

test('a move that was chosen in advance is for its round: it is not played on the board of the next one', async () => {
  const stage = await stageFor()
  const { page } = await newcomer(stage, 'Ann')
  await begin(page, /Boost Tron/, 'open')
  await expectPage(page.getByText('Waiting for somebody to take up your challenge')).toBeVisible()
  const { key } = stage.register('Bob')
  const bob = (path: string, json: object = {}): Promise<Response> =>
    fetch(`${stage.url}/api/v1/games/${page.url().split('/').at(-1)}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
  await bob('join')
  await yourTurn(page)
  const moves = (title: string) => page.getByRole('region', { name: title })
  await moves('Your move').getByRole('button', { name: 'forward', exact: true }).click()
  await moves('Your next move, in advance').getByRole('button', { name: 'left', exact: true }).click()
  await expectPage(page.getByText('Next you play left')).toBeVisible()
  await bob('moves', { resign: true })
  await expectPage(page.getByText('Ann won: Bob resigned on turn 2').first()).toBeVisible()
  // In the second round Bob begins.
  await expectPage(page.getByText('Your opponent is thinking')).toBeVisible()
  await bob('moves', { move: 'forward' })
  await yourTurn(page)
  await expectPage(moves('Your move').getByRole('button', { name: 'left', exact: true })).toBeVisible()
})

test('where both move at once, the clock of the player that has answered stops while the other one runs', async () => {
  const stage = await stageFor()
  const { page } = await newcomer(stage, 'Ann')
  await begin(page, /Torus Tron/, 'open')
  const id = await expectPage(page)
    .toHaveURL(/\/play\/\d+$/)
    .then(() => Number(page.url().split('/').at(-1)))
  const match = stage.join(id, { name: 'Bob', brain: 'baseline', allowed: 0 })
  void match.begin()
  await yourTurn(page)
  const clock = (name: string) => page.getByRole('region', { name }).getByRole('timer')
  const full = await clock('Ann').textContent()
  await expectPage(clock('Ann')).not.toHaveText(full ?? '')
  await page.keyboard.press('ArrowRight')
  await expectPage(page.getByText('You played e')).toBeVisible()
  const [stood, ran] = [await clock('Ann').textContent(), await clock('Bob').textContent()]
  expect(stood).not.toBe(full)
  await expectPage(clock('Bob')).not.toHaveText(ran ?? '')
  await expectPage(clock('Ann')).toHaveText(stood ?? '')
  match.allow(1)
  await yourTurn(page)
  await expectPage(clock('Ann')).toHaveAttribute('data-running')
})

test('a game goes on after the server was restarted, and both clocks with it', async () => {
  const stage = await stageFor()
  const { page } = await newcomer(stage, 'Ann')
  await begin(page, /Tic-tac-toe/, 'house:first')
  await yourTurn(page)
  await clickCell(page, 1, 1, 3)
  await expectPage(page.getByText(/Turn 2: house:first played NW/).first()).toBeVisible()
  await stage.stop()
  await expectPage(page.getByText('Connection lost, trying again')).toBeVisible()
  await stage.start()
  await expectPage(page.getByText('Connection lost')).toHaveCount(0)
  await yourTurn(page)
  await clickCell(page, 2, 2, 3)
  await expectPage(page.getByText(/Turn 4: house:first played N$/).first()).toBeVisible()
})

test('a move is for the position in which it was chosen: from a window that lags behind it is refused', async () => {
  const stage = await stageFor()
  const { page } = await newcomer(stage, 'Ann')
  await begin(page, /Tic-tac-toe/, 'house:first')
  await yourTurn(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await yourTurn(other)
  const held = deferred()
  await other.route('**/moves', async (route) => {
    await held.promise
    await route.continue()
  })
  await other.getByRole('button', { name: 'SE', exact: true }).click()
  await clickCell(page, 1, 1, 3)
  await expectPage(page.getByText('Turn 2: house:first played NW').first()).toBeVisible()
  const answered = other.waitForResponse('**/moves')
  held.resolve()
  expect((await answered).status()).toBe(409)
  await yourTurn(other)
  await expectPage(other.getByRole('button', { name: 'SE', exact: true })).toBeVisible()
})

test('a waiting player is joined from the list, and both see the end', async () => {
  const stage = await stageFor()
  const ann = await newcomer(stage, 'Ann')
  await begin(ann.page, /Tic-tac-toe/, 'open')
  const bob = await newcomer(stage, 'Bob')
  await bob.page.getByRole('button', { name: 'Play against Ann' }).click()
  await yourTurn(ann.page)
  await ann.page.getByRole('button', { name: 'C', exact: true }).click()
  await yourTurn(bob.page)
  await bob.page.getByRole('button', { name: 'Give up' }).click()
  await bob.page.getByRole('button', { name: 'Really give up?' }).click()
  await expectPage(ann.page.getByText('You won.')).toBeVisible()
  await expectPage(bob.page.getByText('You lost.')).toBeVisible()
  await expectPage(bob.page.getByText('Ann wins the match')).toBeVisible()
  await judge(bob.page)
  await ann.page.getByRole('button', { name: 'Rematch' }).click()
  await expectPage(ann.page.getByText('Waiting for Bob to take up your challenge')).toBeVisible()
  await bob.page.getByRole('button', { name: 'Accept the rematch of Ann' }).click()
  // The seats are swapped, whichever of both asked.
  await yourTurn(bob.page)
  await bob.page.getByRole('button', { name: 'C', exact: true }).click()
  await yourTurn(ann.page)
})

test('a team whose challenge is declined is told so where it waits', async () => {
  const stage = await stageFor()
  const [ann, bob] = [stage.register('Ann'), stage.register('Bob')]
  const { page } = await visit(stage, `/teams/${bob.id}`, { key: ann.key })
  await page.getByRole('button', { name: 'Challenge this team' }).click()
  await page.getByRole('button', { name: 'Send the challenge' }).click()
  await expectPage(page.getByText('Waiting for Bob to take up your challenge')).toBeVisible()
  const { page: other } = await visit(stage, '/play', { key: bob.key })
  const decline = other.getByRole('button', { name: 'Decline the match of Ann' })
  await clickTwice(other, decline, '**/decline')
  await expectPage(other.getByText('You are challenged')).toHaveCount(0)
  await expectPage(page.getByText('Not counted: Bob declined.')).toBeVisible()
  await judge(page)
  await page.getByRole('link', { name: 'Another game' }).click()
  await expectPage(page.getByRole('heading', { name: 'Play a game' })).toBeVisible()
})

test('a visitor with the address of an open game joins it, as a guest or with a name', async () => {
  const stage = await stageFor()
  const ann = await newcomer(stage, 'Ann')
  await begin(ann.page, /Tic-tac-toe/, 'open')
  await expectPage(ann.page.getByText('Waiting for somebody to take up your challenge')).toBeVisible()
  const { page } = await visit(stage, new URL(ann.page.url()).pathname)
  await expectPage(page.getByText('Ann waits for an opponent at Tic-tac-toe Arena.')).toBeVisible()
  await judge(page)
  await page.getByRole('button', { name: 'Play under this name' }).click()
  await page.getByRole('button', { name: 'Play against Ann' }).click()
  await yourTurn(ann.page)
  const third = await visit(stage, new URL(ann.page.url()).pathname)
  await expectPage(third.page.getByText('Only its players can play at this board.')).toBeVisible()
  await third.page.getByRole('link', { name: 'Watch it' }).click()
  await ann.page.getByRole('button', { name: 'C', exact: true }).click()
  await yourTurn(page)
  await expectPage(third.page.getByText(/Turn 1: Ann played C/).first()).toBeVisible()
})

describe('a fork', () => {
  test('is played on by hand against a house brain, taken back, and played by two house brains to its end', async () => {
    const stage = await stageFor()
    const id = await finished(stage, { challenge: 'tic-tac-toe', brains: ['perfect', 'perfect'] })
    const { page, complaints } = await visit(stage, `/matches/${id}#r1.p2`)
    // The notice of a full disk asks every ten seconds, on every page.
    const asked = (): readonly string[] =>
      stage.requests.filter((url) => url.startsWith('/api/') && url !== '/api/v1/server')
    await expectPage(page.getByText('✓ Verified')).toBeVisible()
    await page.getByRole('button', { name: 'Fork' }).click()
    await expectPage(page.getByText('Fork of round 1, turn 2')).toBeVisible()
    const before = asked().length
    await yourTurn(page)
    const moves = page.getByRole('region', { name: 'Your move' }).getByRole('button')
    await expectPage(moves).toHaveCount(7)
    await moves.first().click()
    await expectPage(page.getByText(/Turn 4: house:baseline played/).first()).toBeVisible()
    await expectPage(moves).toHaveCount(5)
    await judge(page)
    await page.getByRole('button', { name: 'Take back' }).click()
    await expectPage(moves).toHaveCount(7)
    await page.getByLabel('Seat “O”').selectOption('perfect')
    await expectPage(page.getByText('The round is over')).toBeVisible()
    expect(asked().length).toBe(before)
    // The address has the whole fork: it opens the same one, with its moves.
    const other = await visit(stage, page.url().slice(stage.url.length))
    await expectPage(other.page.getByText('The round is over')).toBeVisible()
    const movesOf = async (one: Page): Promise<unknown> => {
      const list = await one.getByRole('region', { name: 'Moves of round 1' }).textContent()
      return list?.match(/turn \d+ \w+/g)
    }
    expect(await movesOf(other.page)).toEqual(await movesOf(page))
    expect(await movesOf(page)).toHaveLength(9)
    await page.getByRole('button', { name: 'Back to the match' }).click()
    await expectPage(page.getByRole('slider', { name: 'Position' })).toHaveValue('2')
    expect(complaints).toEqual([])
  })

  test('where both move at once begins at the position in view', async () => {
    const stage = await stageFor()
    const id = await finished(stage, {
      challenge: 'light-cycle',
      names: ['zoom', 'boom'],
      brains: ['baseline', 'baseline'],
    })
    const { page } = await visit(stage, `/matches/${id}#r1.p3`)
    await expectPage(page.getByText('Turn 3: zoom played').first()).toBeVisible()
    await page.getByRole('button', { name: 'Fork' }).click()
    await yourTurn(page)
    await page.getByRole('region', { name: 'Your move' }).getByRole('button', { name: 'forward' }).click()
    await expectPage(page.getByText(/Turn 4: .*played forward|won|drawn/i).first()).toBeVisible()
  })
})

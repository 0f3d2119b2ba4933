import type { BrowserContextOptions, Page } from '@playwright/test'
import { expect, test } from 'vitest'
import type { Brain } from '../../src/game/brain.ts'
import { expectPage, finished, judge, openTheatre, SOON } from './browser.fixture.ts'

/** What bots say beside their moves, as spectators see it, live and later. */
const { stage: stageFor, visit } = openTheatre()

const HOSTILE = '<img src=x onerror="document.title=1">'

/** Plays the first free square, and says something about it with every move. */
const talker = (name: string, score: (number: number) => number, text: string): Brain => ({
  name,
  move({ legal, number, remark }) {
    remark({ text, score: score(number), depth: number, nodes: 1_234_567, line: [legal[0] ?? '', 'C'] })
    return legal[0]
  },
})

const TALK = {
  challenge: 'tic-tac-toe',
  names: ['ann', 'bob'],
  brains: [
    talker('hopeful', (number) => Math.min(1, number / 10), 'I like this '.repeat(30)),
    talker('hostile', (number) => -number / 10, HOSTILE),
  ],
} as const

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
}

const player = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const graph = (page: Page) => page.getByRole('region', { name: 'Evaluation' })
const position = (page: Page) => page.getByRole('slider', { name: 'Position' })
/** The mean value of all pixels, which a drawing changes by far more than the browser's smoothing of edges, the same each time or not. */
function brightnessOf(canvas: unknown): number {
  const { width, height, getContext } = canvas as {
    readonly width: number
    readonly height: number
    readonly getContext: (kind: '2d') => {
      getImageData(...box: readonly number[]): { readonly data: Uint8ClampedArray }
    }
  }
  const { data } = getContext.call(canvas, '2d').getImageData(0, 0, width, height)
  return data.reduce((sum, value) => sum + value, 0) / data.length
}
const places = (page: Page): Promise<unknown> =>
  page.evaluate(
    `[...document.querySelectorAll('.match-board, .board, .player, .moves, .replay')].map((one) => JSON.stringify(one.getBoundingClientRect()))`,
  )

test('remarks appear live, beside their players, and the layout does not jump', async () => {
  const stage = await stageFor()
  const match = stage.add({ ...TALK, allowed: 0 })
  const played = match.begin()
  const { page, complaints } = await visit(stage, `/matches/${match.id}`)
  await expectPage(page.getByText('The game has begun').first()).toBeVisible()
  const before = await places(page)
  await expectPage(graph(page)).toHaveCount(0)
  match.allow(1)
  await expectPage(player(page, 'ann').getByText('sees itself ahead', { exact: true })).toBeVisible()
  await expectPage(player(page, 'ann').getByText('+0.10')).toBeVisible()
  await expectPage(
    player(page, 'ann').getByText('1 move deep · 1.2 M positions · expects NW C'),
  ).toBeVisible()
  await expectPage(player(page, 'bob').getByText('sees')).toHaveCount(0)
  match.allow(1)
  // What looks like a picture is shown as it was written.
  await expectPage(player(page, 'bob').getByText(HOSTILE)).toBeVisible()
  expect(await places(page)).toEqual(before)
  await expectPage(graph(page).getByText('bob rated itself at −0.20')).toBeVisible()
  match.allow(Infinity)
  await played
  await expectPage(page.getByText('✓ Verified')).toBeVisible()
  expect(await page.title()).toContain('ann')
  expect(complaints).toEqual([])
})

test('in a replay each position has what was said last, and the graph leads to the others', async () => {
  const stage = await stageFor()
  const id = await finished(stage, TALK)
  const { page } = await visit(stage, `/matches/${id}`)
  await expectPage(graph(page).getByText('up is good for ann')).toBeVisible()
  const before = await places(page)
  await page.keyboard.press('Home')
  await expectPage(page.getByText(/sees itself/)).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expectPage(player(page, 'ann').getByText('+0.10')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expectPage(player(page, 'ann').getByText('+0.10')).toBeVisible()
  await expectPage(player(page, 'bob').getByText('−0.20')).toBeVisible()
  expect(await places(page)).toEqual(before)

  const last = Number(await position(page).getAttribute('max'))
  const plot = graph(page).locator('svg')
  await plot.scrollIntoViewIfNeeded()
  const box = await plot.boundingBox()
  if (!box) throw new Error('no graph')
  const at = (ply: number): number => box.x + ((ply - 0.5) / last) * box.width
  await plot.click({ position: { x: at(4) - box.x, y: 10 } })
  await expectPage(position(page)).toHaveValue('4')
  await page.mouse.move(at(4), box.y + 20)
  await page.mouse.down()
  await page.mouse.move(at(2), box.y + 20)
  await expectPage(position(page)).toHaveValue('2')
  await page.mouse.up()
  await page.mouse.move(at(5), box.y + 20)
  await position(page).press('ArrowRight')
  await expectPage(position(page)).toHaveValue('3')

  const moves = page.getByRole('region', { name: 'Moves of round 1' }).getByRole('button')
  await expectPage(moves.nth(1)).toContainText('−0.20')
  await expectPage(moves.nth(1)).toHaveAttribute('title', /^sees itself behind.*onerror/)
})

test('a match without remarks has no graph, and keeps no room for it', async () => {
  const stage = await stageFor()
  const id = await finished(stage, { challenge: 'tic-tac-toe', brains: ['first', 'first'] })
  const { page } = await visit(stage, `/matches/${id}`)
  await expectPage(page.getByText('✓ Verified')).toBeVisible()
  await expectPage(graph(page)).toHaveCount(0)
  await expectPage(page.locator('.remark')).toHaveCount(0)
})

test('a finished match is analysed in the browser: accuracy, the move that lost, and the better one', async () => {
  const stage = await stageFor()
  const id = await finished(stage, { challenge: 'tic-tac-toe', brains: ['first', 'random'] })
  const { page, complaints } = await visit(stage, `/matches/${id}`)
  await page.getByRole('button', { name: 'Analyse' }).click()
  const analysis = page.getByRole('region', { name: 'Analysis' })
  await expectPage(analysis.getByText(/by house:perfect, up is good for/)).toBeInViewport()
  await expectPage(analysis.getByText(/accuracy \d+ %, gives away/)).toHaveCount(2)
  await analysis.getByRole('button', { name: 'Show the move that lost' }).click()
  await expectPage(page.locator('.match-board')).toBeInViewport({ ratio: 0.99 })
  const said = (await analysis.getByText(/^On turn \d+ .+ played \w+ and fell from/).textContent()) ?? ''
  const turn = /\d+/.exec(said)?.[0]
  await expectPage(position(page)).toHaveValue(String(Number(turn) - 1))
  await expectPage(analysis.getByText(/which gave away \d\.\d\d\. house:perfect would play/)).toBeVisible()
  await judge(page)
  await analysis.getByRole('button', { name: 'Look deeper' }).click()
  await expectPage(analysis.getByText(/accuracy/)).toHaveCount(2)
  await expectPage(analysis.getByRole('button', { name: 'Look deeper' })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a match of longest group is analysed, too, by a brain that is partly WebAssembly', async () => {
  const stage = await stageFor()
  const id = await finished(stage, { challenge: 'longest-group', brains: ['first', 'random'] })
  const { page, complaints } = await visit(stage, `/matches/${id}`)
  await page.getByRole('button', { name: 'Analyse' }).click()
  const analysis = page.getByRole('region', { name: 'Analysis' })
  await expectPage(analysis.getByText(/by house:advanced, up is good for/)).toBeVisible(SOON)
  await expectPage(analysis.getByText(/accuracy \d+ %/)).toHaveCount(2)
  expect(complaints).toEqual([])
})

test('the projector and a frame in another page show the scores alone', async () => {
  const stage = await stageFor()
  const match = stage.add({ ...TALK, allowed: 2 })
  void match.begin()
  const { page, complaints } = await visit(stage, '/tv', { viewport: { width: 1920, height: 1080 } })
  await expectPage(page.getByText('+0.10')).toBeVisible()
  await expectPage(page.getByText('−0.20')).toBeVisible()
  await expectPage(page.getByText(HOSTILE)).toHaveCount(0)
  await judge(page)
  await page.goto(`${stage.url}/embed/${match.id}`)
  await expectPage(page.getByText('+0.10')).toBeVisible()
  await expectPage(page.getByText('−0.20')).toBeVisible()
  await judge(page)
  expect(complaints).toEqual([])
})

/** Draws the middle, its own corner and an arrow, gives two numbers, and talks. */
const artist = (name: string, corner: string): Brain => ({
  name,
  move({ legal, number, remark }) {
    remark({
      text: HOSTILE,
      score: 0.5,
      marks: [
        { cell: 'C', colour: 'yellow' },
        { cell: corner, label: 'trap' },
        { from: [0, 0], to: [2, 1] },
      ],
      numbers: { room: 9 - number, [name]: number / 8 },
    })
    return legal[0]
  },
})
const DRAW = { ...TALK, brains: [artist('hope', 'NE'), artist('fear', 'SW')] } as const

test('what bots draw is on the board under a switch, and their numbers are plotted', async () => {
  const stage = await stageFor()
  const match = stage.add(DRAW)
  await match.begin()
  const { page, complaints } = await visit(stage, `/matches/${match.id}#r1.p3`)
  const board = (): Promise<number> => page.locator('.board canvas').evaluate(brightnessOf)
  /** The board when it moves no more: a mark fades in, and a plot that comes late changes the size of the board. */
  const stillBoard = async (): Promise<number> => {
    let last = -1
    const isStill = async (): Promise<boolean> => last === (last = await board())
    await expectPage.poll(isStill, SOON).toBe(true)
    return last
  }
  const drawings = page.getByRole('switch', { name: 'Bots’ drawings' })
  await expectPage(drawings).toBeChecked()
  await expectPage(page.getByText('drew 1 cell, 1 arrow, “trap” at NE')).toBeAttached()
  await expectPage(page.getByText('✓ Verified')).toBeVisible()
  await expectPage(page.getByRole('region', { name: 'hope', exact: true })).toBeVisible()
  const drawn = await stillBoard()
  await drawings.uncheck()
  await expectPage.poll(board, SOON).not.toBeCloseTo(drawn, 1)
  await drawings.check()
  await expectPage.poll(board, SOON).toBeCloseTo(drawn, 1)
  await drawings.uncheck()
  await expectPage(page.getByText('drew 1 cell')).toHaveCount(0)

  const plot = (name: string) => page.getByRole('region', { name, exact: true })
  await expectPage(plot('room').getByText('ann 6')).toBeVisible()
  await expectPage(plot('room').getByText('bob 7')).toBeVisible()
  await expectPage(plot('hope').getByText('ann 0.375')).toBeVisible()
  await expectPage(plot('hope').getByText('bob')).toHaveCount(0)
  expect(await plot('room').locator('polyline').first().getAttribute('points')).toMatch(
    /^(?:[\d.]+,-?[\d.]+ ?){4,}$/,
  )
  await page.keyboard.press('ArrowLeft')
  await expectPage(plot('room').getByText('ann 8')).toBeVisible()
  await judge(page)

  // A record from a file has all of it, too. The choice is remembered, also in a frame.
  await page.goto(`${stage.url}/open`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'match.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(match.lines.join('')),
  })
  await expectPage(drawings).not.toBeChecked()
  await expectPage(plot('fear')).toBeVisible()
  await expectPage(graph(page)).toBeVisible()
  await expectPage(player(page, 'bob').getByText(HOSTILE)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${stage.url}/embed/${match.id}#r1.p3`)
  await expectPage(page.getByText(/^Turn 3: /).first()).toBeVisible()
  await expectPage(drawings).not.toBeChecked()
  const hidden = await stillBoard()
  await drawings.check()
  await expectPage.poll(board, SOON).not.toBeCloseTo(hidden, 1)
  await expectPage(plot('room').getByText('ann 6')).toBeVisible()
  await judge(page)
  expect(complaints).toEqual([])
})

test('where the browser forces the colours of the system, the switch of the drawings, the scores and the move in view show', async () => {
  const stage = await stageFor()
  const id = await finished(stage, DRAW)
  const { page } = await visit(stage, `/matches/${id}#r1.p3`, { forcedColors: 'active' })
  const ground = (selector: string, part?: string): Promise<string> =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(part ?? null)}).backgroundColor`,
    )
  const drawings = page.getByRole('switch', { name: 'Bots’ drawings' })
  await expectPage(drawings).toBeChecked()
  const on = await ground('.drawings input')
  expect(await ground('.drawings input', '::after')).not.toBe(on)
  await drawings.uncheck()
  const off = await ground('.drawings input')
  expect(off).not.toBe(on)
  expect(await ground('.drawings input', '::after')).not.toBe(off)
  expect(await ground('.score-track', '::after')).not.toBe(await ground('.score-track'))
  const other = '.move:not([aria-current]):not(:hover)'
  expect(await ground('.move[aria-current]')).not.toBe(await ground(other))
  await judge(page)
})

test('a player does not see the opponent’s remarks until the match is replayed', async () => {
  const stage = await stageFor()
  const { page } = await visit(stage, '/play')
  await page.getByLabel('Your name').fill('Ann')
  await page.getByRole('radio', { name: /Tic-tac-toe/ }).check()
  await page.getByLabel('Against').selectOption('open')
  await page.getByRole('button', { name: 'Begin' }).click()
  await expectPage(page.getByText('Waiting for somebody to take up your challenge')).toBeVisible()
  const id = Number(page.url().split('/').at(-1))
  void stage.join(id, { name: 'bob', brain: TALK.brains[1] }).begin()
  await page.getByRole('button', { name: 'SE', exact: true }).click()
  await expectPage(page.getByText('Turn 2: bob played NW').first()).toBeVisible()
  await expectPage(page.getByText('−0.20')).toHaveCount(0)
  await page.goto(`${stage.url}/matches/${id}`)
  await expectPage(player(page, 'bob').getByText('−0.20')).toBeVisible()
})

test('a house brain in a fork says what it thinks', async () => {
  const stage = await stageFor()
  const id = await finished(stage, { challenge: 'quoridor', brains: ['walker', 'walker'] })
  const { page } = await visit(stage, `/matches/${id}#r1.p2`)
  await page.getByRole('button', { name: 'Fork' }).click()
  await page.getByLabel('Seat “first”').selectOption('alphabeta-2')
  await expectPage(page.getByText(/positions/).first()).toBeVisible()
})

test.each([
  ['a phone', PHONE],
  ['a desk', { colorScheme: 'light' }],
] satisfies readonly (readonly [string, BrowserContextOptions])[])(
  'on %s remarks fit, are read by everybody, and a long one is shown to who stops there',
  async (_, options) => {
    const stage = await stageFor()
    const id = await finished(stage, TALK)
    const { page, complaints } = await visit(stage, `/matches/${id}`, options)
    await expectPage(graph(page)).toBeVisible()
    const text = player(page, 'ann').getByText(/^“I like this/)
    const heightOf = async (): Promise<number> => (await text.boundingBox())?.height ?? 0
    const before = await heightOf()
    await text.focus()
    await expectPage.poll(heightOf, SOON).toBeGreaterThan(2 * before)
    await judge(page)
    expect(complaints).toEqual([])
  },
)

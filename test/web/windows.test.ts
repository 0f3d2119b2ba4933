import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page, WebSocket } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { expectPage, openTheatre, QUORIDOR, SOON } from './browser.fixture.ts'
import type { Stage, StagedMatch } from './stage.ts'

/** Many windows and frames of one browser, which opens at most six HTTP/1.1 connections to a server. */
const theatre = openTheatre()
const { stage: stageFor, visit } = theatre

const MOVES = 4

const running = (stage: Stage, count: number): readonly StagedMatch[] =>
  Array.from({ length: count }, () => {
    const match = stage.add({ ...QUORIDOR, allowed: MOVES })
    void match.begin()
    return match
  })

/** The boards of a window as pictures. */
const boardsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL())`)

const turnOf = (page: Page | FrameLocator, turn: number) => page.getByText(`Turn ${turn}: `).first()

/** The boards of a window, once they are all there and at rest. */
async function boardsAtRest(page: Page, count: number): Promise<readonly string[]> {
  await expectPage(page.getByRole('img', { name: /[Bb]oard/ })).toHaveCount(count)
  let boards = await boardsOf(page)
  await expectPage
    .poll(async () => {
      const before = boards
      boards = await boardsOf(page)
      return boards.every((board, index) => board === before[index])
    }, SOON)
    .toBe(true)
  return boards
}

/** Waits until each board shows something else. */
const expectAllToMove = (page: Page, before: readonly string[]): Promise<void> =>
  expectPage
    .poll(async () => (await boardsOf(page)).filter((board, index) => board !== before[index]).length, SOON)
    .toBe(before.length)

test('all windows of a browser load, and show each move as it happens', async () => {
  const stage = await stageFor()
  const matches = running(stage, 3)
  const { page: projector, complaints } = await visit(stage, '/tv')
  const faults: string[] = []
  const projected = await boardsAtRest(projector, 3)
  const another = async (path: string): Promise<Page> => {
    const page = await projector.context().newPage()
    page.on('pageerror', (error) => void faults.push(String(error)))
    await page.goto(stage.url + path)
    return page
  }
  const lobby = await another('/')
  const shown = await boardsAtRest(lobby, 3)
  const windows: Page[] = []
  for (let count = 0; count < 7; count++) windows.push(await another(`/matches/${matches[count % 3]?.id}`))
  for (const page of windows) await expectPage(turnOf(page, MOVES)).toBeVisible()
  const contests = await another('/contests')
  await expectPage(contests.getByRole('heading', { name: 'Contests' })).toBeVisible()

  for (const match of matches) match.allow(1)
  for (const page of windows) await expectPage(turnOf(page, MOVES + 1)).toBeVisible()
  await expectAllToMove(projector, projected)
  await expectAllToMove(lobby, shown)

  // The windows that were opened first go, in the middle of the matches.
  await projector.close()
  await windows.shift()?.close()
  for (const match of matches) match.allow(2)
  for (const page of windows) {
    await expectPage(turnOf(page, MOVES + 3)).toBeVisible()
    const moves = page.getByRole('region', { name: 'Moves of round 1' }).getByRole('button')
    await expectPage(moves).toHaveCount(MOVES + 3)
  }
  expect([...complaints, ...faults]).toEqual([])
})

test('a hidden window gives its connections back, and catches up when it is seen again', async () => {
  const stage = await stageFor()
  const [match] = running(stage, 1)
  const open = new Set<WebSocket>()
  const { page } = await visit(stage, `/matches/${match?.id}`, {
    prepare: async (opening) =>
      opening.on('websocket', (socket) => {
        open.add(socket)
        socket.on('close', () => open.delete(socket))
      }),
  })
  const become = (state: 'hidden' | 'visible'): Promise<unknown> =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)
  await expectPage(turnOf(page, MOVES)).toBeVisible()
  expect(open.size).toBe(1)
  await become('hidden')
  await expectPage.poll(() => open.size, SOON).toBe(0)
  match?.allow(2)
  await become('visible')
  await expectPage(turnOf(page, MOVES + 2)).toBeVisible()
})

test('where a proxy passes no WebSockets on, each move comes over HTTP', async () => {
  const stage = await stageFor()
  const [match] = running(stage, 1)
  const { page, complaints } = await visit(stage, `/matches/${match?.id}`, {
    prepare: (opening) => opening.routeWebSocket(/./, (socket) => socket.close()),
  })
  await expectPage(turnOf(page, MOVES)).toBeVisible()
  match?.allow(1)
  await expectPage(turnOf(page, MOVES + 1)).toBeVisible()
  expect(stage.requests).toContain(`/api/v1/matches/${match?.id}/events`)
  expect(complaints).toEqual([])
})

test('seven frames in a page of another site all show each move as it happens', async () => {
  const stage = await stageFor()
  const [match] = running(stage, 1)
  const host = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><title>News</title>${`<iframe src="${stage.url}/embed/${match?.id}"></iframe>`.repeat(7)}`,
    )
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  onTestFinished(() => void host.close())
  const { page } = await visit(stage, '/favicon.svg')
  const faults: string[] = []
  page.on('pageerror', (error) => void faults.push(String(error)))
  await page.goto(`http://localhost:${(host.address() as AddressInfo).port}`, { waitUntil: 'commit' })
  const frames = Array.from({ length: 7 }, (_, at) => page.frameLocator('iframe').nth(at))
  for (const frame of frames) await expectPage(turnOf(frame, MOVES)).toBeVisible()
  match?.allow(1)
  for (const frame of frames) await expectPage(turnOf(frame, MOVES + 1)).toBeVisible()
  expect(faults).toEqual([])
})

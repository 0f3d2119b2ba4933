import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { must } from '../src/base/result.ts'
import { findChallenge } from '../src/challenges/index.ts'
import type { AnyGame, Seat, SeatMove } from '../src/game/game.ts'
import { advance, awaitedSeats, startMatch } from '../src/match/machine.ts'
import { makeSpec } from '../src/match/match.ts'
import { beginRecord, writeEvent } from '../src/match/record.ts'
import { openServer } from '../src/server/open-server.ts'
import { buildWeb, openBrowser } from '../test/web/shipped.ts'
import { printTable, type Row } from './table.ts'

/**
 * A replay on a board of 130 × 100 in a real browser: how many frames a second, compared with a page that draws nothing, and how
 * long the page's main thread works for each. Times are CPU times of that thread, so a busy machine changes them little.
 */
const TURNS = 600
const MS = 4000
const MOST_MS = 8

/** The unfinished record of two cycles that survive as long as they can. */
function longRecord(): string {
  const challenge = findChallenge('boost-tron')
  if (!challenge) throw new Error('no boost-tron')
  const { game, preset, rules } = challenge
  const spec = must(makeSpec(game, game.presets[preset] ?? {}, rules, 3))
  const last: [string | undefined, string | undefined] = [undefined, undefined]
  const players = [{ name: 'zoom' }, { name: 'boom' }] as const
  let { match } = startMatch(spec)
  const say = (seat: Seat): string => {
    last[seat] = onward(game, match.round.state, seat, last[seat])
    return last[seat] ?? ''
  }
  let { writer, text } = beginRecord({ challenge: challenge.id, spec, players, times: true })
  for (let at = 0; match.round.turns < TURNS && match.ended.length === 0; at += 10)
    for (const seat of awaitedSeats(match)) {
      const event =
        match.phase === 'starting'
          ? ({ kind: 'ready', seat, at } as const)
          : ({ kind: 'answered', seat, text: say(seat), at } as const)
      match = advance(match, event).match
      const written = writeEvent(writer, event, match)
      writer = written.writer
      text += written.text
    }
  return text
}

/** Repeats the last move until that would hit a wall. */
function onward(game: AnyGame, state: unknown, seat: Seat, last: string | undefined): string {
  const legal = game.legalMoves(state, seat).filter((move) => !move.includes('boost'))
  const wishes = last === undefined ? legal : [last, ...legal]
  const isSafe = (move: string): boolean => {
    const turn = game.toMove(state).map((mover): SeatMove => {
      const [first = ''] = game.legalMoves(state, mover)
      return { seat: mover, move: mover === seat ? move : first }
    })
    const { pieces } = game.scene(game.view(game.play(state, turn)))
    return pieces.every((piece) => piece.seat !== seat || piece.fallen !== true)
  }
  return wishes.find(isSafe) ?? legal[0] ?? ''
}

interface Sample {
  readonly frames: number
  readonly scriptMs: number
  readonly taskMs: number
}

/** Measures each frame while the page runs for a while without input. */
async function measure(page: Page, client: CDPSession): Promise<Sample> {
  const metrics = async (): Promise<ReadonlyMap<string, number>> => {
    const { metrics: list } = await client.send('Performance.getMetrics')
    return new Map(list.map(({ name, value }) => [name, value * 1000]))
  }
  await page.evaluate(
    'window.frames_ = 0; (function frame() { window.frames_++; requestAnimationFrame(frame) })()',
  )
  const before = await metrics()
  const began = performance.now()
  await sleep(MS)
  const after = await metrics()
  const count = Number(await page.evaluate('window.frames_'))
  const each = (name: string): number => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / count
  return {
    frames: (count / (performance.now() - began)) * 1000,
    scriptMs: each('ScriptDuration'),
    taskMs: each('TaskDuration'),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'gamegrid-frames-'))
{
  await using web = await buildWeb()
  await using server = must(await openServer({ folder, host: '127.0.0.1', port: 0, webFolder: web.folder }))
  await using browser = await openBrowser()
  const rows: Row[] = []
  const record = Buffer.from(longRecord())
  let empty = 60
  for (const speed of ['none', '1', '4', '16']) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const client = await page.context().newCDPSession(page)
    await client.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(`${server.url}/open`)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'long.jsonl', mimeType: 'text/plain', buffer: record })
    await page.getByText('Unfinished').waitFor()
    if (speed !== 'none') {
      await page.getByLabel('Speed').selectOption(speed)
      await page.getByRole('slider', { name: 'Position' }).fill('20')
      await page.getByRole('button', { name: 'Play (space)' }).click()
    }
    const { frames, scriptMs, taskMs } = await measure(page, client)
    const what = speed === 'none' ? 'a page that stands still' : `a replay at ${speed}×`
    if (speed === 'none') empty = frames
    rows.push(
      { what, value: `${Math.round(frames)} pictures/s`, ratio: frames / empty, goal: '>= 0.9' },
      {
        what: `${what}: script`,
        value: `${scriptMs.toFixed(1)} ms a picture`,
        ratio: scriptMs / MOST_MS,
        goal: '< 1',
      },
      { what: `${what}: all work`, value: `${taskMs.toFixed(1)} ms a picture`, ratio: taskMs / MOST_MS },
    )
    await page.close()
  }
  printTable('Watching a board of 130 × 100', rows)
}
rmSync(folder, { recursive: true, force: true })

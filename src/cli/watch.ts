import { stripVTControlCharacters } from 'node:util'
import type { Challenge } from '../challenges/challenge.ts'
import { SEATS, type Pair, type Seat } from '../game/game.ts'
import { timeLeft } from '../match/clock.ts'
import { describeEnd } from '../match/describe.ts'
import { awaitedSeats } from '../match/machine.ts'
import type { Match, MatchEvent } from '../match/match.ts'
import { ink, pictureText } from '../drawing/ink.ts'
import { SEAT_COLOURS } from '../drawing/scene-marks.ts'
import { drawScene, visibleWidth } from '../drawing/scene-text.ts'
import { styled } from './styled.ts'
import { printable } from './text.ts'

/** How long a turn stays on the screen before the next. */
export const WATCH_PACE_MS = 250

export interface WatchOptions {
  readonly challenge: Pick<Challenge, 'title'>
  /** By player. */
  readonly names: Pair<string>
  /** Milliseconds since the match began. */
  elapsed(): number
}

export interface Watch {
  show(event: MatchEvent, match: Match): void
  /** Leaves the last position on the screen. */
  close(match: Match): void
}

/** Shows a match while it is played: a board that redraws itself on a terminal, plain lines anywhere else. */
export const openWatch = async (options: WatchOptions): Promise<Watch> =>
  process.stdout.isTTY ? await watchOnScreen(options) : watchInLines(options)

const REDRAW_MS = 100

async function watchOnScreen(options: WatchOptions): Promise<Watch> {
  const { createLogUpdate } = await import('log-update')
  const log = createLogUpdate(process.stdout, { showCursor: false })
  let history: History = { moves: [] }
  const draw = (match: Match, at: number): void =>
    log(frame(options, match, history.moves, at, process.stdout))
  const redraw = (): void => {
    if (history.shown !== undefined) draw(history.shown, options.elapsed())
  }
  // Redraws between events, because clocks run.
  const timer = setInterval(redraw, REDRAW_MS)
  timer.unref()
  return {
    show(event, match) {
      history = follow(history, match)
      if (history.shown !== undefined) draw(history.shown, event.at)
    },
    close(match) {
      clearInterval(timer)
      draw(match, options.elapsed())
      log.done()
    },
  }
}

function watchInLines({ names }: WatchOptions): Watch {
  let history: History = { moves: [] }
  return {
    show(_, match) {
      const before = history
      history = follow(history, match)
      if (history.moves.length > before.moves.length)
        console.log(`${history.moves.length}. ${history.moves.at(-1)}`)
      const result = match.ended.at(-1)
      if (result && match.ended.length > (before.latest?.ended.length ?? 0) && match.phase !== 'over')
        console.log(printable(describeEnd(result, match.spec, names)))
    },
    close(match) {
      const { game } = match.spec
      const scene = game.scene(game.view(match.round.state))
      console.log(drawScene(scene, { colour: false, columns: 140, rows: 110 }).join('\n'))
    },
  }
}

/** The moves of the shown round, the latest match, and the match that is shown. */
interface History {
  readonly moves: readonly string[]
  readonly latest?: Match
  readonly shown?: Match
}

function follow({ moves, latest, shown }: History, match: Match): History {
  const isNewRound =
    latest !== undefined && match.ended.length > latest.ended.length && match.phase !== 'over'
  // A finished round stays on the screen until the first move of the next.
  if (isNewRound || (match.phase === 'starting' && match.ended.length > 0))
    return { moves: isNewRound ? [] : moves, latest: match, ...(shown && { shown }) }
  const hasMoved = match.round.turns > (latest?.round.index === match.round.index ? latest.round.turns : 0)
  const turn = match.round.lastTurn
  return { moves: hasMoved && turn ? [...moves, describeTurn(turn)] : moves, latest: match, shown: match }
}

const describeTurn = (turn: Pair<string | undefined>): string =>
  SEATS.flatMap((seat) => turn[seat] ?? []).join(' · ')

interface Screen {
  readonly columns: number
  readonly rows: number
}

const MOVES_WIDTH = 24

/** One frame: the match as lines of coloured text. */
export function frame(
  { challenge, names }: WatchOptions,
  match: Match,
  moves: readonly string[],
  at: number,
  screen: Screen,
): string {
  const { columns = 80, rows = 24 } = screen
  const { spec, round } = match
  const scene = spec.game.scene(spec.game.view(round.state))
  const board = drawScene(scene, { colour: true, columns: columns - 1, rows: rows - 6 })
  const boardWidth = visibleWidth(board[0] ?? '')
  const hasRoom = columns - boardWidth > MOVES_WIDTH + 2
  const list = hasRoom ? moveList(moves, board.length) : []
  const head = spec.rules.bestOf > 1 ? `  round ${round.index + 1}  ${match.score.join('–')}` : ''
  const players = SEATS.map((seat) =>
    playerLine(match, seat, names[round.seats[seat]], at, scene.facts[seat]),
  )
  const body = board.map((line, index) => `${line}  ${list[index] ?? ''}`)
  return [styled('bold', challenge.title) + head, ...players, '', ...body, ...statusLine(match)]
    .map((line) =>
      visibleWidth(line) < columns ? line : stripVTControlCharacters(line).slice(0, columns - 1),
    )
    .join('\n')
}

const inSeatColour = (seat: Seat, text: string): string =>
  pictureText([ink(text, { fg: SEAT_COLOURS[seat].plain })], true).join('')

function playerLine(
  match: Match,
  seat: Seat,
  name: string,
  at: number,
  facts: readonly { label: string; value: string }[],
): string {
  const { spec, round } = match
  const isAsked = match.phase === 'playing' && awaitedSeats(match).includes(seat)
  const clock = spec.rules.clock.kind === 'none' ? '' : `  ${formatClock(timeLeft(round.clocks[seat], at))}`
  const marker = isAsked ? '▸' : ' '
  const about = facts.map(({ label, value }) => `  ${label} ${value}`).join('')
  return `${marker} ${inSeatColour(seat, `■ ${printable(name)}`)} ${styled('dim', `(${spec.game.seatNames[seat]})`)}${match.phase === 'starting' ? '' : clock}${styled('dim', about)}`
}

/** The status while the match runs. The command itself prints the result. */
function statusLine(match: Match): readonly string[] {
  if (match.phase === 'over') return []
  return [styled('dim', match.phase === 'starting' ? 'getting ready' : `turn ${match.round.turns + 1}`)]
}

function moveList(moves: readonly string[], height: number): readonly string[] {
  const first = Math.max(0, moves.length - height)
  return moves
    .slice(first)
    .map((move, index) =>
      styled('dim', `${String(first + index + 1).padStart(4)}. ${move.slice(0, MOVES_WIDTH - 6)}`),
    )
}

/** `59.4 s` or `1:05`; never negative. */
function formatClock(ms: number): string {
  const left = Math.max(0, ms)
  if (left < 60_000) return `${(left / 1000).toFixed(1)} s`
  const seconds = Math.ceil(left / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

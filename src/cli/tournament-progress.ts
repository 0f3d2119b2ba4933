import type { TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import type { LedgerEntry } from '../tournament-runner/ledger-entry.ts'
import type { Progress } from '../tournament-runner/run-tournament.ts'
import { realClock } from '../runner/clock.ts'
import type { Course } from '../tournament/course.ts'
import type { Standing } from '../tournament/ranking.ts'
import { describeOut } from '../tournament/reason.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { bracketText } from './bracket-text.ts'
import { visibleWidth } from '../drawing/ink.ts'
import { styled } from './styled.ts'
import { cut, tableText } from './table-text.ts'
import { printable } from './text.ts'

export interface ProgressView {
  show(progress: Progress<LedgerEntry>): void
  /** Prints a line while the tournament runs. */
  say(line: string): void
  close(): void
}

/** Shows a tournament while it is played: on a terminal a screen that is redrawn, elsewhere one line a match. */
export const openProgress = async (
  tournament: TournamentSpec,
  course: Course,
  workers: number,
): Promise<ProgressView> =>
  process.stdout.isTTY ? await onScreen(tournament, course, workers) : inLines(tournament, course)

function inLines(tournament: TournamentSpec, course: Course): ProgressView {
  let ended = course.ended().length
  return {
    show(progress) {
      const { pairing } = progress
      if (progress.kind === 'ended')
        console.log(
          printable(`[${describeDone(++ended, tournament)}] ${describeEntry(pairing, progress.entry)}`),
        )
      else if (progress.kind === 'failed') console.error(printable(describeFailure(progress)))
    },
    say: (line) => console.log(printable(line)),
    close() {},
  }
}

const REDRAW_MS = 250

async function onScreen(tournament: TournamentSpec, course: Course, workers: number): Promise<ProgressView> {
  const { createLogUpdate } = await import('log-update')
  const log = createLogUpdate(process.stdout, { showCursor: false })
  const began = realClock.now()
  const endedBefore = course.ended().length
  const running = new Map<string, Pairing>()
  const latest: string[] = []
  const draw = (): void => {
    const { columns = 80, rows = 24 } = process.stdout
    const pace = paceOf(course.ended().length - endedBefore, realClock.now() - began)
    log(frame({ tournament, course, workers, running, latest, pace }, columns, rows).join('\n'))
  }
  const timer = setInterval(draw, REDRAW_MS)
  return {
    show(progress) {
      const { pairing } = progress
      if (progress.kind === 'started') running.set(pairing.key, pairing)
      else if (progress.kind === 'failed') latest.push(describeFailure(progress))
      else {
        running.delete(pairing.key)
        latest.push(describeEntry(pairing, progress.entry))
      }
      if (latest.length > 3) latest.shift()
      draw()
    },
    say(line) {
      latest.push(line)
      draw()
    },
    close() {
      clearInterval(timer)
      log.clear()
      log.done()
    },
  }
}

interface View {
  readonly tournament: TournamentSpec
  readonly course: Course
  readonly workers: number
  readonly running: ReadonlyMap<string, Pairing>
  readonly latest: readonly string[]
  /** Matches a minute; undefined before the first. */
  readonly pace: number | undefined
}

const paceOf = (matches: number, ms: number): number | undefined =>
  matches === 0 || ms < 1 ? undefined : (matches / ms) * 60_000

/** The lines of the screen, never more than fit. */
export function frame(view: View, columns: number, rows: number): string[] {
  const { tournament, course, running, latest } = view
  const bracket = course.bracket()
  const fit = (text: string): string => cut(printable(text), columns - 1)
  const playing = [...running.values()]
    .slice(0, 4)
    .map(({ stage, players }) => fit(`  ▸ ${players[0]} against ${players[1]} (${stage})`))
  const title = `${tournament.title ?? tournament.challenge.title}: ${tournament.format.title}, seed ${tournament.seed}`
  const head = [styled('bold', fit(title)), progressLine(view, columns), '']
  const tail = ['', ...playing, ...latest.map((line) => styled('dim', fit(`  ${line}`)))]
  const room = rows - 1 - head.length - tail.length
  const tree = bracket === undefined ? [] : bracketText(bracket)
  const hasRoom = tree.length <= room - 5 && tree.every((line) => visibleWidth(line) < columns)
  const shownTree = hasRoom ? tree : []
  const standings = standingLines(course.rank().standings, columns, room - shownTree.length)
  return [...head, ...standings, ...shownTree, ...tail].slice(0, rows - 1)
}

function progressLine({ tournament, course, workers, pace }: View, columns: number): string {
  const done = course.ended().length
  const { least, most } = tournament.format.count(tournament.entrants.length, tournament.options)
  const share = Math.min(1, done / Math.max(1, most))
  const width = Math.max(10, Math.min(40, columns - 60))
  const full = Math.round(share * width)
  const left = Math.max(0, (tournament.format.id === 'sprt' ? NaN : (least + most) / 2) - done)
  const time =
    pace === undefined
      ? ''
      : `  ${pace.toFixed(pace < 10 ? 1 : 0)} a minute${Number.isNaN(left) ? '' : `, ${formatDuration((left / pace) * 60_000)} left`}`
  return cut(
    `${'█'.repeat(full)}${'░'.repeat(width - full)} ${describeDone(done, tournament)} matches${time}, ${workers} at once`,
    columns - 1,
  )
}

const standingLines = (standings: readonly Standing[], columns: number, room: number): string[] =>
  tableText(
    {
      id: 'standings',
      title: 'Standings',
      columns: [
        { title: '#', isNumber: true },
        { title: 'entrant', isNumber: false },
        { title: 'points', isNumber: true },
        { title: 'won', isNumber: true },
        { title: 'drawn', isNumber: true },
        { title: 'lost', isNumber: true },
        { title: '', isNumber: false },
      ],
      rows: standings
        .slice(0, Math.max(1, room - 2))
        .map(({ place, entrant, points, wins, draws, losses, out }) => [
          String(place),
          entrant.name,
          ...[points, wins, draws, losses].map(String),
          out === undefined ? '' : describeOut(out),
        ]),
      notes: [],
    },
    { width: columns - 1 },
  )

const describeDone = (done: number, tournament: TournamentSpec): string =>
  isCounted(tournament) ? `${done}/${describeMost(tournament)}` : `${done} of ${describeMost(tournament)}`

/** How many matches there will be at most. */
export const describeMost = (tournament: TournamentSpec): string =>
  isCounted(tournament) ? describeTotal(tournament) : `at most ${countOf(tournament).most}`

const countOf = ({ format, options, entrants }: TournamentSpec) => format.count(entrants.length, options)

/** Whether the number of matches is known before they are played. */
function isCounted(tournament: TournamentSpec): boolean {
  const { least, most } = countOf(tournament)
  return least === most
}

/** How many matches there will be. */
export function describeTotal(tournament: TournamentSpec): string {
  const { least, most } = countOf(tournament)
  return least === most ? String(most) : `${least} to ${most}`
}

function describeEntry(
  { key, players, stage }: Pairing,
  { winner, score, rounds, ...entry }: LedgerEntry,
): string {
  if (entry.void) return `${stage}: the host could not play ${players.join(' against ')} (${key})`
  const how = rounds.length === 1 ? `: ${rounds[0]?.reason}` : ''
  const result = winner === undefined ? 'drew with' : winner === 0 ? 'beat' : 'lost to'
  return `${stage}: ${players[0]} ${result} ${players[1]} ${score.join('–')}${how} (${key})`
}

const describeFailure = ({
  pairing,
  why,
  attempt,
  isLast,
}: Extract<Progress<LedgerEntry>, { kind: 'failed' }>): string =>
  `${pairing.key} failed by the host's fault (attempt ${attempt}, ${isLast ? 'given up' : 'trying again'}): ${why}`

/** `45 s`, `12 min`, `3 h 20 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

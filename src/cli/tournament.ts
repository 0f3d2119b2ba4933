import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFullDisk } from '../base/is-full-disk.ts'
import type { TournamentResult } from '../api/tournament-result.ts'
import { tournamentResult } from '../tournament-runner/tournament-result.ts'
import {
  courseOfFolder,
  openTournamentFolder,
  type TournamentFolder,
} from '../tournament-runner/data-folder.ts'
import type { LedgerEntry } from '../tournament-runner/ledger-entry.ts'
import { addMarks, readMarks } from '../tournament-runner/marks.ts'
import { playPairing, voidEntry, type KeptMatch } from '../tournament-runner/play-pairing.ts'
import { runTournament } from '../tournament-runner/run-tournament.ts'
import { measurementsOf } from '../tournament-runner/statistics.ts'
import { summaryTables } from '../tournament-runner/tables.ts'
import { writeReports } from '../tournament-runner/write-reports.ts'
import { describeClock } from '../match/clock.ts'
import { realClock } from '../runner/clock.ts'
import { examineSandbox } from '../runner/sandbox/examine-sandbox.ts'
import type { Course } from '../tournament/course.ts'
import { describeOut } from '../tournament/reason.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { makeContestant } from './bots.ts'
import { bracketText } from './bracket-text.ts'
import { openTournamentModels, type TournamentModels } from './tournament-models.ts'
import { findPlayer } from './find-player.ts'
import { pathFrom } from './path-from.ts'
import { CommandError, orExit } from './problem.ts'
import { tableText } from './table-text.ts'
import { printable } from './text.ts'
import { dryRun } from './tournament-dry-run.ts'
import { openFarMatches } from './far-matches.ts'
import type { TournamentFlags } from './read-tournament.ts'
import { introduceOpenings, openTournamentOpenings } from './tournament-openings.ts'
import { readPlan, sourcesOf, type TournamentPlan } from './tournament-plan.ts'
import { describeMost, describeTotal, openProgress } from './tournament-progress.ts'
import { sprtText } from './sprt-text.ts'

/** `gamegrid tournament`: plays a tournament here, to its end or until Ctrl-C, and prints the result. */
export async function tournament(words: readonly string[], flags: TournamentFlags): Promise<void> {
  const plan = await (flags.demo ? readDemo(flags) : readPlan(words, flags))
  if (flags.dryRun) return dryRun(plan)
  if (plan.tournament.how.sandbox && flags.queue === undefined) await requireSandbox()
  try {
    await playToEnd(plan, flags)
  } catch (error) {
    if (!isFullDisk(error)) throw error
    throw new CommandError(
      `Stopped because the disk of ${shown(plan.folder)} is full: make room, and ${plan.again} goes on; no result is lost`,
      1,
    )
  }
}

async function playToEnd(plan: TournamentPlan, flags: TournamentFlags): Promise<void> {
  const marks =
    plan.judges === undefined
      ? []
      : (await import('./tournament-file.ts')).readMarksFile(
          plan.judges,
          plan.tournament.challenge,
          namesOf(plan),
        )
  const interrupts = hearInterrupts()
  const opened = await openTournamentFolder(plan.folder, plan.tournament, flags.resume === true)
  await using folder = orExit(opened, opened.ok || opened.problem.code !== 'bad-folder' ? 2 : 1)
  const models = openTournamentModels(plan, flags)
  orExit(addMarks(plan.folder, marks))
  const entries = new Map(folder.entries.map((entry) => [entry.key, entry]))
  const course = orExit(courseOfFolder(plan.folder, folder))
  console.log(printable(introduce(plan, course)))
  const end = course.isDone() ? 'done' : await play(plan, course, folder, entries, interrupts, models, flags)
  const result = tournamentResult(plan.tournament, course, entries, orExit(readMarks(plan.folder)).published)
  printResult(result, entries)
  reportMarks(plan)
  for (const file of await writeReports(plan.folder, plan.report, result, entries, findPlayer(plan.report)))
    console.log(`Written: ${shown(file)}`)
  if (flags.json) console.log(JSON.stringify(result))
  const summary = models?.summary()
  if (summary !== undefined) console.error(summary)
  if (end === 'stopped')
    throw new CommandError(
      `${models?.calls.why() ?? 'Interrupted'} after ${course.ended().length} of ${describeMost(plan.tournament)} matches: ${plan.again} goes on`,
      1,
    )
}

/** A round robin that seeds a knock-out: house brains of very different strength on a small board. */
const DEMO = ['light-cycle', 'advanced', 'voronoi', 'wanderer', 'baseline', 'first', 'random'].map(
  (name, at) => (at === 0 ? name : `house:${name}`),
)

const readDemo = (flags: TournamentFlags): Promise<TournamentPlan> =>
  readPlan(DEMO, {
    format: 'round-robin-knock-out',
    size: '16',
    nodes: '300',
    seed: '7',
    workers: '2',
    ...flags,
    data: flags.data ?? mkdtempSync(join(tmpdir(), 'gamegrid-demo-')),
  })

async function play(
  plan: TournamentPlan,
  course: Course,
  folder: TournamentFolder,
  entries: Map<string, LedgerEntry>,
  interrupts: Interrupts,
  models: TournamentModels | undefined,
  flags: TournamentFlags,
): Promise<'done' | 'stopped'> {
  const { tournament, bots, workers } = plan
  let say = (line: string): void => console.log(printable(line))
  await using far =
    flags.queue === undefined ? undefined : await openFarMatches(plan, flags, (line) => say(line))
  const progress = await openProgress(tournament, course, workers)
  say = (line) => progress.say(line)
  interrupts.tell(say)
  const benched = new Set<string>()
  const tellBenched = (): void => {
    for (const { entrant, out } of course.rank().standings) {
      if (out === undefined || benched.has(entrant.id)) continue
      benched.add(entrant.id)
      progress.say(`${entrant.name} is ${describeOut(out)}`)
    }
  }
  await using openings = openTournamentOpenings(tournament, sourcesOf(bots))
  const host = {
    tournament,
    opening: (pairing: Pairing) => openings.of(pairing),
    save: (pairing: Pairing, kept: KeptMatch) => folder.save(pairing, kept),
    contestant(
      name: string,
      onLog: (text: string) => void,
      onMemory: (bytes: number) => void,
      { key }: Pairing,
    ) {
      const seating = bots.get(name)
      const entrant = tournament.entrants.find((one) => one.name === name)
      if (seating === undefined || entrant === undefined) throw new Error(`No such entrant: ${name}`)
      const context = { ...seating.context, models, callFile: models?.callFile(key) }
      return makeContestant(seating.source, name, entrant.bot, context, onLog, onMemory)
    },
  }
  try {
    return await runTournament<LedgerEntry>({
      course,
      workers: far === undefined ? workers : () => far.workers(),
      onOpen: (fill) => far?.onOpen(fill),
      ledger: folder,
      play: (pairing, signal) =>
        far === undefined ? playPairing(host, pairing, signal) : far.play(host, pairing, signal),
      giveUp: voidEntry,
      stop: interrupts.stop,
      signal: models ? AbortSignal.any([interrupts.abort, models.calls.halted]) : interrupts.abort,
      onProgress(event) {
        if (event.kind === 'ended') entries.set(event.entry.key, event.entry)
        progress.show(event)
        if (event.kind === 'ended' && event.entry.faults?.some((count) => count > 0)) tellBenched()
      },
    })
  } finally {
    progress.close()
  }
}

interface Interrupts {
  /** Aborted by the first Ctrl-C: start no more matches. */
  readonly stop: AbortSignal
  /** Aborted by the second Ctrl-C, or by SIGTERM: end running matches. */
  readonly abort: AbortSignal
  /** Sets the function that prints the message of the first Ctrl-C. */
  tell(say: (line: string) => void): void
}

/** The launcher for an older Node forwards SIGINT, which the terminal has sent to both processes: two within this time are one. */
const SAME_KEY_MS = 250

/** The first Ctrl-C lets running matches end, the second ends them. The handlers stay: a default exit would cut off a write. */
function hearInterrupts(): Interrupts {
  const stop = new AbortController()
  const abort = new AbortController()
  let say = (line: string): void => console.log(line)
  let since = Infinity
  const onInterrupt = (): void => {
    if (stop.signal.aborted) {
      if (realClock.now() - since > SAME_KEY_MS) abort.abort()
      return
    }
    since = realClock.now()
    stop.abort()
    say('Stopping when the running matches have ended; Ctrl-C again aborts them.')
  }
  const onTerm = (): void => {
    stop.abort()
    abort.abort()
  }
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerm)
  return {
    stop: stop.signal,
    abort: abort.signal,
    tell(whom) {
      say = whom
    },
  }
}

async function requireSandbox(): Promise<void> {
  const { problem } = await examineSandbox()
  if (problem !== undefined) throw new CommandError(problem, 1)
}

const namesOf = ({ tournament }: TournamentPlan): string[] => tournament.entrants.map(({ name }) => name)

function introduce({ tournament, bots, folder }: TournamentPlan, course: Course): string {
  const { challenge, entrants, format, rules, seed, how } = tournament
  const played = course.ended().length
  const pace = how.nodes === undefined ? describeClock(rules.clock) : `${how.nodes} positions a move`
  return [
    `${tournament.title ?? challenge.title}: ${format.title} of ${entrants.length}, ${describeTotal(tournament)} matches (${pace}, seed ${seed})`,
    introduceOpenings(tournament, sourcesOf(bots)),
    `Everything is kept in ${shown(folder)}${played === 0 ? '' : `, where ${played} matches have been played`}`,
  ].join('\n')
}

/** The working folder of the command: for a tournament file the process changes to the folder of the file. */
const HERE = process.cwd()
const shown = (path: string): string => pathFrom(HERE, path)

/** Wider tables do not fit on a screen; reports have them. */
const MOST_COLUMNS = 16

/** All tables, the bracket and the verdict. */
export function printResult(result: TournamentResult, entries: ReadonlyMap<string, LedgerEntry>): void {
  const names = result.standings.map(({ name }) => name)
  const tables = summaryTables(result, measurementsOf(names, entries.values()), MOST_COLUMNS)
  const width = process.stdout.isTTY ? process.stdout.columns : undefined
  for (const table of tables) {
    console.log(['', ...tableText(table, width === undefined ? {} : { width })].join('\n'))
    if (table.id === 'standings' && result.bracket) console.log(bracketText(result.bracket).join('\n'))
    if (table.id === 'standings' && result.sprt) console.log(`\n${sprtText(result).join('\n')}`)
  }
  console.log('')
}

/** Prints the number of private marks, but not their values. */
function reportMarks({ folder }: TournamentPlan): void {
  const { all, published } = orExit(readMarks(folder))
  if (all.length > published.length)
    console.log(
      `${all.length - published.length} marks of judges are private until: gamegrid tournament publish ${shown(folder)}`,
    )
}

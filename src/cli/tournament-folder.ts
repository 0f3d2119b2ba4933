import { resolve } from 'node:path'
import type { TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import type { TournamentResult } from '../api/tournament-result.ts'
import { tournamentResult } from '../tournament-runner/tournament-result.ts'
import { courseOfFolder, readTournamentFolder } from '../tournament-runner/data-folder.ts'
import type { LedgerEntry } from '../tournament-runner/ledger-entry.ts'
import { addMarks, publishMarks, readMarks } from '../tournament-runner/marks.ts'
import { reportsIn, writeReports } from '../tournament-runner/write-reports.ts'
import { readMark } from '../tournament/standings.ts'
import { findPlayer } from './find-player.ts'
import { pathFrom } from './path-from.ts'
import { badArgument, orExit, unknownName } from './problem.ts'
import { printable } from './text.ts'
import { readReports } from './tournament-plan.ts'
import { printResult } from './tournament.ts'

/** `gamegrid tournament judge DIR JUDGE TEAM POINTS`: adds a mark, which is private until it is published. */
export function judge(folder: string, judge: string, team: string, points: string): void {
  const { tournament } = readFolder(folder)
  const names = tournament.entrants.map(({ name }) => name)
  if (!names.includes(team)) throw badArgument(unknownName('team', team, names).message)
  if (judge.trim() === '') throw badArgument('Cannot add a mark: expected the name of a judge')
  const mark = orExit(readMark(points, tournament.challenge.points))
  orExit(addMarks(folder, [{ judge, entrant: team, points: mark }]))
  console.log(
    printable(`${judge} gives ${team} ${mark} points, private until: gamegrid tournament publish ${folder}`),
  )
}

/** `gamegrid tournament publish DIR`: makes all marks so far public, and writes existing reports again with them. */
export async function publish(folder: string): Promise<void> {
  const { tournament } = readFolder(folder)
  const { points } = tournament.challenge
  if (points.kind === 'by-result' || points.judges === 0)
    throw badArgument('Cannot publish marks: this contest has no judges')
  if (orExit(readMarks(folder)).all.length === 0)
    throw badArgument('Cannot publish marks: no judge has given any')
  orExit(publishMarks(folder))
  const { result, entries } = readFolder(folder)
  printResult(result, entries)
  const formats = reportsIn(folder)
  await writeReports(folder, formats, result, entries, findPlayer(formats))
}

/** `gamegrid tournament report DIR`: prints the current standings and writes reports. */
export async function report(
  folder: string,
  flags: { readonly report?: string; readonly json?: true },
): Promise<void> {
  const formats = readReports((flags.report ?? 'html').split(','))
  const { result, entries } = readFolder(folder)
  printResult(result, entries)
  for (const file of await writeReports(folder, formats, result, entries, findPlayer(formats)))
    console.log(`Written: ${pathFrom(process.cwd(), resolve(file))}`)
  if (flags.json) console.log(JSON.stringify(result))
}

interface Known {
  readonly tournament: TournamentSpec
  readonly result: TournamentResult
  readonly entries: ReadonlyMap<string, LedgerEntry>
}

function readFolder(folder: string): Known {
  const data = orExit(readTournamentFolder(folder))
  const { tournament, entries } = data
  const byKey = new Map(entries.map((entry) => [entry.key, entry]))
  const course = orExit(courseOfFolder(folder, data))
  return {
    tournament,
    result: tournamentResult(tournament, course, byKey, orExit(readMarks(folder)).published),
    entries: byKey,
  }
}

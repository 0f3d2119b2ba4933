import type { TournamentResult } from '../api/tournament-result.ts'
import type { TournamentMatchRow } from '../store/store.ts'
import { parseLedgerEntry } from '../tournament-runner/ledger-entry.ts'
import { reportBoards } from '../tournament-runner/report-boards.ts'
import { htmlReport, type Player, type ReportBoards } from '../tournament-runner/report-html.ts'
import { markdownReport } from '../tournament-runner/report-markdown.ts'
import { csvReport } from '../tournament-runner/report-csv.ts'
import { measurementsOf } from '../tournament-runner/statistics.ts'
import { matchesTable, resultTables } from '../tournament-runner/tables.ts'
import { jsonReport } from '../tournament-runner/write-reports.ts'

export type ReportFormat = 'html' | 'csv' | 'md' | 'json'

/** A report, as plain data: a thread may write it. */
export interface ReportWanted {
  readonly format: ReportFormat
  /** Of a CSV file. */
  readonly table: string
  /** The address of the arena: matches of a report link to the boards there. */
  readonly origin: string
  readonly matches: readonly TournamentMatchRow[]
  /** Of a page. */
  readonly boards: ReportBoards | undefined
}

/**
 * The reports of the command line for a tournament of an arena. The result has the published marks alone: a report is handed on.
 * Undefined if there is no such table.
 */
export function writeReport(
  lines: readonly string[],
  result: TournamentResult,
  { format, table, origin, matches, boards }: ReportWanted,
): string | undefined {
  const called = matchesByKey(matches)
  const names = result.standings.map(({ name }) => name)
  const measured = measurementsOf(
    names,
    lines.flatMap((line) => parseLedgerEntry(line) ?? []),
  )
  const linkOf = (key: string): string => {
    const match = called.get(key)
    return match === undefined ? '' : `${origin}/matches/${match}`
  }
  switch (format) {
    case 'html':
      return htmlReport(result, measured, { linkOf, ...(boards && { boards }) })
    case 'md':
      return markdownReport(result, measured, linkOf)
    case 'json':
      return jsonReport(result, measured)
    case 'csv': {
      const tables = [...resultTables(result, measured), matchesTable(result, linkOf)]
      const found = tables.find((one) => one.id === table)
      return found && csvReport(found)
    }
  }
}

/** The boards of a page. `record` gives the record of a match; undefined if there is none. */
export function boardsOf(
  result: TournamentResult,
  matches: readonly TournamentMatchRow[],
  player: Player,
  record: (match: number) => Promise<string | undefined>,
): Promise<ReportBoards> {
  const called = matchesByKey(matches)
  return reportBoards(result, player, async (key) => {
    const match = called.get(key)
    return match === undefined ? undefined : record(match)
  })
}

const matchesByKey = (matches: readonly TournamentMatchRow[]): ReadonlyMap<string, number> =>
  new Map(matches.map(({ key, match }) => [key, match]))

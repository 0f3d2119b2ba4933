import type { TournamentResult } from '../api/tournament-result.ts'
import type { Store, TournamentRow } from '../store/store.ts'
import { parseLedgerEntry } from '../tournament-runner/ledger-entry.ts'
import { reportBoards } from '../tournament-runner/report-boards.ts'
import { htmlReport, type Player } from '../tournament-runner/report-html.ts'
import { markdownReport } from '../tournament-runner/report-markdown.ts'
import { csvReport } from '../tournament-runner/report-csv.ts'
import { measurementsOf } from '../tournament-runner/statistics.ts'
import { matchesTable, resultTables } from '../tournament-runner/tables.ts'
import { jsonReport } from '../tournament-runner/write-reports.ts'

export interface ReportWanted {
  readonly store: Store
  readonly row: TournamentRow
  /** With the published marks alone: a report is handed on. */
  readonly result: TournamentResult
  /** The address of the arena. */
  readonly origin: string
}

/** The reports of the command line for a tournament of an arena. Their matches link to the boards in the arena. */
export function openReport({ store, row, result, origin }: ReportWanted) {
  const matches = new Map(store.tournamentMatches(row.id).map(({ key, match }) => [key, match]))
  const entries = store.tournamentResults(row.id).flatMap((line) => parseLedgerEntry(line) ?? [])
  const names = result.standings.map(({ name }) => name)
  const measured = measurementsOf(names, entries)
  const linkOf = (key: string): string => {
    const match = matches.get(key)
    return match === undefined ? '' : `${origin}/matches/${match}`
  }
  return {
    markdown: () => markdownReport(result, measured, linkOf),
    json: () => jsonReport(result, measured),
    /** The table of this name; undefined if there is none. */
    csv(id: string): string | undefined {
      const tables = [...resultTables(result, measured), matchesTable(result, linkOf)]
      const table = tables.find((one) => one.id === id)
      return table && csvReport(table)
    },
    /** `record` gives the record of a match; undefined if there is none. */
    async html(
      player: Player | undefined,
      record: (match: number) => Promise<string | undefined>,
    ): Promise<string> {
      if (player === undefined) return htmlReport(result, measured, { linkOf })
      const boards = await reportBoards(result, player, async (key) => {
        const match = matches.get(key)
        return match === undefined ? undefined : record(match)
      })
      return htmlReport(result, measured, { linkOf, boards })
    },
  }
}

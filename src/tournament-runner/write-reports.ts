import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TournamentResult } from '../api/tournament-result.ts'
import { writeWholeFile } from '../store/whole-file.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { measureModels } from './measure-models.ts'
import { percentile } from './move-times.ts'
import { reportBoards } from './report-boards.ts'
import { csvReport } from './report-csv.ts'
import { htmlReport, type Player } from './report-html.ts'
import { markdownReport } from './report-markdown.ts'
import { measurementsOf, type Measurements } from './statistics.ts'
import { matchesTable, recordBeside, summaryTables } from './tables.ts'

export const REPORT_FORMATS = ['html', 'csv', 'json', 'md'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/**
 * Writes reports into the folder of a tournament, beside the records they link to. Returns the paths. The HTML report has the boards
 * of the matches in it if there is a player for them.
 */
export async function writeReports(
  folder: string,
  formats: readonly ReportFormat[],
  result: TournamentResult,
  entries: ReadonlyMap<string, LedgerEntry>,
  player?: Player,
): Promise<readonly string[]> {
  const names = result.standings.map(({ name }) => name)
  const models = new Set(result.entrants.filter(({ bot }) => bot.startsWith('llm:')).map(({ name }) => name))
  const played = [...entries.values()].filter(({ players }) => players.some((name) => models.has(name)))
  const records = await Promise.all(played.map(({ key }) => readRecord(folder, key)))
  const measured = {
    ...measurementsOf(names, entries.values()),
    models: measureModels(records.filter((text) => text !== undefined)),
  }
  const write = (name: string, text: string): string => {
    writeWholeFile(join(folder, name), text)
    return join(folder, name)
  }
  const boards =
    formats.includes('html') && player
      ? await reportBoards(result, player, (key) => readRecord(folder, key))
      : undefined
  return formats.flatMap((format): string[] => {
    switch (format) {
      case 'html':
        return [write('report.html', htmlReport(result, measured, boards && { boards }))]
      case 'md':
        return [write('report.md', markdownReport(result, measured))]
      case 'json':
        return [write('report.json', jsonReport(result, measured))]
      case 'csv':
        return [...summaryTables(result, measured), matchesTable(result)].map((table) =>
          write(`${table.id}.csv`, csvReport(table)),
        )
    }
  })
}

/** The record of a match; undefined if it is not in the folder any more. */
const readRecord = (folder: string, key: string): Promise<string | undefined> =>
  readFile(join(folder, recordBeside(key)), 'utf8').catch(() => undefined)

export const jsonReport = (result: TournamentResult, measured: Measurements): string =>
  `${JSON.stringify({ ...result, moveTimes: showTimes(measured), memory: showMemory(measured), ...(measured.models?.size && { models: Object.fromEntries(measured.models) }) }, null, 2)}\n`

/** The reports that a folder has already: they are written again when marks are published. */
export const reportsIn = (folder: string): readonly ReportFormat[] =>
  REPORT_FORMATS.filter((format) =>
    existsSync(join(folder, format === 'csv' ? 'standings.csv' : `report.${format}`)),
  )

const showTimes = ({ moveTimes }: Measurements): object[] =>
  [...moveTimes].map(([name, own]) => ({
    name,
    moves: own.moves,
    meanMs: own.moves === 0 ? null : Math.round((own.totalMs / own.moves) * 10) / 10,
    percentiles: Object.fromEntries(
      [50, 90, 95, 99].map((share) => [share, round(percentile(own, share / 100))]),
    ),
    longestMs: own.longestMs,
  }))

const showMemory = ({ moveTimes, memory }: Measurements): object[] =>
  [...moveTimes.keys()].map((name) => ({ name, peakBytes: memory.get(name) ?? null }))

const round = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms * 10) / 10)

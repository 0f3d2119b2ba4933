import type { TournamentResult } from '../api/tournament-result.ts'
import { chooseBoards } from './choose-boards.ts'
import type { Player, ReportBoards } from './report-html.ts'

/** A report of this size still opens at once, and can be sent by mail. */
const MOST_BOARDS = 120
const MOST_CHARACTERS = 4_000_000

/** The boards of a report: of the most important matches, as many as it has room for. `recordOf` gives the record of a match. */
export async function reportBoards(
  result: TournamentResult,
  player: Player,
  recordOf: (key: string) => Promise<string | undefined>,
): Promise<ReportBoards> {
  const chosen = chooseBoards(result)
  const records = new Map<string, string>()
  let size = 0
  for (const key of chosen.slice(0, MOST_BOARDS)) {
    const text = await recordOf(key)
    if (text === undefined) continue
    if (size + text.length > MOST_CHARACTERS) break
    size += text.length
    records.set(key, text)
  }
  return { player, records, leftOut: chosen.length - records.size }
}

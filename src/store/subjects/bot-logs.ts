import type { BotLog } from '../../match/bot-log.ts'
import type { Player } from '../../match/match.ts'
import { LOG_ONLY, type Subject } from './subject.ts'

export type { BotLine, BotLog } from '../../match/bot-log.ts'

/** The stderr of a program, or none, and the conversation of a player with the server in a round: for the owner alone. */
export interface BotLogEntry {
  readonly kind: 'bot-logged'
  readonly match: number
  readonly player: Player
  readonly log: BotLog
}

export interface BotLogRow {
  readonly player: Player
  readonly log: BotLog
}

export const botLogs = {
  tables: {},
  project: { 'bot-logged': LOG_ONLY },
  reads: (database) => ({
    /** The logs of the players of a match, round by round. */
    botLogs: (match: number) =>
      joinLogs(
        database
          .all<{ body: string }>(
            `SELECT body FROM log WHERE match = ? AND kind = 'bot-logged' ORDER BY seq`,
            [match],
          )
          .map(({ body }) => JSON.parse(body) as BotLogRow),
      ),
  }),
} satisfies Subject<BotLogEntry>

/** Joins the logs that were written in pieces: one log a round and player. */
export function joinLogs(rows: readonly BotLogRow[]): readonly BotLogRow[] {
  const joined: BotLogRow[] = []
  for (const row of rows) {
    const { goesOn, ...log } = row.log
    const at = goesOn ? joined.findLastIndex(({ player }) => player === row.player) : -1
    const before = joined[at]
    if (!before) joined.push({ ...row, log })
    else
      joined[at] = {
        ...before,
        log: {
          ...before.log,
          stderr: before.log.stderr + log.stderr,
          lines: [...before.log.lines, ...log.lines],
        },
      }
  }
  return joined
}

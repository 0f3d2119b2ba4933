import type { Player } from '../../match/match.ts'
import { LOG_ONLY, type Subject } from './subject.ts'

/** The stderr of a program, or none, and the conversation of a player with the server in a round: for the owner alone. */
export interface BotLogEntry {
  readonly kind: 'bot-logged'
  readonly match: number
  readonly player: Player
  readonly log: BotLog
}

export interface BotLog {
  /** Counted from 0. */
  readonly round: number
  /** It continues the log before it: a long round is logged in pieces. */
  readonly goesOn?: true
  readonly stderr: string
  readonly lines: readonly BotLine[]
}

/** A line of the conversation with a player, as a transcript writes it: `> …`, `< …`, `! …`. */
export interface BotLine {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Turns that had been played when the player was asked last, or when its request came. */
  readonly turn: number
  readonly text: string
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

import type { BotLogRow } from './store.ts'

/** The logs of whole rounds, from those that were written in pieces. */
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

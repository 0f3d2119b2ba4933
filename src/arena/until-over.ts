import type { MatchRow } from '../store/store.ts'
import type { Arena } from './arena.ts'

/** Waits until a match is over and on disk, and gives its row; undefined if the signal aborts first. */
export function untilOver(arena: Arena, match: number, signal: AbortSignal): Promise<MatchRow | undefined> {
  const { store } = arena
  return new Promise((resolve) => {
    const finish = (row: MatchRow | undefined): void => {
      leave()
      signal.removeEventListener('abort', giveUp)
      resolve(row)
    }
    const giveUp = (): void => finish(undefined)
    const leave = arena.onMatch((row) => {
      if (row.id === match && row.status === 'over') finish(row)
    })
    signal.addEventListener('abort', giveUp, { once: true })
    const now = store.match(match)
    if (now?.status === 'over') store.afterCommit(() => finish(now))
    else if (signal.aborted) giveUp()
  })
}

import type { TournamentResult } from '../api/tournament-result.ts'
import { withShortTables } from '../tournament-runner/short-tables.ts'

type Tables = 'whole' | 'short'

/** Writes results as JSON. That of a contest of 1,000 is long and many pages poll it: it is written once, until it changes. */
export function openResultWriter(): (result: TournamentResult, tables?: Tables) => string {
  const written: Readonly<Record<Tables, WeakMap<TournamentResult, string>>> = {
    whole: new WeakMap(),
    short: new WeakMap(),
  }
  return (result, tables = 'whole') => {
    const known = written[tables].get(result)
    if (known !== undefined) return known
    const text = JSON.stringify(tables === 'short' ? withShortTables(result) : result)
    written[tables].set(result, text)
    return text
  }
}

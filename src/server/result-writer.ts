import type { TournamentResult } from '../api/tournament-result.ts'
import { SHORT_TABLE } from '../tournament/crosstable.ts'

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

/** Tables of pairs grow with the square of the entrants, and no page shows more of them than this. */
const withShortTables = (result: TournamentResult): TournamentResult => ({
  ...result,
  crosstable: result.crosstable.slice(0, SHORT_TABLE).map((row) => row.slice(0, SHORT_TABLE)),
  ratings: result.ratings.map((rating, at) => ({
    ...rating,
    superiority: at < SHORT_TABLE ? rating.superiority.slice(0, SHORT_TABLE) : [],
  })),
})

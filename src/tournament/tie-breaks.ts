import { deriveSeed } from '../base/rng.ts'
import type { Rule } from './ranking.ts'
import type { ScoredMatch, ScoreRow, ScoreTable } from './score-table.ts'

export const POINTS: Rule = {
  id: 'points',
  explanation: 'Points: the sum of what every match was worth',
  values: ({ rows }) => rows.map((row) => row.points),
}

/** For formats in which entrants play different numbers of matches. */
export const AVERAGE: Rule = {
  id: 'average',
  explanation: 'Points a match: the points, divided by the number of matches that counted',
  values: ({ rows }) =>
    rows.map((row) => {
      const matches = row.wins + row.draws + row.losses + row.byes
      return matches === 0 ? 0 : row.points / matches
    }),
}

const HEAD_TO_HEAD: Rule = {
  id: 'head-to-head',
  explanation: 'Head-to-head: the points from the matches between the entrants that are level',
  values: (table, groups) =>
    sumMatches(table, (match, side) => {
      const [a, b] = match.rows
      return groups[a] === groups[b] ? match.points[side] : 0
    }),
}

const SONNEBORN_BERGER: Rule = {
  id: 'sonneborn-berger',
  explanation:
    'Sonneborn-Berger: the points of all beaten opponents, and half the points of opponents with a draw',
  values: (table) =>
    sumMatches(table, (match, side) => match.shares[side] * opponentPoints(table, match, side)),
}

const BUCHHOLZ: Rule = {
  id: 'buchholz',
  explanation: 'Buchholz: the sum of the points of all opponents, one for each match; a bye adds nothing',
  values: (table) => sumMatches(table, (match, side) => opponentPoints(table, match, side)),
}

const WINS: Rule = {
  id: 'wins',
  explanation: 'Wins: the number of matches won',
  values: ({ rows }) => rows.map((row) => row.wins),
}

const ROUND_DIFFERENCE: Rule = {
  id: 'round-difference',
  explanation: 'Difference of rounds: rounds won in all matches, less rounds lost',
  values: ({ rows }) => rows.map((row) => row.roundsWon - row.roundsLost),
}

/** Leaves no two entrants level. */
export const FIRST_LISTED: Rule = {
  id: 'first-listed',
  explanation: 'Order of entry: the place in the list of entrants',
  values: ({ rows }) => rows.map((_, row) => 0 - row),
  show: (value) => `number ${1 - value}`,
}

/** Leaves no two entrants level. The seed of the tournament draws the lots, so they are the same whenever they are read. */
export const drawLots = (seed: number): Rule => ({
  id: 'lots',
  explanation:
    'Draw of lots: the seed of the contest drew a lot for each entrant, and the lower number is ahead',
  values: ({ rows }) => {
    const drawn = rows
      .map(({ entrant }, row) => ({ row, lot: deriveSeed(seed, 'lots', entrant.id) }))
      .toSorted((a, b) => a.lot - b.lot)
    const places = new Map(drawn.map(({ row }, at) => [row, at]))
    return rows.map((_, row) => 0 - (places.get(row) as number))
  },
  show: (value) => `lot ${1 - value}`,
})

export const TIE_BREAKS: readonly Rule[] = [
  HEAD_TO_HEAD,
  SONNEBORN_BERGER,
  BUCHHOLZ,
  WINS,
  ROUND_DIFFERENCE,
  FIRST_LISTED,
  drawLots(0),
]

/** A rule whose values are computed elsewhere: a place in a bracket, a rating. */
export const ruleOf = (rule: Omit<Rule, 'values'>, value: (id: string) => number): Rule => ({
  ...rule,
  values: ({ rows }) => rows.map(({ entrant }) => value(entrant.id)),
})

function opponentPoints({ rows }: ScoreTable, match: ScoredMatch, side: 0 | 1): number {
  const opponent = rows[match.rows[side === 0 ? 1 : 0]] as ScoreRow
  return opponent.points
}

function sumMatches(
  { rows, matches }: ScoreTable,
  value: (match: ScoredMatch, side: 0 | 1) => number,
): number[] {
  const sums = rows.map(() => 0)
  for (const match of matches) {
    for (const side of [0, 1] as const) {
      const row = match.rows[side]
      sums[row] = (sums[row] as number) + value(match, side)
    }
  }
  return sums
}

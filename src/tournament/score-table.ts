import type { ResultPoints } from './points.ts'
import type { Out } from './reason.ts'
import type { Ended, Entrant } from './tournament.ts'

/** The sums of one entrant's matches. */
export interface ScoreRow {
  readonly entrant: Entrant
  readonly points: number
  readonly wins: number
  readonly draws: number
  readonly losses: number
  /** Matches that had no opponent, each worth a win. */
  readonly byes: number
  /** Matches given up by the host's fault: no entrant gets anything for them. */
  readonly voids: number
  /** Of the wins and losses, those by forfeit because an entrant was out. */
  readonly forfeits: number
  readonly roundsWon: number
  readonly roundsLost: number
  /** Why it takes no more part; undefined if it does. */
  readonly out: Out | undefined
}

/** The rows in the order of entrants, and the matches they sum up. */
export interface ScoreTable {
  readonly rows: readonly ScoreRow[]
  /** Every match that counts: the two indexes of rows, and what each side got for it. */
  readonly matches: readonly ScoredMatch[]
  readonly points: ResultPoints
}

export interface ScoredMatch {
  readonly rows: readonly [number, number]
  /** 1 for a win, ½ for a draw, 0 for a loss. */
  readonly shares: readonly [number, number]
  readonly points: readonly [number, number]
}

type Tally = { -readonly [K in keyof ScoreRow]: ScoreRow[K] }

export function makeScoreTable(
  entrants: readonly Entrant[],
  ended: readonly Ended[],
  points: ResultPoints,
  byes: ReadonlyMap<string, number>,
  whyOut: (id: string) => Out | undefined,
): ScoreTable {
  const rows = entrants.map((entrant): Tally => {
    const free = byes.get(entrant.id) ?? 0
    const none = { wins: 0, draws: 0, losses: 0, voids: 0, forfeits: 0, roundsWon: 0, roundsLost: 0 }
    return { entrant, ...none, points: free * points.win, byes: free, out: whyOut(entrant.id) }
  })
  const indexes = indexById(entrants)
  const matches: ScoredMatch[] = []
  for (const match of ended) {
    const { pairing, how, score } = match
    const [a, b] = pairing.players.map((id) => indexes.get(id)) as [number, number]
    const [first, second] = [rows[a] as Tally, rows[b] as Tally]
    if (how === 'void') {
      first.voids++
      second.voids++
      continue
    }
    const shares = [shareOf(match, 0), shareOf(match, 1)] as const
    const worth = [pointsOf(match, 0, points), pointsOf(match, 1, points)] as const
    count(first, how, shares[0], worth[0], score[0], score[1])
    count(second, how, shares[1], worth[1], score[1], score[0])
    matches.push({ rows: [a, b], shares, points: worth })
  }
  return { rows, matches, points }
}

/** Where each entrant stands in the list. */
export const indexById = (entrants: readonly Entrant[]): ReadonlyMap<string, number> =>
  new Map(entrants.map(({ id }, index) => [id, index]))

/** 1 for a win, ½ for a draw, 0 for a loss; a match that both forfeited is a loss for both. */
const shareOf = ({ how, winner }: Pick<Ended, 'how' | 'winner'>, side: 0 | 1): number =>
  winner === undefined ? (how === 'forfeited' ? 0 : 0.5) : winner === side ? 1 : 0

/** What a match that counts is worth to one of its players. */
export function pointsOf(match: Pick<Ended, 'how' | 'winner'>, side: 0 | 1, points: ResultPoints): number {
  const share = shareOf(match, side)
  return share === 1 ? points.win : share === 0 ? points.loss : points.draw
}

function count(row: Tally, how: Ended['how'], share: number, worth: number, won: number, lost: number): void {
  row.points += worth
  row.roundsWon += won
  row.roundsLost += lost
  if (how === 'forfeited') row.forfeits++
  if (share === 1) row.wins++
  else if (share === 0) row.losses++
  else row.draws++
}

import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { pointsForPlace, type Points } from './points.ts'
import type { Reason, RuleValue } from './reason.ts'
import type { Ranking, Standing } from './ranking.ts'

/** What one judge gives one entrant. */
export interface Mark {
  readonly judge: string
  readonly entrant: string
  readonly points: number
}

/** One line of the final table: the ranking of the tournament, and what judges add to it. */
export interface TournamentStanding {
  readonly standing: Standing
  /** By total, then by place in the ranking; equal only where both are equal. */
  readonly place: number
  /** For the result, or for the place. */
  readonly points: number
  /** The mean of all judges' marks, to one decimal; undefined without marks. */
  readonly judged: number | undefined
  readonly total: number
  /** Why this entrant is above the next, or level with it; undefined for the last. */
  readonly why: Reason | undefined
}

/** The final table: points by result or by place, and the judges' marks. */
export function tournamentStandings(
  ranking: Ranking,
  points: Points,
  marks: readonly Mark[],
): readonly TournamentStanding[] {
  const rows = ranking.standings.map((standing) => {
    if (points.kind === 'by-result')
      return { standing, points: standing.points, judged: undefined, total: standing.points }
    const won = pointsForPlace(points, standing.place)
    const judged = meanMark(marks, standing.entrant.id)
    return { standing, points: won, judged, total: addTenths(won, judged ?? 0) }
  })
  // The sort is stable: equal totals keep the order of the ranking.
  if (points.kind === 'by-place') rows.sort((a, b) => b.total - a.total)
  return rows.map(({ standing, points, judged, total }, at) => {
    const level = rows.findIndex((row) => row.total === total && row.standing.place === standing.place)
    return { standing, place: level + 1, points, judged, total, why: whyOf(rows, at) }
  })
}

type Total = Omit<TournamentStanding, 'place' | 'why'>

/** Without marks it is the reason of the ranking. With marks the total decides first, then the place in the ranking. */
function whyOf(rows: readonly Total[], at: number): Reason | undefined {
  const own = rows[at] as Total
  const below = rows[at + 1]
  const { standing } = own
  if (rows.every(({ judged }) => judged === undefined)) return standing.why
  if (below === undefined) return undefined
  const next = below.standing.entrant.name
  if (own.total !== below.total)
    return { kind: 'above', next, rule: 'total', own: showTotal(own), other: showTotal(below) }
  if (standing.place !== below.standing.place)
    return {
      kind: 'above',
      next,
      rule: 'place',
      own: { value: -standing.place, text: String(standing.place) },
      other: { value: -below.standing.place, text: String(below.standing.place) },
      after: `both have ${own.total} points in all`,
    }
  return { kind: 'level', next }
}

/** `62 (45 + 17)`: what the matches gave, and what the judges added. */
const showTotal = ({ total, points, judged }: Total): RuleValue => ({
  value: total,
  text: judged === undefined ? String(total) : `${total} (${points} + ${judged})`,
})

/** Reads a judge's mark: from 0 to the maximum of the challenge, with at most one decimal. */
export function readMark(input: unknown, points: Points): Result<number> {
  if (points.kind === 'by-result' || points.judges === 0)
    return fail('bad-mark', 'Cannot add a mark: no judges decide in this contest')
  const value = typeof input === 'string' && /^\d{1,9}(\.\d)?$/.test(input) ? Number(input) : input
  const isMark = typeof value === 'number' && value >= 0 && value <= points.judges && isInTenths(value)
  return isMark
    ? ok(value)
    : fail(
        'bad-mark',
        `Cannot read mark ${show(input)}: expected a number from 0 to ${points.judges} with at most one decimal`,
      )
}

/** A judge's later mark replaces the earlier one. */
function meanMark(marks: readonly Mark[], entrant: string): number | undefined {
  const byJudge = new Map(
    marks.filter((mark) => mark.entrant === entrant).map(({ judge, points }) => [judge, points]),
  )
  if (byJudge.size === 0) return undefined
  const tenths = [...byJudge.values()].reduce((sum, points) => sum + Math.round(points * 10), 0)
  return Math.round(tenths / byJudge.size) / 10
}

const isInTenths = (value: number): boolean => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9

/** Adds in whole tenths: binary fractions would make equal totals differ in the last bit. */
const addTenths = (a: number, b: number): number => Math.round(a * 10 + b * 10) / 10

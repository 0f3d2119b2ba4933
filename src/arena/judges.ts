import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { JudgeRow, Store, TournamentRow } from '../store/store.ts'
import type { TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { judgedPoints, judgesPoints, JUDGES_POINTS, type Points } from '../tournament/points.ts'
import type { TournamentEntry } from './play-tournament.ts'
import { drawSecret, hashSecret, isSecretOf } from './secret.ts'

/** The judges of tournaments. A judge has a link instead of an account: it gives marks in one tournament, and nothing else. */
export interface Judges {
  /** The points of a tournament, with those of its judges. */
  points(row: TournamentRow): Result<Points>
  /** Sets how many points a judge gives at most, where the challenge has no judges of its own. */
  setPoints(row: TournamentRow, points: number): Result<Points>
  /** Makes a link for a judge; the earlier link of the same judge ends. Its token is shown once. */
  invite(row: TournamentRow, name: string): Result<{ readonly judge: JudgeRow; readonly token: string }>
  revoke(row: TournamentRow, link: string): Result<JudgeRow>
  /** The judge that a token belongs to. */
  find(token: string): Result<JudgeRow>
}

const MOST_JUDGES = 100
const MOST_POINTS = 1000

export interface JudgesOptions {
  readonly store: Store
  readonly append: (entry: TournamentEntry) => void
  readonly specNow: (row: TournamentRow) => Result<TournamentSpec>
}

export function openJudges({ store, append, specNow }: JudgesOptions): Judges {
  const pointsNow = (row: TournamentRow): Result<Points> => {
    const spec = specNow(row)
    return spec.ok ? ok(judgedPoints(spec.value.challenge.points, store.judging(row.id))) : spec
  }

  function setPoints(row: TournamentRow, points: number): Result<Points> {
    const spec = specNow(row)
    if (!spec.ok) return spec
    const own = judgesPoints(spec.value.challenge.points)
    if (own > 0) return fail('bad-mark', `Cannot set the points of judges: this challenge gives them ${own}`)
    if (!Number.isInteger(points) || points < 1 || points > MOST_POINTS)
      return fail(
        'bad-mark',
        `Cannot set the points of judges to ${show(points)}: expected 1 to ${MOST_POINTS}`,
      )
    const most = store.marks(row.id).toSorted((a, b) => b.points - a.points)[0]
    if (most && most.points > points)
      return fail(
        'bad-mark',
        `Cannot set the points of judges to ${points}: ${most.judge} gave ${most.points}`,
      )
    append({ kind: 'judging-set', tournament: row.id, points })
    return pointsNow(row)
  }

  return {
    points: pointsNow,
    setPoints,
    invite(row, name) {
      const judge = name.trim()
      if (judge === '') return fail('bad-name', 'Cannot make a link for a judge: expected a name')
      const active = store.judges(row.id).filter(({ revoked }) => revoked === undefined)
      if (active.length >= MOST_JUDGES)
        return fail('too-many-keys', `Cannot make a link for a judge: a contest has at most ${MOST_JUDGES}`)
      const points = pointsNow(row)
      if (!points.ok) return points
      if (judgesPoints(points.value) === 0) {
        const set = setPoints(row, JUDGES_POINTS)
        if (!set.ok) return set
      }
      const { id, secret } = drawSecret()
      append({ kind: 'judge-invited', tournament: row.id, link: id, judge, hash: hashSecret(secret) })
      const made = store.judge(id)
      if (made === undefined) throw new Error(`The store has no link ${id} of a judge`)
      return ok({ judge: made, token: `${id}.${secret}` })
    },
    revoke(row, link) {
      const judge = store.judge(link)
      if (judge?.tournament !== row.id) return fail('not-found', `There is no link ${show(link)} of a judge`)
      if (judge.revoked === undefined) append({ kind: 'judge-revoked', tournament: row.id, link })
      return ok(store.judge(link) ?? judge)
    },
    find(token) {
      const [, id = '', secret = ''] = /^([a-z0-9]{12})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
      const judge = store.judge(id)
      if (!isSecretOf(secret, judge?.hash) || judge === undefined)
        return fail(
          'unknown-link',
          "There is no such judge's link: copy the whole link, or ask the organiser for a new one",
        )
      return judge.revoked === undefined
        ? ok(judge)
        : fail('expired-link', "This judge's link has ended: ask the organiser for a new one")
    },
  }
}

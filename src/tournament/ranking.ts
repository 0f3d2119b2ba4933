import { describeOut, type Reason, type RuleId, type RuleValue } from './reason.ts'
import type { ScoreRow, ScoreTable } from './score-table.ts'

/** A rule that puts one entrant above another: the higher value is better. */
export interface Rule {
  readonly id: RuleId
  /** One sentence, shown with the table. */
  readonly explanation: string
  /** A value for each row. Rows with the same number in `groups` are level so far. */
  values(table: ScoreTable, groups: readonly number[]): readonly number[]
  /** The value as people want to see it, where that is not the number itself; `id` is the entrant that has it. */
  show?(value: number, id: string): string
  /** What decided between two entrants that this rule tells apart, where that was something else. */
  between?(
    ahead: string,
    behind: string,
  ): Omit<Extract<Reason, { kind: 'above' }>, 'kind' | 'next'> | undefined
}

export interface Standing extends ScoreRow {
  /** From 1; equal where no rule decides. */
  readonly place: number
  /** The values of the rules, in their order, up to the rule that tells this entrant from all others. */
  readonly values: readonly (RuleValue & { readonly rule: RuleId })[]
  /** Why it is above the next entrant, or level with it; undefined for the last. */
  readonly why?: Reason
}

export interface Ranking {
  /** In the order in which they were applied; written down with every table. */
  readonly rules: readonly Pick<Rule, 'id' | 'explanation'>[]
  /** Best first. */
  readonly standings: readonly Standing[]
  /** Sentences for readers of the table: which entrants were benched, how many matches could not be played. */
  readonly notes: readonly string[]
}

/** Applies one rule after the other, each only to entrants that are still level. */
export function rankBy(rules: readonly Rule[], table: ScoreTable): Ranking {
  const { rows } = table
  let order = rows.map((_, row) => row)
  let groups: readonly number[] = rows.map(() => 0)
  const values = rows.map((): Standing['values'][number][] => [])
  /** Place in the order → the rule that put the one there below the one before it. */
  const decided = new Map<number, Decision>()
  const rowAt = (row: number): ScoreRow => rows[row] as ScoreRow
  for (const rule of rules) {
    const sizes = new Map<number, number>()
    for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
    if (sizes.size === order.length) break
    const given = rule.values(table, groups)
    const value = (row: number): number => given[row] as number
    const group = (row: number): number => groups[row] as number
    const valueOf = (row: number): RuleValue => ({
      value: value(row),
      text: show(rule, value(row), rowAt(row).entrant.id),
    })
    for (const [row, list] of values.entries())
      if ((sizes.get(group(row)) as number) > 1) list.push({ rule: rule.id, ...valueOf(row) })
    order = order.toSorted((a, b) => group(a) - group(b) || value(b) - value(a))
    const split = groups.slice()
    for (const [before, row] of order.slice(1).entries()) {
      const above = order[before] as number
      const wasLevel = group(above) === group(row)
      const isLevel = wasLevel && value(above) === value(row)
      split[row] = isLevel ? (split[above] as number) : before + 1
      if (wasLevel && !isLevel) decided.set(before + 1, { rule, valueOf })
    }
    groups = split
  }

  /** Why the entrant of one row is above that of the next, or level with it. */
  function whyAbove(row: number, after: number, decision: Decision | undefined): Reason {
    const [own, below] = [rowAt(row).entrant, rowAt(after).entrant]
    if (decision === undefined) return { kind: 'level', next: below.name }
    const { rule, valueOf } = decision
    const between = rule.between?.(own.id, below.id) ?? {
      rule: rule.id,
      own: valueOf(row),
      other: valueOf(after),
    }
    return { kind: 'above', next: below.name, ...between }
  }

  const standings = order.map((row, at): Standing => {
    const place = (groups[row] as number) + 1
    const standing = { ...rowAt(row), place, values: values[row] as Standing['values'] }
    const after = order[at + 1]
    return after === undefined ? standing : { ...standing, why: whyAbove(row, after, decided.get(at + 1)) }
  })
  return {
    rules: rules.map(({ id, explanation }) => ({ id, explanation })),
    standings,
    notes: notesOf(rows),
  }
}

/** A rule that told two entrants apart, and the values that it gave to the rows. */
interface Decision {
  readonly rule: Rule
  readonly valueOf: (row: number) => RuleValue
}

/** As the rule shows it; else at most two decimals, and none that are not needed. */
const show = (rule: Rule, value: number, id: string): string =>
  rule.show?.(value, id) ?? String(Math.round(value * 100) / 100)

function notesOf(rows: readonly ScoreRow[]): string[] {
  const notes = rows.flatMap(({ entrant, out }) =>
    out === undefined ? [] : [`${entrant.name} was ${describeOut(out)}: what it did not play is lost`],
  )
  const voids = rows.reduce((sum, row) => sum + row.voids, 0) / 2
  if (voids > 0)
    notes.push(
      `${voids === 1 ? '1 match' : `${voids} matches`} could not be played by the host's fault and ${voids === 1 ? 'counts' : 'count'} for nobody`,
    )
  return notes
}

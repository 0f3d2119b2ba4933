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
  let order = table.rows.map((_, row) => row)
  let groups: readonly number[] = table.rows.map(() => 0)
  const values: Standing['values'][] = table.rows.map(() => [])
  /** Place in the order → the rule that put the one there below the one before it. */
  const decided = new Map<number, Rule>()
  const idOf = (row: number): string => table.rows[row]?.entrant.id ?? ''
  for (const rule of rules) {
    const sizes = new Map<number, number>()
    for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
    if (sizes.size === order.length) break
    const given = rule.values(table, groups)
    const value = (row: number): number => given[row] ?? 0
    const group = (row: number): number => groups[row] ?? 0
    order = order.toSorted((a, b) => group(a) - group(b) || value(b) - value(a))
    const split = [...groups]
    for (const [at, row] of order.entries()) {
      if ((sizes.get(group(row)) ?? 0) > 1)
        values[row] = [
          ...(values[row] ?? []),
          { rule: rule.id, value: value(row), text: show(rule, value(row), idOf(row)) },
        ]
      const above = order[at - 1]
      const isLevel = above !== undefined && group(above) === group(row) && value(above) === value(row)
      split[row] = isLevel ? (split[above] ?? at) : at
      if (above !== undefined && !isLevel && !decided.has(at) && group(above) === group(row))
        decided.set(at, rule)
    }
    groups = split
  }

  const standings = order.flatMap((row, at): Standing[] => {
    const own = table.rows[row]
    if (own === undefined) return []
    const place = (groups[row] ?? 0) + 1
    const after = order[at + 1]
    const below = after === undefined ? undefined : table.rows[after]
    const standing = { ...own, place, values: values[row] ?? [] }
    if (after === undefined || below === undefined) return [standing]
    const rule = decided.get(at + 1)
    const given = (row: number) => values[row]?.find((value) => value.rule === rule?.id)
    const [more, less] = [given(row), given(after)]
    const next = below.entrant.name
    const why: Reason =
      rule === undefined || more === undefined || less === undefined
        ? { kind: 'level', next }
        : {
            kind: 'above',
            next,
            ...(rule.between?.(idOf(row), idOf(after)) ?? {
              rule: rule.id,
              own: valueOf(more),
              other: valueOf(less),
            }),
          }
    return [{ ...standing, why }]
  })
  return {
    rules: rules.map(({ id, explanation }) => ({ id, explanation })),
    standings,
    notes: notesOf(table.rows),
  }
}

const valueOf = ({ value, text }: RuleValue): RuleValue => ({ value, text })

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

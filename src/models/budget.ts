import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { parseAllowance, type Allowance } from '../match/allowance.ts'

/** The most that all calls of a command may use. */
export type Budget = Allowance

/** What calls have used. */
export interface Used {
  readonly usd: number
  /** In and out. */
  readonly tokens: number
}

export const NOTHING_USED: Used = { usd: 0, tokens: 0 }

export const addUsed = (a: Used, b: Used): Used => ({
  // To a billionth of a dollar: a sum of many calls has no longer tail than its parts.
  usd: Math.round((a.usd + b.usd) * 1e9) / 1e9,
  tokens: a.tokens + b.tokens,
})

/** Reads `5usd`, `0.50usd`, `200000tokens`, `2Mtokens`. */
export function parseBudget(text: string): Result<Budget> {
  const budget = parseAllowance(text)
  return budget
    ? ok(budget)
    : fail(
        'bad-budget',
        `Cannot read budget ${show(text)}: expected dollars like 5usd, or tokens like 2Mtokens`,
      )
}

export const isUsedUp = ({ amount, unit }: Budget, used: Used): boolean => used[unit] >= amount

/** `$1.24 and 81,220 tokens`. */
export const describeUsed = ({ usd, tokens }: Used): string =>
  `${usd > 0 ? `$${usd < 0.01 ? usd.toFixed(6) : usd.toFixed(2)} and ` : ''}${tokens.toLocaleString('en')} tokens`

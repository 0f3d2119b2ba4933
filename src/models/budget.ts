import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'

/** The most that all calls of a command may use. */
export interface Budget {
  readonly amount: number
  readonly unit: 'usd' | 'tokens'
}

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
  const match = /^(\d{1,12}(?:\.\d{1,6})?)([kM])?(usd|tokens)$/.exec(text.trim())
  const amount = Number(match?.[1]) * ({ k: 1e3, M: 1e6 }[match?.[2] ?? ''] ?? 1)
  if (match === null || !(amount > 0))
    return fail(
      'bad-budget',
      `Cannot read budget ${show(text)}: expected dollars like 5usd, or tokens like 2Mtokens`,
    )
  return ok({ amount, unit: match[3] as Budget['unit'] })
}

export const isUsedUp = ({ amount, unit }: Budget, used: Used): boolean => used[unit] >= amount

/** `$1.24 and 81,220 tokens`. */
export const describeUsed = ({ usd, tokens }: Used): string =>
  `${usd > 0 ? `$${usd < 0.01 ? usd.toFixed(6) : usd.toFixed(2)} and ` : ''}${tokens.toLocaleString('en')} tokens`

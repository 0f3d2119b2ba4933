import { isObject } from '../base/json.ts'

/** What a language model may use in a round, as a part of its clock. Other players use nothing of it. */
export interface Allowance {
  readonly amount: number
  readonly unit: Unit
}

type Unit = 'usd' | 'tokens'

/** Reads `5usd`, `0.50usd`, `200000tokens`, `2Mtokens`. */
export function parseAllowance(text: string): Allowance | undefined {
  const match = /^(\d{1,12}(?:\.\d{1,6})?)([km]?)(usd|tokens)$/.exec(text.trim().toLowerCase())
  if (match === null) return undefined
  const [, digits, factor, unit] = match as unknown as [string, string, keyof typeof FACTORS, Unit]
  const amount = Number(digits) * FACTORS[factor]
  return amount > 0 ? { amount, unit } : undefined
}

const FACTORS = { '': 1, k: 1e3, m: 1e6 } as const

/** An allowance as `parseAllowance` reads it, to a millionth of its unit: `50000tokens`. */
export const formatAllowance = ({ amount, unit }: Allowance): string =>
  amount < 1e12 ? `${Number(amount.toFixed(6))}${unit}` : `${Number((amount / FACTORS.m).toFixed(6))}m${unit}`

/** From untrusted data. */
export function readAllowance(value: unknown): Allowance | undefined {
  if (!isObject(value)) return undefined
  const { amount, unit } = value
  if (typeof amount !== 'number' || !(amount > 0 && amount < Infinity)) return undefined
  return unit === 'usd' || unit === 'tokens' ? { amount, unit } : undefined
}

/** `2000 tokens`, `$0.05`. */
export const describeAmount = (amount: number, unit: Unit): string =>
  unit === 'usd' ? `$${amount}` : `${amount} tokens`

/** What a model used for one move. */
interface Use {
  readonly tokensIn: number
  readonly tokensOut: number
  readonly usd?: number
}

/** `used` and what one more move used, in the unit of the allowance. */
export const addUse = (used: number, use: Use, { unit }: Allowance): number =>
  unit === 'tokens'
    ? used + use.tokensIn + use.tokensOut
    : // To a billionth of a dollar: a sum of many calls has no longer tail than its parts.
      Math.round((used + (use.usd ?? 0)) * 1e9) / 1e9

/** All of it used is on time, one token more is not. */
export const isOverdrawn = (used: number, { amount }: Allowance): boolean => used > amount

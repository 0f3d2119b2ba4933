import type { ProblemCode } from './problem-codes.ts'

/** What went wrong, for a program (`code`, stable) and for a person (`message`, one sentence, no full stop). */
export interface Problem {
  readonly code: ProblemCode
  readonly message: string
  /** Which part of the input is wrong, as a path: `settings.width`. */
  readonly at?: string
  /** Of a damaged tournament: the key of the match whose result contradicts the others. */
  readonly match?: string
}

/** Bad input is a value; only a bug throws. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (
  code: ProblemCode,
  message: string,
  at?: string,
): { readonly ok: false; readonly problem: Problem } => ({
  ok: false,
  problem: { code, message, ...(at !== undefined && { at }) },
})

/** The value of a result that must be ok; throws if it is a problem, because that is a bug. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(result.problem.message)
}

/** The same result with `path` put before the place of its problem: `width` becomes `settings.width`. */
export function within<T>(path: string, result: Result<T>): Result<T> {
  if (result.ok) return result
  const { code, message, at } = result.problem
  return fail(code, message, at === undefined ? path : `${path}.${at}`)
}

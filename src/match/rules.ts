import { show } from '../base/fields.ts'
import { isObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { formatAllowance, parseAllowance, readAllowance, type Allowance } from './allowance.ts'

/** How long a player may think, and what a language model may use in a round meanwhile. */
export type TimeControl = (
  | { readonly kind: 'none' }
  | { readonly kind: 'per-move'; readonly ms: number }
  /** One time budget for the round; every accepted move adds the increment. */
  | { readonly kind: 'bank'; readonly ms: number; readonly incrementMs: number }
) & { readonly allowance?: Allowance }

/** The clock of a match with a language model, unless another is asked for: those of the challenges are made for programs. */
export const MODEL_CLOCK: TimeControl = { kind: 'per-move', ms: 600_000 }

/** The cost of an illegal or unreadable move. */
export type IllegalMovePolicy =
  | { readonly kind: 'forfeit' }
  /** The player is asked again while its clock runs on; after so many refusals in one turn it forfeits. */
  | { readonly kind: 'retry'; readonly times: number | 'unlimited' }
  /** The move surrenders, and the opponent should flip the table; `missed` says what a missed flip costs. */
  | { readonly kind: 'flip'; readonly missed: 'forgiven' | 'loses' }

export interface MatchRules {
  readonly clock: TimeControl
  /** How long a player may take to get ready for a round; not charged to its clock. */
  readonly startUpMs: number
  readonly illegal: IllegalMovePolicy
  readonly bestOf: number
  /** A drawn round counts as one of `bestOf`, or is played again, at most `limit` times in a row. */
  readonly draws: { readonly kind: 'count' } | { readonly kind: 'replay'; readonly limit: number }
  readonly swapSeats: boolean
  /** A round with more turns is stopped and drawn: not every game ends by itself. */
  readonly turnLimit: number
}

/** Reads and checks the rules of a match from untrusted data. */
export function readRules(input: unknown): Result<MatchRules> {
  if (!isObject(input)) return fail('bad-rules', `Cannot read match rules ${show(input)}: expected an object`)
  const clock = readTimeControl(input['clock'])
  const illegal = readIllegal(input['illegal'])
  const draws = readDraws(input['draws'])
  const { startUpMs, bestOf, swapSeats, turnLimit } = input
  if (clock === undefined)
    return bad('clock', input['clock'], 'none, per-move or bank, with its times in milliseconds')
  if (illegal === undefined) return bad('illegal', input['illegal'], 'forfeit, retry or flip')
  if (draws === undefined) return bad('draws', input['draws'], 'count, or replay with a limit')
  if (!isCount(startUpMs)) return bad('startUpMs', startUpMs, 'a whole number of milliseconds')
  if (!isCount(bestOf) || bestOf < 1) return bad('bestOf', bestOf, 'a whole number from 1')
  if (typeof swapSeats !== 'boolean') return bad('swapSeats', swapSeats, 'true or false')
  if (!isCount(turnLimit) || turnLimit < 1) return bad('turnLimit', turnLimit, 'a whole number from 1')
  return ok({ clock, startUpMs, illegal, bestOf, draws, swapSeats, turnLimit })
}

/**
 * Reads `none`, `10s` (a move), `500ms`, `60s+2s` (a time budget with an increment), and for language models `10m,50ktokens`
 * or `10m,0.05usd`. Without a time, models have the clock that they have without this option.
 */
export function parseClock(text: string): Result<TimeControl> {
  const [first, second] = text.split(',', 2) as [string, string?]
  const alone = second === undefined ? parseAllowance(first) : undefined
  const allowance = second === undefined ? alone : parseAllowance(second)
  const time = alone ? MODEL_CLOCK : parseTime(first)
  if (time === undefined || text.split(',').length > 2 || (second !== undefined && allowance === undefined))
    return fail(
      'bad-clock',
      `Cannot read clock ${show(text)}: expected none, a time a move like 10s or 500ms, an account like 60s+2s, or for language models also 10m,50ktokens or 10m,0.05usd`,
    )
  return ok(allowance ? { ...time, allowance } : time)
}

/** A clock as `parseClock` reads it: `10s`, `60s+2s`, `600s,50000tokens`. */
export function formatClock(control: TimeControl): string {
  const { allowance } = control
  return allowance === undefined
    ? formatTime(control)
    : `${formatTime(control)},${formatAllowance(allowance)}`
}

function formatTime(control: TimeControl): string {
  switch (control.kind) {
    case 'none':
      return 'none'
    case 'per-move':
      return formatDuration(control.ms)
    case 'bank':
      return `${formatDuration(control.ms)}+${formatDuration(control.incrementMs)}`
  }
}

const formatDuration = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`)

function parseTime(text: string): TimeControl | undefined {
  const word = text.trim().toLowerCase()
  if (word === 'none') return { kind: 'none' }
  const [first, second, ...rest] = word.split('+').map(parseDuration)
  if (first === undefined || first < 1 || rest.length > 0) return undefined
  if (word.includes('+'))
    return second === undefined ? undefined : { kind: 'bank', ms: first, incrementMs: second }
  return { kind: 'per-move', ms: first }
}

/** Reads how long a player may take to get ready: `5s`, `500ms`. */
export function parseStartUp(text: string): Result<number> {
  const ms = parseDuration(text.toLowerCase())
  return ms !== undefined && ms >= 1
    ? ok(ms)
    : fail('bad-start-up', `Cannot read start-up time ${show(text)}: expected a time like 5s or 500ms`)
}

function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,7}(?:\.\d{1,3})?)(ms|s|m)$/.exec(text.trim())
  if (match === null) return undefined
  const unit = { ms: 1, s: 1000, m: 60_000 }[match[2] as 'ms' | 's' | 'm']
  return Math.round(Number(match[1]) * unit)
}

function readTimeControl(value: unknown): TimeControl | undefined {
  if (!isObject(value)) return undefined
  const { kind, ms, incrementMs } = value
  const known = readAllowance(value['allowance'])
  if (value['allowance'] !== undefined && known === undefined) return undefined
  const allowance = known ? { allowance: known } : {}
  if (kind === 'none') return { kind, ...allowance }
  if (!isCount(ms) || ms < 1) return undefined
  if (kind === 'per-move') return { kind, ms, ...allowance }
  return kind === 'bank' && isCount(incrementMs) ? { kind, ms, incrementMs, ...allowance } : undefined
}

function readIllegal(value: unknown): IllegalMovePolicy | undefined {
  if (!isObject(value)) return undefined
  const { kind, times, missed } = value
  if (kind === 'forfeit') return { kind }
  if (kind === 'retry' && (times === 'unlimited' || isCount(times))) return { kind, times }
  return kind === 'flip' && (missed === 'forgiven' || missed === 'loses') ? { kind, missed } : undefined
}

function readDraws(value: unknown): MatchRules['draws'] | undefined {
  if (!isObject(value)) return undefined
  if (value['kind'] === 'count') return { kind: 'count' }
  return value['kind'] === 'replay' && isCount(value['limit'])
    ? { kind: 'replay', limit: value['limit'] }
    : undefined
}

const bad = (name: string, value: unknown, expected: string) =>
  fail('bad-rules', `Cannot set ${name} to ${show(value)}: expected ${expected}`, `rules.${name}`)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

import { show } from '../../base/fields.ts'
import type { Turn } from '../../base/grid.ts'
import { ok, type Result } from '../../base/result.ts'
import type { Seat } from '../../game/game.ts'
import type { ProblemCode } from '../../base/problem-codes.ts'
import type { ErrorCode } from './errors.ts'

const TURN_WORDS: Readonly<Record<string, Turn>> = { left: 'left', right: 'right', none: 'forward' }
const YES_NO: Readonly<Record<string, boolean>> = { true: true, false: false }

/** The longest that an answer may be held back, in seconds. */
export const LONGEST_WAIT = 25

/** The words of `/move/…/{turn}/{boost}/…`, in any letter case, as the move they mean: `left`, `forward+boost`. */
export function readMove(turn: string, boost: string): Result<string> {
  const word = lookUp(TURN_WORDS, turn)
  if (word === undefined) return unreadable('bad-turn', 'turn', turn, 'Left, Right or None')
  const isBoosted = lookUp(YES_NO, boost)
  if (isBoosted === undefined) return unreadable('bad-boost', 'boost', boost, 'True or False')
  return ok(isBoosted ? `${word}+boost` : word)
}

/** The other way round, for the client. */
export function formatMove(move: string): { readonly turn: string; readonly boost: string } | undefined {
  const [, word, boost] = /^(left|right|forward)(\+boost)?$/.exec(move) ?? []
  if (word === undefined) return undefined
  const turn = word === 'forward' ? 'None' : word === 'left' ? 'Left' : 'Right'
  return { turn, boost: boost === undefined ? 'False' : 'True' }
}

/** `?wait=`: for how many seconds the answer may be held back; not at all when it is left out. */
export function readWait(text: string | undefined): Result<number> {
  if (text === undefined) return ok(0)
  const seconds = /^\d{1,2}(\.\d{1,3})?$/.test(text) ? Number(text) : NaN
  if (seconds <= LONGEST_WAIT) return ok(seconds)
  return unreadable('bad-wait', 'wait', text, `a number of seconds from 0 to ${LONGEST_WAIT}`)
}

/** `?full=`; false when it is left out. */
export function readFull(text: string | undefined): Result<boolean> {
  if (text === undefined) return ok(false)
  const full = lookUp(YES_NO, text)
  return full === undefined ? unreadable('bad-full', 'full', text, 'true or false') : ok(full)
}

export function readId(what: 'game' | 'player', given: string | number): Result<number> {
  const id = /^\d{1,15}$/.test(String(given)) ? Number(given) : 0
  return id > 0 ? ok(id) : unreadable('bad-id', `${what} id`, given, 'a whole number from 1')
}

/** The player that is asked about: by its number in this round, or by its id. */
export type PlayerWord =
  | { readonly kind: 'number'; readonly seat: Seat }
  | { readonly kind: 'id'; readonly id: number }

export function readPlayer(given: string | number): Result<PlayerWord> {
  const id = readId('player', given)
  if (!id.ok) return unreadable('bad-id', 'player', given, '1, 2 or a player id')
  if (id.value <= 2) return ok({ kind: 'number', seat: id.value === 1 ? 0 : 1 })
  return ok({ kind: 'id', id: id.value })
}

function lookUp<T>(words: Readonly<Record<string, T>>, given: string): T | undefined {
  const word = given.toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}

const unreadable = (
  code: ErrorCode & ProblemCode,
  what: string,
  given: unknown,
  expected: string,
): {
  readonly ok: false
  readonly problem: { readonly code: ErrorCode & ProblemCode; readonly message: string }
} => ({
  ok: false,
  problem: { code, message: `Cannot read ${what} ${show(given)}: expected ${expected}` },
})

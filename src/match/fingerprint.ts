import type { Pair, SeatMove } from '../game/game.ts'

/**
 * A running hash of a round: its first position and every move with the seat that made it. Two rounds with the same fingerprint
 * are the same game. It tells accidents apart, not forgeries: 64 bits, folded in a few operations for each letter.
 */
export type Fingerprint = Pair<number>

export const beginFingerprint = (position: string): Fingerprint => fold(BASIS, position)

/** Adds one turn. */
export function addTurn(fingerprint: Fingerprint, turn: readonly SeatMove[]): Fingerprint {
  let next = fingerprint
  for (const { seat, move } of turn) next = fold(next, move, seat)
  return next
}

/** The fingerprint of the whole round, 16 hexadecimal digits. An end that does not follow from the moves changes it. */
export function closeFingerprint(
  fingerprint: Fingerprint,
  answers: Pair<string | undefined>,
  end: End,
): string {
  let whole = fingerprint
  if (end.kind !== 'played') whole = fold(whole, end.kind)
  if (end.kind === 'forfeited')
    for (const seat of [0, 1] as const)
      whole = fold(whole, `${answers[seat] ?? ''} ${end.faults?.[seat]?.kind ?? ''}`, seat)
  return whole.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('')
}

/** What a fingerprint needs of how a round ended. */
interface End {
  readonly kind: string
  readonly faults?: Pair<{ readonly kind: string } | undefined>
}

const BASIS: Fingerprint = [0x2bd1_e995, 0x1656_67b1]

/** The seat, or 2 for other text, stands before the text, so that `e2` of one seat and of the other differ. */
function fold([a, b]: Fingerprint, text: string, mark = 2): Fingerprint {
  let left = mix(a, mark, 0x85eb_ca6b)
  let right = mix(b, mark, 0xc2b2_ae35)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    left = mix(left, code, 0x85eb_ca6b)
    right = mix(right, code, 0xc2b2_ae35)
  }
  return [left, right]
}

/** A multiplication moves bits up only; the shift brings them down again. */
function mix(lane: number, code: number, factor: number): number {
  const product = Math.imul(lane ^ code, factor)
  return product ^ (product >>> 15)
}

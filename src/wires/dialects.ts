import { fail, must, ok, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { StdioDialect } from '../protocols/stdio/dialect.ts'
import type { Wire } from '../protocols/wire.ts'
import { findWire, WIRES } from './index.ts'
import { jsonLines } from './json-lines/words.ts'

/** The stdio wires, by what they speak. */
export const DIALECTS: readonly StdioDialect[] = WIRES.flatMap(({ stdio }) => (stdio ? [stdio.dialect] : []))

export const findDialect = (id: string): StdioDialect | undefined => findWire(id)?.stdio?.dialect

/** The wire that a challenge's own players use. */
export function wireOf({ id, wire }: Pick<Challenge, 'id' | 'wire'>): Result<Wire> {
  const found = findWire(wire)
  if (found) return ok(found)
  const known = WIRES.map((one) => one.id).join(', ')
  return fail(
    'bad-wire',
    `Cannot play ${id}: there is no wire ${JSON.stringify(wire)}, expected one of ${known}`,
  )
}

/** What programs speak in a challenge unless they ask for something else: its own wire, or JSON lines. */
export const dialectOf = (challenge: Pick<Challenge, 'id' | 'wire'>): StdioDialect =>
  must(wireOf(challenge)).stdio?.dialect ?? jsonLines

/** What a program speaks that may have a wire of its own. */
export const dialectOfProgram = (
  wire: string | undefined,
  challenge: Pick<Challenge, 'id' | 'wire'>,
): StdioDialect => (wire === undefined ? undefined : findDialect(wire)) ?? dialectOf(challenge)

import type { StdioDialect } from './dialect.ts'
import { jsonLines } from '../../wires/json-lines/words.ts'
import { lightCycle } from '../../wires/light-cycle/words.ts'
import { longestGroup } from '../../wires/longest-group/words.ts'

/** The universal one first. */
export const DIALECTS: readonly StdioDialect[] = [jsonLines, lightCycle, longestGroup]

export const findDialect = (id: string): StdioDialect | undefined =>
  DIALECTS.find((dialect) => dialect.id === id)

/** What programs speak in a challenge unless they ask for something else: its own wire, or JSON lines. */
export const dialectOf = (challenge: string): StdioDialect => findDialect(challenge) ?? jsonLines

import type { FaultKind } from '../../../../src/match/match.ts'

const WORDS: Readonly<Record<FaultKind, string>> = {
  timeout: 'ran out of time',
  'slow-start': 'was not ready in time',
  illegal: 'played an illegal move',
  garbled: 'sent something unreadable',
  'out-of-turn': 'spoke out of turn',
  crashed: 'crashed',
  silent: 'ended without an answer',
  'out-of-memory': 'used too much memory',
  resigned: 'resigned',
  'false-flip': 'flipped the table without a cheat',
  'missed-flip': 'did not flip the table',
}

/** A fault in words that follow the player's name. */
export const faultWords = (kind: string): string =>
  Object.entries(WORDS).find(([known]) => known === kind)?.[1] ?? kind

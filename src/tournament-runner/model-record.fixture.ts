import { must } from '../base/result.ts'
import { ticTacToe } from '../games/tic-tac-toe/index.ts'
import { makeSpec, type MatchEvent, type ModelUse } from '../match/match.ts'
import { PLAIN_RULES } from '../match/plain-rules.fixture.ts'
import { writeRecord } from '../match/record.ts'
import { nodeDigest } from '../runner/digest.ts'

const READY: readonly MatchEvent[] = [
  { kind: 'ready', seat: 0, at: 0 },
  { kind: 'ready', seat: 1, at: 0 },
]

const answer = (seat: 0 | 1, text: string, model?: ModelUse): MatchEvent => ({
  kind: 'answered',
  seat,
  text,
  at: 1,
  ...(model && { spent: { wall: 1, model } }),
})

/** One call. */
export const USE: ModelUse = { calls: 1, tokensIn: 100, tokensOut: 10, usd: 0.5 }

/** The record of a match that ann wins in the first row, on her third move, and what the calls of both used for each move. */
export function recordOf(
  ann: readonly (ModelUse | undefined)[],
  bob: readonly (ModelUse | undefined)[] = [],
): string {
  const spec = must(makeSpec(ticTacToe, {}, { ...PLAIN_RULES, bestOf: 1 }, 7))
  const players = [{ name: 'ann', bot: 'llm:a' }, { name: 'bob' }] as const
  const moves: readonly MatchEvent[] = [
    answer(0, 'NW', ann[0]),
    answer(1, 'SW', bob[0]),
    answer(0, 'N', ann[1]),
    answer(1, 'S', bob[1]),
    answer(0, 'NE', ann[2]),
  ]
  return writeRecord(
    { challenge: 'tic-tac-toe', spec, players, times: true },
    [...READY, ...moves],
    nodeDigest,
  )
}

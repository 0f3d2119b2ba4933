import type { Result } from '../base/result.ts'
import { quoridor } from '../challenges/quoridor.ts'
import { ticTacToe } from '../challenges/tic-tac-toe.ts'
import { makeSpec, type MatchSpec } from '../match/match.ts'
import type { EvaluationCase } from './cases.ts'
import { FULL_TURNS } from './worth-of-turns.ts'

const CHALLENGES = { 'tic-tac-toe': ticTacToe, quoridor }

/** A team that has not connected by then loses the battle. */
const WAIT_FOR_TEAM_MS = 300_000

/** The same seed in every run: the same commands of a team always get the same replies. */
const CASE_SEED = 1

/** The match of a case: the rules of its challenge, except that a missed flip loses the round. */
export function caseSpec({ challenge: id, worth }: EvaluationCase): Result<MatchSpec> {
  const { game, preset, rules } = CHALLENGES[id]
  return makeSpec(
    game,
    game.presets[preset] ?? {},
    {
      ...rules,
      illegal: { kind: 'flip', missed: 'loses' },
      startUpMs: WAIT_FOR_TEAM_MS,
      turnLimit: worth.kind === 'survival' ? 2 * FULL_TURNS : rules.turnLimit,
    },
    CASE_SEED,
  )
}

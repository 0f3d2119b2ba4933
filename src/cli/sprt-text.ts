import type { TournamentResult } from '../api/tournament-result.ts'
import { signed } from '../rating/show-numbers.ts'
import { styled } from './styled.ts'
import { printable } from './text.ts'

/** The result of an SPRT in a few lines. */
export function sprtText({ sprt, entrants }: TournamentResult): string[] {
  if (sprt === undefined) return []
  const { terms, llr, lower, upper, verdict, pairs, elo, copies, whyStopped } = sprt
  const name = printable(entrants[0]?.name ?? '')
  const played = pairs.reduce((sum, count) => sum + count, 0)
  const said =
    verdict === null
      ? (whyStopped ?? 'No verdict yet')
      : verdict === 'H1'
        ? `H1 is accepted: ${name} is stronger by ${terms.elo1} points rather than by ${terms.elo0}`
        : `H0 is accepted: ${name} is stronger by ${terms.elo0} points rather than by ${terms.elo1}`
  return [
    styled('bold', `SPRT elo0=${terms.elo0} elo1=${terms.elo1} alpha=${terms.alpha} beta=${terms.beta}`),
    `  ${said}`,
    `  Log-likelihood ratio ${llr.toFixed(2)} (${lower.toFixed(2)} … ${upper.toFixed(2)}) after ${played} ${played === 1 ? 'pair' : 'pairs'}${copies === 0 ? '' : `, and ${copies} copies of them that do not count`}`,
    `  Pairs with 0, ½, 1, 1½ and 2 points: ${pairs.join(', ')}`,
    `  ${name} is ahead by ${signed(elo.elo)} points (${signed(elo.low)} … ${signed(elo.high)})`,
  ]
}

import type { ResultSprt, TournamentResult } from '../api/tournament-result.ts'
import { signed } from '../rating/show-numbers.ts'
import { styled } from './styled.ts'
import { printable } from './text.ts'

/** What a sequential test found about its first entrant, in one sentence without a full stop. */
export function sprtVerdict({ verdict, terms, whyStopped }: ResultSprt, name: string): string {
  if (verdict === null) return whyStopped ?? 'No verdict yet'
  const [is, rather] = verdict === 'H1' ? [terms.elo1, terms.elo0] : [terms.elo0, terms.elo1]
  return `${verdict} is accepted: ${name} is ${describeLead(is)} rather than ${describeLead(rather)}`
}

/** What a claim of an SPRT says about its first entrant. */
export function describeLead(points: number): string {
  if (points === 0) return 'equally strong'
  return `${points < 0 ? 'weaker' : 'stronger'} by about ${Math.abs(points)} points`
}

/** The result of an SPRT in a few lines. */
export function sprtText({ sprt, entrants, matches }: TournamentResult): string[] {
  if (sprt === undefined) return []
  const { terms, llr, lower, upper, pairs, elo, copies } = sprt
  const name = printable(entrants[0]?.name ?? '')
  const played = pairs.reduce((sum, count) => sum + count, 0)
  return [
    styled('bold', `SPRT elo0=${terms.elo0} elo1=${terms.elo1} alpha=${terms.alpha} beta=${terms.beta}`),
    `  ${sprtVerdict(sprt, name)}`,
    `  Log-likelihood ratio ${llr.toFixed(2)} (${lower.toFixed(2)} … ${upper.toFixed(2)}) after ${played} ${played === 1 ? 'pair' : 'pairs'}${copies === 0 ? '' : `, and ${copies} ${copies === 1 ? 'copy' : 'copies'} of them that ${copies === 1 ? 'does' : 'do'} not count`}`,
    ...(matches.void === 0
      ? []
      : [
          `  ${matches.void === 1 ? '1 match is' : `${matches.void} matches are`} void: the host could not play`,
        ]),
    `  Pairs with 0, ½, 1, 1½ and 2 points: ${pairs.join(', ')}`,
    `  ${name} is ahead by ${signed(elo.elo)} points (${signed(elo.low)} … ${signed(elo.high)})`,
  ]
}

/** A line for each bot that lost rounds by crashes, time or illegal moves. */
export function faultText({ statistics }: TournamentResult): string[] {
  return statistics.flatMap(({ name, rounds, crashes, timeouts, illegal }) => {
    const lost = crashes + timeouts + illegal
    if (lost === 0) return []
    const counts = [
      [crashes, crashes === 1 ? 'crash' : 'crashes'],
      [timeouts, timeouts === 1 ? 'timeout' : 'timeouts'],
      [illegal, illegal === 1 ? 'illegal move' : 'illegal moves'],
    ] as const
    const kinds = counts.flatMap(([count, kind]) => (count === 0 ? [] : [`${count} ${kind}`])).join(', ')
    return [
      `  ${printable(name)} lost ${lost} of its ${rounds} rounds by faults (${kinds}): gamegrid check says why`,
    ]
  })
}

import type { Bracket, Tie } from './bracket.ts'

/** How a tie ended, in words: `ann won 2–1`, `drawn 0–0, ann advances by seeding`. Undefined while it is open. */
export function describeTie(tie: Tie): string | undefined {
  const { decided, winner, slots } = tie
  if (decided === undefined || winner === undefined) return undefined
  const name = slots[winner].entrant ?? 'bye'
  const goesOn = tie.winnerTo === undefined ? 'is placed ahead' : 'advances'
  switch (decided) {
    case 'matches':
      return `${name} won ${winnerFirst(tie.score, winner)}`
    case 'better-seed':
      return `${tie.unplayed ? 'not played' : `drawn ${scoreOf(tie)}`}, ${name} ${goesOn} by seeding`
    case 'forfeit':
      return `not played, ${name} ${goesOn} without play`
    case 'bye':
      return `${name} ${goesOn} by a bye`
    case 'skipped':
      return 'not needed'
  }
}

/** The ties of a bracket that no match decided by a win, with their names; byes are left out. */
export const tiesWithoutWin = ({ parts }: Bracket): readonly Tie[] =>
  parts
    .flatMap(({ rounds }) => rounds.flatMap(({ ties }) => ties))
    .filter(({ decided }) => decided === 'better-seed' || decided === 'forfeit')

/** The rounds that each side won, if the tie was one match; else its matches. */
export const scoreOf = ({ matches, score, rounds }: Pick<Tie, 'matches' | 'score' | 'rounds'>): string =>
  (matches.length === 1 ? rounds : score).join('–')

const winnerFirst = (score: readonly [number, number], winner: 0 | 1): string =>
  `${score[winner]}–${score[winner === 0 ? 1 : 0]}`

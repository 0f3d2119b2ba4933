import type { MatchRules } from '../match/match.ts'
import type { LedgerEntry, LedgerRound } from '../tournament-runner/ledger-entry.ts'
import type { Pairing } from '../tournament/tournament.ts'

/** The ledger's entry of a match to which these entrants did not come: they lose every round by their own fault. `within`: how long it waited, in words. */
export function absenceEntry(
  { key, players }: Pairing,
  absent: readonly string[],
  { bestOf }: Pick<MatchRules, 'bestOf'>,
  within: string,
): LedgerEntry {
  const isAbsent = players.map((name) => absent.includes(name))
  const winner = isAbsent[0] === isAbsent[1] ? undefined : isAbsent[0] ? 1 : 0
  // Two absent entrants draw one round; one alone loses as many as its opponent needs.
  const count = winner === undefined ? 1 : Math.floor(bestOf / 2) + 1
  const round: LedgerRound = {
    seats: [0, 1],
    winner,
    turns: 0,
    reason: `${absent.join(' and ')} did not show up ${within}`,
    faults: [isAbsent[0] ? 'slow-start' : undefined, isAbsent[1] ? 'slow-start' : undefined],
  }
  return {
    key,
    players,
    winner,
    score: [winner === 0 ? count : 0, winner === 1 ? count : 0],
    faults: [isAbsent[0] ? count : 0, isAbsent[1] ? count : 0],
    rounds: Array.from({ length: count }, () => round),
  }
}

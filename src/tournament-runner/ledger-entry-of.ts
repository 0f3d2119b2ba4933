import type { Pair } from '../game/game.ts'
import { describeEnd } from '../match/describe.ts'
import type { FaultKind, Match, RoundResult } from '../match/match.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { fingerprintOf, type LedgerEntry, type LedgerRound } from './ledger-entry.ts'

/** The ledger's entry of a match that was played to its end. */
export function ledgerEntryOf({ key, players }: Pairing, match: Match, names: Pair<string>): LedgerEntry {
  const ended = match.ended.filter(({ end }) => end.kind !== 'void')
  const rounds = ended.map((round) => summarise(round, describeEnd(round, match.spec, names)))
  return {
    key,
    players,
    winner: match.result?.winner,
    score: match.score,
    faults: [countFaults(ended, 0), countFaults(ended, 1)],
    rounds,
    ...fingerprintOf(rounds),
  }
}

/** By player, not by seat. */
export function faultsOf({ end, seats }: RoundResult): Pair<FaultKind | undefined> {
  if (end.kind !== 'forfeited') return [undefined, undefined]
  const [first, second] = end.faults
  return seats[0] === 0 ? [first?.kind, second?.kind] : [second?.kind, first?.kind]
}

/** To resign is a decision, not a fault. */
const countFaults = (rounds: readonly RoundResult[], player: 0 | 1): number =>
  rounds.filter((round) => {
    const kind = faultsOf(round)[player]
    return kind !== undefined && kind !== 'resigned'
  }).length

const summarise = (round: RoundResult, reason: string): LedgerRound => ({
  seats: round.seats,
  winner: round.winner,
  turns: round.turns,
  reason,
  faults: faultsOf(round),
  fingerprint: round.fingerprint,
})

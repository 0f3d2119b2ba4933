import type { Out } from './reason.ts'
import type { Ended, Pairing, Played, Tournament } from './tournament.ts'

/** A match that is over for the tournament: played, void or forfeited. */
export interface Concluded {
  readonly pairing: Pairing
  /** None: forfeited. */
  played: Played | undefined
}

/** Which entrants are out, benched or withdrawn, and what their matches count as. */
export interface Outs {
  /** Whether the entrant takes no part in this round. */
  isOut(id: string, round: number): boolean
  /** Whether a match without a result is lost because a player is out. */
  isForfeited(pairing: Pairing): boolean
  hasWithdrawn(pairing: Pairing): boolean
  areAny(): boolean
  /** A benched entrant loses; of two withdrawn ones, the one withdrawn first. The answer does not depend on when it is asked. */
  judge(match: Concluded): Ended
  whyOut(id: string, concluded: Iterable<Concluded>): Out | undefined
  /** Benches entrants that have reached the limit of faults. True if others may be benched now than before. */
  countFaults(match: Concluded): boolean
  /** Takes an entrant out from this round, or from the round in which it was taken out before: that round is returned. */
  withdraw(id: string, round: number): number
}

export function openOuts(tournament: Tournament): Outs {
  const { benchAfter = Infinity } = tournament
  const withdrawn = new Map(tournament.withdrawn)
  /** The last round in which each benched entrant plays. */
  let benched: ReadonlyMap<string, number> = new Map()
  const faulty: FaultyMatch[] = []

  const isBenched = (id: string, round: number): boolean => (benched.get(id) ?? Infinity) < round

  function judge({ pairing, played }: Concluded): Ended {
    const { players, round } = pairing
    const forfeited = (winner: 0 | 1 | undefined): Ended => ({
      pairing,
      how: 'forfeited',
      winner,
      score: [0, 0],
    })
    const [first, second] = [isBenched(players[0], round), isBenched(players[1], round)]
    if (first || second) return forfeited(first && second ? undefined : first ? 1 : 0)
    if (played === undefined) {
      const gone = withdrawn.keys().find((id) => players.includes(id))
      return forfeited(gone === players[0] ? 1 : 0)
    }
    if (played.void === true) return { pairing, how: 'void', winner: undefined, score: [0, 0] }
    const { winner, score, fingerprint } = played
    return { pairing, how: 'played', winner, score, fingerprint }
  }

  /** Several rounds may run at once: the first in which the entrant forfeited a match, or the round after all of them. */
  function firstLost(id: string, from: number, concluded: Iterable<Concluded>): number {
    const lost = [...concluded].flatMap((match) => {
      const { pairing, how, winner } = judge(match)
      const isLost = pairing.players.some((player, side) => player === id && side !== winner)
      return how === 'forfeited' && isLost ? [pairing.round] : []
    })
    return Math.min(from, ...lost)
  }

  return {
    isOut: (id, round) => isBenched(id, round) || (withdrawn.get(id) ?? Infinity) <= round,
    isForfeited: ({ players, round }) => players.some((id) => isBenched(id, round) || withdrawn.has(id)),
    hasWithdrawn: ({ players }) => players.some((id) => withdrawn.has(id)),
    areAny: () => benched.size > 0 || withdrawn.size > 0,
    judge,
    whyOut(id, concluded) {
      const afterRound = benched.get(id)
      if (afterRound !== undefined) return { kind: 'benched', afterRound, faults: benchAfter }
      const from = withdrawn.get(id)
      return from === undefined ? undefined : { kind: 'withdrawn', fromRound: firstLost(id, from, concluded) }
    },
    countFaults(match) {
      const faults = match.played?.faults
      if (benchAfter === Infinity || faults === undefined || faults[0] + faults[1] === 0) return false
      faulty.push({ pairing: match.pairing, faults })
      benched = benchByRound(faulty, benchAfter)
      return true
    },
    withdraw(id, round) {
      const from = withdrawn.get(id) ?? round
      withdrawn.set(id, from)
      return from
    },
  }
}

interface FaultyMatch {
  readonly pairing: Pairing
  readonly faults: readonly [number, number]
}

/** Entrant → the round after which it is benched. Round by round: a match of an entrant benched earlier does not count. */
function benchByRound(faulty: readonly FaultyMatch[], limit: number): Map<string, number> {
  const benched = new Map<string, number>()
  const sums = new Map<string, number>()
  for (const { pairing, faults } of faulty.toSorted((a, b) => a.pairing.round - b.pairing.round)) {
    if (pairing.players.some((id) => (benched.get(id) ?? Infinity) < pairing.round)) continue
    for (const side of [0, 1] as const) {
      const id = pairing.players[side]
      const sum = (sums.get(id) ?? 0) + faults[side]
      sums.set(id, sum)
      if (sum >= limit && !benched.has(id)) benched.set(id, pairing.round)
    }
  }
  return benched
}

import { faultsOf } from '../tournament-runner/ledger-entry-of.ts'
import type { Pair } from '../game/game.ts'
import type { FaultKind, Match, MatchEvent, Player, RoundResult } from '../match/match.ts'
import { thoughtOf } from '../match/thought-of.ts'
import type { PlayerAccount } from '../store/store.ts'

/** Counts moves, thinking time and faults of both players of a match. */
export interface Accounts {
  /** Must get every event, from the first. */
  see(before: Match, event: MatchEvent): void
  /** By player. */
  close(ended: readonly RoundResult[]): Pair<PlayerAccount>
}

export function openAccounts(): Accounts {
  const times: Pair<Times> = [{ ...NO_TIME }, { ...NO_TIME }]

  function see(before: Match, event: MatchEvent): void {
    const thought = thoughtOf(before, event)
    if (thought === undefined) return
    const of = times[thought.player]
    of.moves++
    of.thoughtMs += thought.ms
    of.longestMs = Math.max(of.longestMs, thought.ms)
  }

  const accountOf = (player: Player, ended: readonly RoundResult[]): PlayerAccount => {
    const { moves, thoughtMs, longestMs } = times[player]
    return {
      moves,
      thoughtMs: tenths(thoughtMs),
      longestMs: tenths(longestMs),
      faults: countFaults(ended, player),
    }
  }
  return { see, close: (ended) => [accountOf(0, ended), accountOf(1, ended)] }
}

interface Times {
  moves: number
  thoughtMs: number
  longestMs: number
}

const NO_TIME: Times = { moves: 0, thoughtMs: 0, longestMs: 0 }

/** A resignation is a decision, not a fault. */
function countFaults(ended: readonly RoundResult[], player: Player): PlayerAccount['faults'] {
  const counts: Partial<Record<FaultKind, number>> = {}
  for (const round of ended) {
    const kind = faultsOf(round)[player]
    if (kind !== undefined && kind !== 'resigned') counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10

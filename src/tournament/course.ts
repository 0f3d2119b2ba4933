import { pointsForResults } from './points.ts'
import type { Bracket } from './bracket.ts'
import type { Ranking } from './ranking.ts'
import type { Out } from './reason.ts'
import { makeScoreTable } from './score-table.ts'
import type { FormatContext, Format } from './format.ts'
import type { Ended, Pairing, Played, Tournament } from './tournament.ts'

/** The matches that can be played after these results. The order of the results does not matter. */
export function next<Options>(
  format: Format<Options>,
  tournament: Tournament,
  options: Options,
  played: Iterable<Played>,
): { readonly pairings: readonly Pairing[]; readonly done: boolean } {
  const course = openCourse(format, tournament, options, played)
  return { pairings: course.take(Infinity).toSorted(byRoundAndIndex), done: course.isDone() }
}

/** The ranking after these results. The order of the results does not matter. */
export function rank<Options>(
  format: Format<Options>,
  tournament: Tournament,
  options: Options,
  played: Iterable<Played>,
): Ranking {
  return openCourse(format, tournament, options, played).rank()
}

/** A tournament under way: the same answers as `next` and `rank`, computed incrementally, one result at a time. */
export interface Course {
  /** Up to `limit` matches to start now; each is given out once. If there is none, matches are running, or it is done. */
  take(limit: number): Pairing[]
  /** Adds a result. False if it is known already, or if its match was forfeited meanwhile. */
  add(played: Played): boolean
  /** Takes an entrant out: it loses the matches it has not played. Returns the round to log for `withdrawn`. */
  withdraw(id: string): number
  isDone(): boolean
  /** All matches that have ended, forfeited ones included, by round and index. */
  ended(): readonly Ended[]
  rank(): Ranking
  /** In knock-outs, once it is known. */
  bracket(): Bracket | undefined
  /** Keys of results without a match: of later stages, or, once the course is done, of another tournament. */
  strays(): string[]
}

/** Begins a tournament, or resumes one after the given results. */
export function openCourse<Options>(
  format: Format<Options>,
  tournament: Tournament,
  options: Options,
  played: Iterable<Played> = [],
): Course {
  const { entrants, benchAfter = Infinity } = tournament
  const withdrawn = new Map(tournament.withdrawn)
  /** The last round in which each benched entrant plays. */
  let benched: ReadonlyMap<string, number> = new Map()
  const faulty: Concluded[] = []
  /** Results that came before their match. */
  const early = new Map<string, Played>()
  /** Matches without a result, handed out or not. */
  const open = new Map<string, Pairing>()
  const handedOut = new Set<string>()
  const waiting: Pairing[] = []
  let firstWaiting = 0
  const concluded = new Map<string, Concluded>()
  let ordered: Concluded[] = []
  let isOrdered = true
  let latestRound = 0

  const isBenched = (id: string, round: number): boolean => (benched.get(id) ?? Infinity) < round
  const isForfeited = ({ players, round }: Pairing): boolean =>
    players.some((id) => isBenched(id, round) || withdrawn.has(id))

  /** A benched entrant loses; of two withdrawn ones, the one withdrawn first. The answer does not depend on when it is asked. */
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
    return { pairing, how: 'played', winner: played.winner, score: played.score }
  }

  function ended(): Ended[] {
    if (!isOrdered) ordered = ordered.sort((a, b) => byRoundAndIndex(a.pairing, b.pairing))
    isOrdered = true
    return ordered.map(judge)
  }

  function whyOut(id: string): Out | undefined {
    const afterRound = benched.get(id)
    if (afterRound !== undefined) return { kind: 'benched', afterRound, faults: benchAfter }
    const from = withdrawn.get(id)
    return from === undefined ? undefined : { kind: 'withdrawn', fromRound: firstLost(id, from) }
  }

  /** Several rounds may run at once: the first in which the entrant forfeited a match, or the round after all of them. */
  function firstLost(id: string, from: number): number {
    const lost = [...concluded.values()].flatMap((match) => {
      const { pairing, how, winner } = judge(match)
      const isLost = how === 'forfeited' && pairing.players.includes(id)
      return isLost && pairing.players[winner ?? 0] !== id ? [pairing.round] : []
    })
    return Math.min(from, ...lost)
  }

  const context: FormatContext = {
    entrants,
    seed: tournament.seed,
    points: pointsForResults(tournament.points),
    isOut: (id, round) => isBenched(id, round) || (withdrawn.get(id) ?? Infinity) <= round,
    endedCount: () => concluded.size,
    ended,
    table: (byes = new Map()) => makeScoreTable(entrants, ended(), context.points, byes, whyOut),
  }
  const schedule = format.begin(context, options)
  const first = schedule.first[Symbol.iterator]()
  let isExhausted = false

  /** Benches entrants that have reached the limit of faults, and returns the matches they lose by it. */
  function countFaults(match: Concluded): Concluded[] {
    if (benchAfter === Infinity || match.played?.faults?.some((count) => count > 0) !== true) return []
    faulty.push(match)
    const before = benched
    benched = benchByRound(faulty, benchAfter)
    if (sameEntries(before, benched)) return []
    reopen()
    return forfeits()
  }

  /** Faults of a match that does not count any more bench no entrant: the matches forfeited because of them are open again. */
  function reopen(): void {
    for (const { pairing, played } of concluded.values()) {
      if (played !== undefined || isForfeited(pairing)) continue
      concluded.delete(pairing.key)
      open.set(pairing.key, pairing)
      if (!handedOut.has(pairing.key)) waiting.push(pairing)
    }
    ordered = [...concluded.values()]
    isOrdered = false
  }

  function forfeits(): Concluded[] {
    const lost = [...open.values()].filter(isForfeited)
    for (const { key } of lost) open.delete(key)
    return lost.map((pairing) => ({ pairing, played: undefined }))
  }

  function admit(pairing: Pairing): Concluded[] {
    latestRound = Math.max(latestRound, pairing.round)
    const played = early.get(pairing.key)
    early.delete(pairing.key)
    if (played !== undefined || isForfeited(pairing)) return [{ pairing, played }]
    open.set(pairing.key, pairing)
    waiting.push(pairing)
    return []
  }

  /** One match may end others, by byes and forfeits: the list grows while the loop runs over it. */
  function conclude(...list: Concluded[]): void {
    for (const match of list) {
      checkPlayers(match)
      concluded.set(match.pairing.key, match)
      const last = ordered.at(-1)
      isOrdered &&= last === undefined || byRoundAndIndex(last.pairing, match.pairing) < 0
      ordered.push(match)
      list.push(...countFaults(match))
      for (const pairing of schedule.after(judge(match))) list.push(...admit(pairing))
    }
  }

  /**
   * Reads the first matches of the schedule until there is one to start, so that `isDone` is right; until no early result
   * waits for its match; and to the end once an entrant is out, so that all its forfeits show at once.
   */
  function settle(): void {
    for (;;) {
      while (firstWaiting < waiting.length && !open.has(waiting[firstWaiting]?.key ?? '')) firstWaiting++
      const isBehind = early.size > 0 || benched.size > 0 || withdrawn.size > 0
      if ((firstWaiting < waiting.length && !isBehind) || isExhausted) return
      const step = first.next()
      if (step.done === true) isExhausted = true
      else conclude(...admit(step.value))
    }
  }

  for (const result of played) if (!early.has(result.key)) early.set(result.key, result)
  settle()
  return {
    take(limit) {
      const taken: Pairing[] = []
      while (taken.length < limit) {
        const pairing = waiting[firstWaiting]
        if (pairing === undefined) break
        taken.push(pairing)
        handedOut.add(pairing.key)
        firstWaiting++
        settle()
      }
      if (firstWaiting > waiting.length / 2) {
        waiting.splice(0, firstWaiting)
        firstWaiting = 0
      }
      return taken
    },
    add(played) {
      const { key } = played
      handedOut.delete(key)
      const known = concluded.get(key)
      if (early.has(key) || known?.played !== undefined) return false
      const pairing = known?.pairing ?? open.get(key)
      if (pairing?.players.some((id) => withdrawn.has(id)) === true) return false
      if (pairing === undefined) early.set(key, played)
      else if (known === undefined) {
        open.delete(key)
        conclude({ pairing, played })
      } else {
        // Forfeited by a bench while it was running. The result is kept: the bench may be lifted.
        known.played = played
        conclude(...countFaults(known))
      }
      settle()
      return true
    },
    withdraw(id) {
      const round = withdrawn.get(id) ?? latestRound + 1
      withdrawn.set(id, round)
      conclude(...forfeits())
      settle()
      return round
    },
    isDone: () => isExhausted && open.size === 0,
    ended,
    rank: () => schedule.rank(),
    bracket: () => schedule.bracket?.(),
    strays: () => [...early.keys()],
  }
}

interface Concluded {
  readonly pairing: Pairing
  /** None: forfeited. */
  played: Played | undefined
}

const byRoundAndIndex = (a: Pairing, b: Pairing): number => a.round - b.round || a.index - b.index

/** Entrant → the round after which it is benched. Round by round: a match of an entrant benched earlier does not count. */
function benchByRound(faulty: readonly Concluded[], limit: number): Map<string, number> {
  const benched = new Map<string, number>()
  const sums = new Map<string, number>()
  for (const { pairing, played } of faulty.toSorted((a, b) => a.pairing.round - b.pairing.round)) {
    if (pairing.players.some((id) => (benched.get(id) ?? Infinity) < pairing.round)) continue
    for (const side of [0, 1] as const) {
      const id = pairing.players[side]
      const sum = (sums.get(id) ?? 0) + (played?.faults?.[side] ?? 0)
      sums.set(id, sum)
      if (sum >= limit && !benched.has(id)) benched.set(id, pairing.round)
    }
  }
  return benched
}

const sameEntries = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value)

function checkPlayers({ pairing: { key, players }, played }: Concluded): void {
  if (played !== undefined && players.some((id, side) => id !== played.players[side]))
    throw new Error(
      `Cannot use the result of ${key}: it was played by ${played.players.join(' and ')}, expected ${players.join(' and ')}`,
    )
}

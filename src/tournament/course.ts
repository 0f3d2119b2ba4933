import { pointsForResults } from './points.ts'
import type { Bracket } from './bracket.ts'
import { openOuts, type Concluded, type Outs } from './outs.ts'
import type { Ranking } from './ranking.ts'
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
  /** The match with this key if it has no result and can be played, whether or not it was taken. Looks through so many matches. */
  find(key: string, most: number): Pairing | undefined
  /** The first round in which a match has no result; undefined if all that can be played now have one. */
  openRound(): number | undefined
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
  const outs = openOuts(tournament)
  /** Results that came before their match. */
  const early = new Map<string, Played>()
  /** Matches without a result, handed out or not. */
  const open = new Map<string, Pairing>()
  const waiting = openWaiting(open)
  const concluded = new Map<string, Concluded>()
  /** The same matches, sorted whenever they are read. */
  let ordered: Concluded[] = []
  let [latestRound, isExhausted] = [0, false]

  const ended = (): Ended[] =>
    ordered.sort((a, b) => byRoundAndIndex(a.pairing, b.pairing)).map((match) => outs.judge(match))

  const schedule = format.begin(contextOf(tournament, outs, concluded, ended), options)
  const first = schedule.first[Symbol.iterator]()
  /** The round of the last match that was read from it. */
  let firstRound = 0

  /** Benches entrants that have reached the limit of faults, and returns the matches they lose by it. */
  function countFaults(match: Concluded): Concluded[] {
    if (!outs.countFaults(match)) return []
    reopen()
    return forfeits()
  }

  /** Faults of a match that does not count any more bench no entrant: the matches forfeited because of them are open again. */
  function reopen(): void {
    for (const { pairing, played } of concluded.values()) {
      if (played !== undefined || outs.isForfeited(pairing)) continue
      concluded.delete(pairing.key)
      open.set(pairing.key, pairing)
      waiting.add(pairing)
    }
    ordered = [...concluded.values()]
  }

  function forfeits(): Concluded[] {
    const lost = [...open.values()].filter((pairing) => outs.isForfeited(pairing))
    for (const { key } of lost) open.delete(key)
    return lost.map((pairing) => ({ pairing, played: undefined }))
  }

  function admit(pairing: Pairing): Concluded[] {
    latestRound = Math.max(latestRound, pairing.round)
    const played = early.get(pairing.key)
    early.delete(pairing.key)
    if (played !== undefined || outs.isForfeited(pairing)) return [{ pairing, played }]
    open.set(pairing.key, pairing)
    waiting.add(pairing)
    return []
  }

  /** One match may end others, by byes and forfeits: the list grows while the loop runs over it. */
  function conclude(...list: Concluded[]): void {
    for (const match of list) {
      checkPlayers(match)
      concluded.set(match.pairing.key, match)
      ordered.push(match)
      list.push(...countFaults(match))
      for (const pairing of schedule.after(outs.judge(match))) list.push(...admit(pairing))
    }
  }

  /**
   * Reads the first matches of the schedule until there is one to start, so that `isDone` is right; until no early result
   * waits for its match; and to the end once an entrant is out, so that all its forfeits show at once.
   */
  function settle(): void {
    for (;;) {
      const isBehind = early.size > 0 || outs.areAny()
      if ((waiting.first() !== undefined && !isBehind) || isExhausted) return
      readFirst()
    }
  }

  /** Reads one more of the first matches of the schedule; they come by round. */
  function readFirst(): void {
    const step = first.next()
    if (step.done === true) isExhausted = true
    else {
      firstRound = step.value.round
      conclude(...admit(step.value))
    }
  }

  function openRound(): number | undefined {
    const lowest = open.values().reduce((least, { round }) => Math.min(least, round), Infinity)
    if (isExhausted || lowest <= firstRound) return lowest === Infinity ? undefined : lowest
    // A match that has not been read may be in an earlier round.
    readFirst()
    return openRound()
  }

  for (const result of played) if (!early.has(result.key)) early.set(result.key, result)
  settle()
  return {
    take(limit) {
      const taken: Pairing[] = []
      while (taken.length < limit) {
        const pairing = waiting.take()
        if (pairing === undefined) break
        taken.push(pairing)
        settle()
      }
      return taken
    },
    add(played) {
      const { key } = played
      const known = concluded.get(key)
      if (early.has(key) || known?.played !== undefined) return false
      const pairing = known?.pairing ?? open.get(key)
      if (pairing !== undefined && outs.hasWithdrawn(pairing)) return false
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
      const round = outs.withdraw(id, latestRound + 1)
      conclude(...forfeits())
      settle()
      return round
    },
    isDone: () => isExhausted && open.size === 0,
    find(key, most) {
      while (!open.has(key) && !isExhausted && open.size < most) readFirst()
      return open.get(key)
    },
    openRound,
    ended,
    rank: () => schedule.rank(),
    bracket: () => schedule.bracket?.(),
    strays: () => [...early.keys()],
  }
}

/** What the format reads of the tournament. */
function contextOf(
  { entrants, seed, points }: Tournament,
  outs: Outs,
  concluded: ReadonlyMap<string, Concluded>,
  ended: () => Ended[],
): FormatContext {
  const ofResults = pointsForResults(points)
  return {
    entrants,
    seed,
    points: ofResults,
    isOut: (id, round) => outs.isOut(id, round),
    endedCount: () => concluded.size,
    ended,
    table: (byes = new Map()) =>
      makeScoreTable(entrants, ended(), ofResults, byes, (id) => outs.whyOut(id, concluded.values())),
  }
}

/** Matches in the order in which they may start. One that was forfeited and opened again while it waited is in the list twice. */
function openWaiting(open: ReadonlyMap<string, Pairing>) {
  const handedOut = new Set<string>()
  const list: Pairing[] = []
  let at = 0
  const canStart = ({ key }: Pairing): boolean => open.has(key) && !handedOut.has(key)
  function first(): Pairing | undefined {
    let match = list[at]
    while (match !== undefined && !canStart(match)) match = list[++at]
    return match
  }
  return {
    add: (pairing: Pairing) => void list.push(pairing),
    first,
    /** Hands out the first match. */
    take(): Pairing | undefined {
      const match = first()
      if (match !== undefined) handedOut.add(match.key)
      return match
    },
  }
}

const byRoundAndIndex = (a: Pairing, b: Pairing): number => a.round - b.round || a.index - b.index

function checkPlayers({ pairing: { key, players }, played }: Concluded): void {
  if (played !== undefined && players.some((id, side) => id !== played.players[side]))
    throw new OtherPlayersError(
      key,
      `Cannot use the result of ${key}: it was played by ${played.players.join(' and ')}, expected ${players.join(' and ')}`,
    )
}

/** By the other results, the match with this key has other players than those that played it. */
export class OtherPlayersError extends Error {
  readonly key: string
  constructor(key: string, message: string) {
    super(message)
    this.key = key
  }
}

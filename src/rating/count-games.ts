import type { PairResults } from './games-by-pair.ts'

/** One game to be rated: the player in the first seat, the one in the second, and the seat that won. */
export interface RatedGame {
  readonly first: string
  readonly second: string
  /** Undefined for a draw. */
  readonly winner: 0 | 1 | undefined
  /** Equal for games with the same first position, moves and end. A game without one counts as different from all others. */
  readonly fingerprint: string | undefined
}

/** How many games there were, and how many of them are no copy of another. */
export interface GameCount {
  readonly games: number
  readonly different: number
}

/** Games that are counted one by one. A copy of a game says nothing new, so it is no evidence for a rating. */
export interface CountedGames {
  /** False for a copy: the same players sat in the same seats, and made the same moves from the same position. */
  add(game: RatedGame): boolean
  all(): GameCount
  of(player: string): GameCount
  /** All different games, for `fitRatings`. */
  results(): readonly PairResults[]
}

export function countGames(games: Iterable<RatedGame> = []): CountedGames {
  const meetings = new Map<string, Map<string, Meeting>>()
  const players = new Map<string, Counting>()
  const all: Counting = { games: 0, different: 0 }

  function meetingOf(first: string, second: string): Meeting {
    const own = meetings.get(first) ?? new Map<string, Meeting>()
    meetings.set(first, own)
    const meeting = own.get(second) ?? { first, second, wins: 0, draws: 0, losses: 0, seen: new Set() }
    own.set(second, meeting)
    return meeting
  }

  function countFor(player: string): Counting {
    const counting = players.get(player) ?? { games: 0, different: 0 }
    players.set(player, counting)
    return counting
  }

  function add({ first, second, winner, fingerprint }: RatedGame): boolean {
    const meeting = meetingOf(first, second)
    const isCopy = fingerprint !== undefined && meeting.seen.has(fingerprint)
    for (const counting of [all, countFor(first), countFor(second)]) {
      counting.games++
      if (!isCopy) counting.different++
    }
    if (isCopy) return false
    meeting.seen.add(fingerprint)
    if (winner === undefined) meeting.draws++
    else if (winner === 0) meeting.wins++
    else meeting.losses++
    return true
  }

  for (const game of games) add(game)
  return {
    add,
    all: () => ({ ...all }),
    of: (player) => ({ ...(players.get(player) ?? { games: 0, different: 0 }) }),
    results: () =>
      [...meetings.values()].flatMap((own) =>
        [...own.values()].map(({ first, second, wins, draws, losses }) => ({
          first,
          second,
          wins,
          draws,
          losses,
        })),
      ),
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
type Counting = Mutable<GameCount>
type Meeting = Mutable<PairResults> & { readonly seen: Set<string | undefined> }

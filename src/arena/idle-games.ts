/** A practice game that runs now. */
export interface PracticeGame {
  readonly match: number
  /** The team that practises. */
  readonly owner: string
  /** How long its player has not asked for anything. */
  readonly idleMs: number
  /** Whether it holds a place that others wait for. */
  readonly isWanted: boolean
}

/** When a practice game ends because its player has not asked for anything. */
export interface IdleLimits {
  /** In any case: as long as the longest clock that practice may have. */
  readonly alwaysMs: number
  /** When others wait for its place. */
  readonly wantedMs: number
  /** When others wait for its place, and its team holds another as well; longer than a request may be held back. */
  readonly wantedOfManyMs: number
}

export const IDLE_LIMITS: IdleLimits = { alwaysMs: 600_000, wantedMs: 60_000, wantedOfManyMs: 30_000 }

/** The games that end now: all that are idle for too long, and where places are wanted the longest idle game of each team. */
export function idleGames(games: readonly PracticeGame[], limits: IdleLimits): readonly PracticeGame[] {
  const wanted = new Map<string, readonly PracticeGame[]>()
  for (const game of games)
    if (game.isWanted) wanted.set(game.owner, [...(wanted.get(game.owner) ?? []), game])
  const given = [...wanted.values()].flatMap((own) => {
    const [longest] = own.toSorted((a, b) => b.idleMs - a.idleMs)
    const limit = own.length > 1 ? limits.wantedOfManyMs : limits.wantedMs
    return longest && longest.idleMs >= limit ? [longest] : []
  })
  const left = games.filter((game) => game.idleMs >= limits.alwaysMs && !given.includes(game))
  return [...given, ...left]
}

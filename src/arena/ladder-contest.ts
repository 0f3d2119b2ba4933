import { fail, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import type { Store, TournamentRow } from '../store/store.ts'
import type { Ladders } from './ladder.ts'
import type { NewTournament } from './new-tournament.ts'
import type { Tournaments } from './tournaments.ts'

/** A contest of the best bots of a ladder. */
export interface LadderContest extends Pick<NewTournament, 'name' | 'options'> {
  readonly top: number
  readonly format?: string
}

const DEFAULT_FORMAT = 'round-robin-knock-out'

/**
 * Makes a tournament of the best bots of the running season, seeded by their ratings; it waits to be started. Each entrant is
 * the version that is rated: it plays whatever its team uploads meanwhile. House brains and bots that left the ladder are not in it.
 */
export async function makeLadderContest(
  { ladders, tournaments, store }: ContestParts,
  challenge: Challenge,
  { name, top, format = DEFAULT_FORMAT, options }: LadderContest,
): Promise<Result<TournamentRow>> {
  const rated = await ratedVersions(ladders, challenge, store)
  if (top > rated.length)
    return fail(
      'bad-entrants',
      `Cannot make a contest of the best ${top}: the ladder of ${challenge.id} has ${rated.length} enrolled ${rated.length === 1 ? 'bot' : 'bots'} with a rating`,
      'top',
    )
  return tournaments.create({
    name,
    challenge: challenge.id,
    format,
    ...(options && { options }),
    entrants: rated.slice(0, top).map(({ bot, version }) => `bot:${bot}@${version}`),
  })
}

export interface ContestParts {
  readonly ladders: Ladders
  readonly tournaments: Tournaments
  readonly store: Store
}

interface RatedVersion {
  readonly bot: number
  readonly version: number
  readonly rating: number
}

/** The newest version of each enrolled bot that counts and has a rating, best first. */
async function ratedVersions(
  ladders: Ladders,
  challenge: Challenge,
  store: Store,
): Promise<readonly RatedVersion[]> {
  const rated: RatedVersion[] = []
  for (const { who, enrolled } of (await ladders.of(challenge)).rows) {
    const row = enrolled && 'bot' in who ? store.bot(who.bot.id) : undefined
    if (!row) continue
    const { versions } = await ladders.bot(row)
    const newest = versions.find(({ counts, plusMinus }) => counts && plusMinus !== undefined)
    if (newest) rated.push({ bot: row.id, version: newest.version, rating: newest.rating })
  }
  return rated.toSorted((a, b) => b.rating - a.rating || a.bot - b.bot)
}

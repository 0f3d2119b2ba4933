import { show } from '../base/fields.ts'
import { fail, ok, within, type Result } from '../base/result.ts'
import type { Store } from '../store/store.ts'
import { makeTournament, type WantedTournament } from '../tournament-runner/make-tournament.ts'
import type { TournamentEntrant, TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { checkJoinable, type EntryTerms } from './entry-terms.ts'
import { readCalledPlayer } from './read-player.ts'
import { withStartUp } from './start-up.ts'

/** A tournament as an organiser asks for it. */
export interface NewTournament extends Pick<
  WantedTournament,
  'challenge' | 'format' | 'options' | 'settings'
> {
  readonly name: string
  /** `player:ID`, `bot:ID`, `bot:ID@VERSION`, `house:NAME`; the order is the seeding. */
  readonly entrants: readonly string[]
  readonly seed?: number
  readonly benchAfter?: number
  /** Left out: on, if the game has openings and its contest does not fix the start. */
  readonly openings?: boolean
  /** Positions a house brain may look at in a turn, instead of a clock. */
  readonly nodes?: number
  /** Only there to be watched: it is played slowly enough for that. */
  readonly isShow?: boolean
  /** Who may join until it starts. Left out: no team can. */
  readonly entry?: EntryTerms
}

export const MAX_ENTRANTS = 1000

export function readNewTournament(wanted: NewTournament, store: Store): Result<TournamentSpec> {
  const { name, isShow, entrants, entry, ...rest } = wanted
  const least = (entry?.state ?? 'closed') === 'closed' ? 2 : 0
  const joinable = checkJoinable(wanted.format, entry?.state ?? 'closed')
  if (!joinable.ok) return joinable
  const isByHttp = entrants.some((entrant) => entrant.startsWith('player:'))
  return makeTournament({
    ...rest,
    title: name,
    entrants: ({ id }) => readEntrants(entrants, least, id, store),
    how: { times: true, ...(isShow === true && { isShow: true }) },
    rules: (rules) => withStartUp(rules, isByHttp),
  })
}

/** Two entrants of one name are told apart by what they are. */
function readEntrants(
  entrants: readonly string[],
  least: number,
  challenge: string,
  store: Store,
): Result<readonly TournamentEntrant[]> {
  if (entrants.length < least || entrants.length > MAX_ENTRANTS)
    return fail(
      'bad-entrants',
      `Cannot hold a tournament of ${entrants.length}: expected ${least} to ${MAX_ENTRANTS} entrants`,
    )
  const all: TournamentEntrant[] = []
  for (const [at, bot] of entrants.entries()) {
    if (all.some((other) => other.bot === bot))
      return fail('bad-entrants', `Cannot enter ${show(bot)} twice`, String(at))
    const player = within(String(at), readCalledPlayer(bot, challenge, store))
    if (!player.ok) return player
    const { name } = player.value
    all.push({ name: all.some((other) => other.name === name) ? `${name} (${bot})` : name, bot })
  }
  return ok(all)
}

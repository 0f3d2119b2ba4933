import { show } from '../base/fields.ts'
import { fail, ok, within, type Result } from '../base/result.ts'
import { parseClock, type TimeControl } from '../match/rules.ts'
import type { NewPlanBody } from '../api/tournaments.ts'
import { MODEL_CLOCK } from '../match/rules.ts'
import { isModel } from '../models/read-model.ts'
import type { Store } from '../store/store.ts'
import { makeTournament, type WantedTournament } from '../tournament-runner/make-tournament.ts'
import type { TournamentEntrant, TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { specOf } from './entry-entrants.ts'
import { checkJoinable, type EntryTerms } from './entry-terms.ts'
import { ownerOf } from './owner-of.ts'
import { readCalledPlayer } from './read-player.ts'
import { withStartUp } from './start-up.ts'
import { changePlan } from './tournament-plan.ts'

/** A tournament as an organiser asks for it. */
export interface NewTournament extends Pick<
  WantedTournament,
  'challenge' | 'format' | 'options' | 'settings'
> {
  readonly name: string
  /** `player:ID`, `bot:ID`, `bot:ID@VERSION`, `house:NAME`, `llm:MODEL`; the order is the seeding. */
  readonly entrants: readonly string[]
  readonly seed?: number
  readonly benchAfter?: number
  /** Left out: on, if the game has openings and its contest does not fix the start. */
  readonly openings?: boolean
  /** Positions a house brain may look at in a turn, instead of a clock. */
  readonly nodes?: number
  /** Only there to be watched: it is played slowly enough for that. */
  readonly isShow?: boolean
  /** How long a player may think, `10s` or `60s+2s`; left out: as in the challenge. */
  readonly clock?: string
  readonly plan?: NewPlanBody
  /** Who may join until it starts. Left out: no team can. */
  readonly entry?: EntryTerms
  /** The tournament whose best play on in this one. */
  readonly after?: number
}

export const MAX_ENTRANTS = 1000

export function readNewTournament(wanted: NewTournament, store: Store): Result<TournamentSpec> {
  const { name, isShow, entrants, clock, plan, entry, after, ...rest } = wanted
  const planned = changePlan({}, plan ?? {})
  if (!planned.ok) return within('plan', planned)
  const own = clock === undefined ? ok(undefined) : readContestClock(clock)
  if (!own.ok) return own
  const least = (entry?.state ?? 'closed') === 'closed' ? 2 : 0
  const joinable = checkJoinable(wanted.format, entry?.state ?? 'closed')
  if (!joinable.ok) return joinable
  const names = after === undefined ? ok(new Map<string, string>()) : teamNamesIn(after, store)
  if (!names.ok) return names
  const isByHttp = entrants.some((entrant) => entrant.startsWith('player:'))
  const ownClock = own.value ?? (entrants.some(isModel) ? MODEL_CLOCK : undefined)
  return makeTournament({
    ...rest,
    title: name,
    entrants: ({ id }) => readEntrants(entrants, least, id, store, names.value),
    how: { times: true, ...(isShow === true && { isShow: true }) },
    rules: (rules) => withStartUp(ownClock ? { ...rules, clock: ownClock } : rules, isByHttp),
  })
}

/** Reads the clock of a contest. It must end every match in a bearable time: a player may have fallen silent. */
export function readContestClock(text: string): Result<TimeControl> {
  const clock = within('clock', parseClock(text))
  if (!clock.ok) return clock
  return clock.value.kind === 'none' || clock.value.ms > MAX_CLOCK_MS
    ? fail('bad-clock', `Cannot use the clock ${show(text)}: expected a time of at most 1 hour`, 'clock')
    : clock
}

const MAX_CLOCK_MS = 3_600_000

/** Two entrants of one name are told apart by what they are. */
function readEntrants(
  entrants: readonly string[],
  least: number,
  challenge: string,
  store: Store,
  /** Of entrants that have another name than usual. */
  names: ReadonlyMap<string, string>,
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
    const name = names.get(bot) ?? player.value.name
    all.push({ name: all.some((other) => other.name === name) ? `${name} (${bot})` : name, bot })
  }
  return ok(all)
}

/** The bots that played in a tournament under the name of their team alone, because the team had joined it: with their version and without. */
function teamNamesIn(id: number, store: Store): Result<ReadonlyMap<string, string>> {
  const row = store.tournament(id)
  if (!row) return fail('unknown-tournament', `Cannot play on after tournament ${id}: there is none`, 'after')
  const spec = specOf(row)
  if (!spec.ok) return spec
  return ok(
    new Map(
      spec.value.entrants.flatMap(({ name, bot }) => {
        const owner = ownerOf(bot, store)
        const team = owner === undefined ? undefined : store.person(owner)
        const [newest = bot] = bot.split('@')
        return team?.name === name ? [[bot, name] as const, [newest, name] as const] : []
      }),
    ),
  )
}

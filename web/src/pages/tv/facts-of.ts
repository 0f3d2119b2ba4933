import type { SlideBody } from '../../../../src/api/slides.ts'
import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import type { Lobby } from '../../api/follow-lobby.ts'
import { bracketGroups } from './bracket-groups.ts'
import type { Facts, Scene } from './direct.ts'
import { highlightsOf } from './highlights.ts'
import type { Stake } from './stakes.ts'

/** Rows on one page of the standings: two columns that can be read from the last row of the hall. */
export const PAGE_ROWS = 32
const MOST_HIGHLIGHTS = 3
const MOST_REPLAYS = 5

interface Sources {
  readonly contest: WholeTournamentBody | undefined
  readonly stakes: ReadonlyMap<number, Stake>
  /** Whether the address names the contest: then no other match is shown. */
  readonly isNamed: boolean
  readonly lobby: Pick<Lobby, 'playing' | 'over'>
  readonly slides: readonly SlideBody[]
}

/** Whether the name of the contest stands above a scene: not above boards of other matches once it is over. */
export const isNamedAbove = (
  scene: Scene | undefined,
  contest: Pick<WholeTournamentBody, 'status'> | undefined,
  stakes: ReadonlyMap<number, unknown>,
): boolean =>
  scene?.kind !== 'boards' || contest?.status !== 'over' || scene.slots.some(({ match }) => stakes.has(match))

/** What the director needs to know, from what the server says. */
export function factsOf({ contest, stakes, isNamed, lobby, slides }: Sources): Facts {
  const isExclusive = isNamed || contest?.status === 'running' || contest?.status === 'paused'
  const playing = lobby.playing
    .filter(({ id }) => !isExclusive || stakes.has(id))
    // The oldest first: boards keep their order when another match begins.
    .toSorted((a, b) => a.id - b.id)
    .map(({ id }) => ({ match: id, rank: stakes.get(id)?.rank ?? 0 }))
  const others = isExclusive || playing.length > 0 ? [] : lobby.over.filter((match) => !match.void)
  const highlights = contest ? highlightsOf(contest).slice(0, MOST_HIGHLIGHTS) : []
  return {
    status: contest?.status,
    canJoin: contest !== undefined && contest.join !== null,
    playing,
    replays: contest ? highlights : others.slice(0, MOST_REPLAYS).map(({ id }) => ({ match: id })),
    standings: contest ? Math.ceil(contest.result.standings.length / PAGE_ROWS) : 0,
    brackets: bracketGroups(contest?.result.bracket).map((_, index) => index),
    slides,
  }
}

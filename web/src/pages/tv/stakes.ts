import type { ScheduledMatch, WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import type { Bracket, Tie } from '../../../../src/tournament/bracket.ts'
import { capital } from '../../parts/tournament-words.ts'

/** How important a match is, and what the winner gets, in words without a full stop. */
export interface Stake {
  /** At least `FINAL` for the final, at least `SEMI_FINAL` for the matches before it; below 1 outside a knock-out. */
  readonly rank: number
  readonly words: string
}

export const FINAL = 3
export const SEMI_FINAL = 2

type Facts = Pick<WholeTournamentBody, 'schedule'> & {
  readonly result: Pick<WholeTournamentBody['result'], 'bracket' | 'standings'>
}

/** The stakes of all matches that have a number, by that number. */
export function stakesOf({ schedule, result: { bracket, standings } }: Facts): ReadonlyMap<number, Stake> {
  const ties = tiesByMatch(bracket)
  const places = new Map(standings.map(({ name, place }) => [name, place]))
  const hasResults = standings.some(({ wins, draws, losses }) => wins + draws + losses > 0)
  return new Map(
    schedule.flatMap((match) => {
      if (match.match === null) return []
      const tie = ties.byMatch.get(match.key)
      const stake = tie ? tieStake(tie, ties.byId) : tableStake(match, hasResults ? places : NO_PLACES)
      return [[match.match, stake] as const]
    }),
  )
}

const NO_PLACES: ReadonlyMap<string, number> = new Map()

type Ties = ReadonlyMap<string, Tie>

function tiesByMatch(bracket: Bracket | undefined): { readonly byMatch: Ties; readonly byId: Ties } {
  const ties = (bracket?.parts ?? []).flatMap(({ rounds }) => rounds.flatMap((round) => round.ties))
  return {
    byMatch: new Map(ties.flatMap((tie) => tie.matches.map((key) => [key, tie] as const))),
    byId: new Map(ties.map((tie) => [tie.id, tie])),
  }
}

function tieStake(tie: Tie, ties: Ties): Stake {
  const title = capital(tie.title)
  const toGo = tiesToGo(tie, ties)
  if (isForPlace(tie)) return { rank: 1.5, words: title }
  if (toGo === 0) return { rank: FINAL, words: `${title}: the winner takes the contest` }
  const next = ties.get(tie.winnerTo?.tie ?? '')
  return {
    rank: toGo === 1 ? SEMI_FINAL : 1 + 1 / (toGo + 1),
    words: `${title}: the winner ${nextWords(tie, next, ties)}`,
  }
}

/** A match for third place: the losers of two ties meet, and the winner goes nowhere. */
const isForPlace = ({ slots, winnerTo }: Tie): boolean =>
  winnerTo === undefined && slots.every(({ from }) => from?.kind === 'loser')

/** How many more ties the winner plays. The second of two finals is played only if the first was an upset. */
function tiesToGo(tie: Tie, ties: Ties): number {
  let count = 0
  for (let at = tie; at.winnerTo !== undefined && at.winnerTo.tie !== at.loserTo?.tie; count++) {
    const next = ties.get(at.winnerTo.tie)
    if (next === undefined || count > ties.size) break
    at = next
  }
  return count
}

function nextWords(tie: Tie, next: Tie | undefined, ties: Ties): string {
  const rival = next?.slots[tie.winnerTo?.slot === 0 ? 1 : 0]
  if (next === undefined || rival === undefined) return 'goes on'
  if (typeof rival.entrant === 'string') return `meets ${rival.entrant}`
  const [one, other] = ties.get(rival.from?.tie ?? '')?.slots ?? []
  return typeof one?.entrant === 'string' &&
    typeof other?.entrant === 'string' &&
    rival.from?.kind === 'winner'
    ? `meets ${one.entrant} or ${other.entrant}`
    : `goes on to the ${next.title}`
}

/** Outside a knock-out a match is the more important the higher its players stand. */
function tableStake(match: ScheduledMatch, places: ReadonlyMap<string, number>): Stake {
  const [first, second] = match.players.map((name) => places.get(name))
  const stage = stageWords(match)
  if (first === undefined || second === undefined) return { rank: 0, words: stage }
  return { rank: 1 / (first + second), words: `${stage}: ${ordinal(first)} against ${ordinal(second)}` }
}

/** `Round robin, round 3`, `Round 3`, `Semi-final`. */
export function stageWords({ stage, round }: Pick<ScheduledMatch, 'stage' | 'round'>): string {
  return stage === 'round robin' ? `${capital(stage)}, round ${round}` : capital(stage)
}

export function ordinal(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${ending}`
}

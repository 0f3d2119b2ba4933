import { seededRng } from '../base/rng.ts'
import { must } from '../base/result.ts'
import { fitRatings, type Ratings } from '../rating/fit.ts'
import { eloOfTally, type Interval } from '../rating/elo.ts'
import type { Sprt } from '../rating/sprt.ts'
import { superiority } from '../rating/superiority.ts'
import type { Bracket } from '../tournament/bracket.ts'
import type { Course } from '../tournament/course.ts'
import { crosstable, type Cell } from '../tournament/crosstable.ts'
import { describeOut, describeReason, type Reason } from '../tournament/reason.ts'
import { tournamentStandings, type Mark } from '../tournament/standings.ts'
import type { Ended } from '../tournament/tournament.ts'
import { countedMatches, specFor, type TournamentSpec } from './tournament-spec.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { oneResult } from './rate-entrants.ts'
import { judgeSprt, sprtFormat, type SprtOptions } from './sprt-format.ts'
import { statisticsOf, type Statistics } from './statistics.ts'

/** The result of a tournament, without times: the same tournament with the same deterministic bots gives the same bytes. */
export interface TournamentResult {
  readonly title: string
  readonly challenge: string
  readonly format: string
  readonly options: unknown
  readonly seed: number
  readonly entrants: TournamentSpec['entrants']
  readonly isDone: boolean
  readonly matches: { readonly played: number; readonly forfeited: number; readonly void: number }
  readonly standings: readonly ResultStanding[]
  /** What decides between entrants, in this order. */
  readonly rules: readonly string[]
  readonly notes: readonly string[]
  /** By rounds, the strongest first; none before anything was played. */
  readonly ratings: readonly ResultRating[]
  /** What the first seat is worth; not where both move at once. */
  readonly goingFirst?: Interval
  readonly sprt?: ResultSprt
  /** Every entrant against every other, in the order of the standings; null where two have not met. */
  readonly crosstable: readonly (readonly (Cell | null)[])[]
  readonly bracket?: Bracket
  readonly statistics: readonly Statistics[]
  readonly games: readonly ResultGame[]
}

export interface ResultStanding {
  readonly place: number
  readonly name: string
  /** For the result, or for the place in the tournament. */
  readonly points: number
  /** The mean of the judges, where marks are published. */
  readonly judged?: number
  readonly total: number
  /** In the tournament, before judges. */
  readonly tournamentPlace: number
  /** From matches alone. */
  readonly matchPoints: number
  readonly wins: number
  readonly draws: number
  readonly losses: number
  readonly byes: number
  readonly forfeits: number
  readonly voids: number
  readonly roundsWon: number
  readonly roundsLost: number
  /** Why it takes no more part, in words. */
  readonly out?: string
  /** Why this one is above the next, or level with it; none for the last. */
  readonly reason?: Reason
  /** The same in words. */
  readonly why?: string
}

export interface ResultRating extends Interval {
  readonly name: string
  readonly rounds: number
  readonly points: number
  /** How likely it is that this one is stronger than each of the others, in the order of the ratings. */
  readonly superiority: readonly number[]
}

export interface ResultSprt extends Omit<Sprt, 'tally' | 'verdict'> {
  readonly pairs: readonly number[]
  readonly verdict: 'H0' | 'H1' | null
  readonly elo: Interval
}

export interface ResultGame {
  readonly key: string
  readonly stage: string
  readonly round: number
  readonly players: readonly [string, string]
  readonly how: Ended['how']
  readonly winner: string | null
  readonly score: readonly [number, number]
  /** How each round ended, in words. */
  readonly rounds: readonly {
    readonly winner: string | null
    readonly turns: number
    readonly reason: string
  }[]
  /** Why it could not be played, each time it was tried. */
  readonly hostFaults?: readonly string[]
}

/** `marks` are the published ones, or all of them for the organiser. */
export function tournamentResult(
  tournament: TournamentSpec,
  course: Course,
  entries: ReadonlyMap<string, LedgerEntry>,
  marks: readonly Mark[] = [],
): TournamentResult {
  const { challenge, format, options, seed, entrants } = tournament
  const ended = countedMatches(tournament, course)
  const ranking = course.rank()
  const standings = tournamentStandings(ranking, challenge.points, marks)
  const ranked = standings.map(({ standing }) => standing.entrant)
  const ratings = rate(tournament, ended, entries)
  const bracket = course.bracket()
  const isTest = format.id === sprtFormat.id
  const many = (how: Ended['how']): number => ended.filter((match) => match.how === how).length
  return {
    title: tournament.title ?? challenge.title,
    challenge: challenge.id,
    format: format.id,
    options,
    seed,
    entrants,
    isDone: course.isDone(),
    matches: { played: many('played'), forfeited: many('forfeited'), void: many('void') },
    standings: standings.map(({ standing, place, points, judged, total, why }): ResultStanding => {
      const { wins, draws, losses, byes, forfeits, voids, roundsWon, roundsLost, out } = standing
      return {
        place,
        name: standing.entrant.name,
        points,
        ...(judged !== undefined && { judged }),
        total,
        tournamentPlace: standing.place,
        matchPoints: standing.points,
        wins,
        draws,
        losses,
        byes,
        forfeits,
        voids,
        roundsWon,
        roundsLost,
        ...(out !== undefined && { out: describeOut(out) }),
        ...(why !== undefined && { reason: why, why: describeReason(why) }),
      }
    }),
    rules: rulesOf(tournament, ranking.rules),
    notes: ranking.notes,
    ratings: ratings === undefined ? [] : showRatings(ratings),
    ...(ratings && seatsMatter(tournament) && { goingFirst: interval(ratings.goingFirst) }),
    ...(isTest && { sprt: showSprt(judgeSprt(options as SprtOptions, ids(tournament), ended).sprt) }),
    crosstable: crosstable(ranked, ended).map((row) => row.map((cell) => cell ?? null)),
    ...(bracket && { bracket }),
    statistics: statisticsOf(
      ranked.map(({ name }) => name),
      ended,
      entries,
    ),
    games: ended.map((match) => showGame(match, entries.get(match.pairing.key))),
  }
}

const ids = ({ entrants }: TournamentSpec) => entrants.map(({ name }) => ({ id: name, name }))

function rulesOf(
  { challenge: { points } }: TournamentSpec,
  rules: readonly { readonly explanation: string }[],
): readonly string[] {
  const own = rules.map(({ explanation }) => explanation)
  if (points.kind === 'by-result')
    return [
      `A match is worth ${points.win} for a win, ${points.draw} for a draw, ${points.loss} for a loss`,
      ...own,
    ]
  const judges = points.judges > 0 ? `, and judges add up to ${points.judges}` : ''
  return [
    `Contest points: ${points.first} for first place, ${points.step} less for each place after it${judges}; equal totals go by place`,
    ...own,
  ]
}

/** One fit over all rounds that were played; the player in the first seat of a round goes first. */
function rate(
  tournament: TournamentSpec,
  ended: readonly Ended[],
  entries: ReadonlyMap<string, LedgerEntry>,
): Ratings | undefined {
  const results = ended.flatMap(({ pairing, how }) =>
    how !== 'played'
      ? []
      : (entries.get(pairing.key)?.rounds ?? []).map(({ seats, winner }) => {
          const seat = winner === undefined ? undefined : seats[0] === winner ? 0 : 1
          return oneResult([pairing.players[seats[0]], pairing.players[seats[1]]], seat)
        }),
  )
  if (results.length === 0) return undefined
  const names = tournament.entrants.map(({ name }) => name)
  return fitRatings(names, results, { firstMatters: seatsMatter(tournament) })
}

/** Where both players move at once neither goes first. */
function seatsMatter(tournament: TournamentSpec): boolean {
  const { game, config } = must(specFor(tournament, 0))
  return game.toMove(game.setup(config, seededRng(0))).length === 1
}

const showRatings = (ratings: Ratings): ResultRating[] =>
  ratings.players.map((rating) => ({
    name: rating.player,
    ...interval(rating),
    rounds: rating.games,
    points: rating.points,
    superiority: ratings.players.map(({ player }) =>
      player === rating.player ? 0.5 : Math.round(superiority(ratings, rating.player, player) * 1e4) / 1e4,
    ),
  }))

/** A tenth of a point is finer than any interval. */
const interval = ({ elo, low, high }: Interval): Interval => ({
  elo: tenths(elo),
  low: tenths(low),
  high: tenths(high),
})

const tenths = (value: number): number => (Number.isFinite(value) ? Math.round(value * 10) / 10 + 0 : value)

const showSprt = ({ tally, verdict, ...rest }: Sprt): ResultSprt => ({
  ...rest,
  pairs: tally,
  verdict: verdict ?? null,
  elo: interval(eloOfTally(tally)),
})

function showGame({ pairing, how, winner, score }: Ended, entry: LedgerEntry | undefined): ResultGame {
  const { key, stage, round, players } = pairing
  const nameOf = (player: 0 | 1 | undefined): string | null => (player === undefined ? null : players[player])
  const rounds = how === 'played' ? (entry?.rounds ?? []) : []
  return {
    key,
    stage,
    round,
    players,
    how,
    winner: nameOf(winner),
    score,
    rounds: rounds.map(({ winner, turns, reason }) => ({ winner: nameOf(winner), turns, reason })),
    ...(how === 'void' && entry?.hostFaults && { hostFaults: entry.hostFaults }),
  }
}

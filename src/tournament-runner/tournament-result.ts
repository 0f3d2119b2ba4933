import type {
  TournamentResult,
  ResultStanding,
  ResultRating,
  ResultSprt,
  Statistics,
  ResultGame,
} from '../api/tournament-result.ts'
import { seededRng } from '../base/rng.ts'
import { must } from '../base/result.ts'
import { countGames, type CountedGames } from '../rating/count-games.ts'
import { fitRatings, type Ratings } from '../rating/fit.ts'
import { eloOfTally, type Interval } from '../rating/elo.ts'
import { superiority } from '../rating/superiority.ts'
import type { Course } from '../tournament/course.ts'
import { crosstable } from '../tournament/crosstable.ts'
import { describeTie, tiesWithoutWin } from '../tournament/describe-tie.ts'
import { describeOut, describeReason } from '../tournament/reason.ts'
import { tournamentStandings, type Mark } from '../tournament/standings.ts'
import type { Ended } from '../tournament/tournament.ts'
import { countedMatches, specFor, type TournamentSpec } from './tournament-spec.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { describeOpenings } from './pairing-opening.ts'
import { judgeSprt, MOST_COPIES, sprtFormat, type JudgedSprt, type SprtOptions } from './sprt-format.ts'
import { statisticsOf } from './statistics.ts'

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
  const rounds = countRounds(ended, entries)
  const ratings = rate(tournament, rounds)
  const statistics = statisticsOf(
    ranked.map(({ name }) => name),
    ended,
    entries,
  )
  const bracket = course.bracket()
  const withoutWin = new Map(
    (bracket ? tiesWithoutWin(bracket) : []).map((tie) => [tie.matches.at(-1), describeTie(tie)]),
  )
  const isTest = format.id === sprtFormat.id
  const many = (how: Ended['how']): number => ended.filter((match) => match.how === how).length
  return {
    title: tournament.title ?? challenge.title,
    challenge: challenge.id,
    format: format.id,
    options,
    seed,
    entrants,
    openings: tournament.openings === true,
    isDone: course.isDone(),
    matches: { played: many('played'), forfeited: many('forfeited'), void: many('void') },
    rounds: rounds.all(),
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
    notes: [...ranking.notes, ...openingNotes(ended, entries)],
    ratings: ratings === undefined ? [] : showRatings(ratings, statistics, rounds),
    ...(ratings && seatsMatter(tournament) && { goingFirst: interval(ratings.goingFirst) }),
    ...(isTest && { sprt: showSprt(judgeSprt(options as SprtOptions, ids(tournament), ended)) }),
    crosstable: crosstable(ranked, ended).map((row) => row.map((cell) => cell ?? null)),
    ...(bracket && { bracket }),
    statistics,
    games: ended.map((match) =>
      showGame(match, entries.get(match.pairing.key), withoutWin.get(match.pairing.key)),
    ),
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

function openingNotes(ended: readonly Ended[], entries: ReadonlyMap<string, LedgerEntry>): readonly string[] {
  const played = ended.filter(({ how }) => how === 'played')
  const note = describeOpenings(played.map(({ pairing }) => entries.get(pairing.key)?.opening))
  return note === undefined ? [] : [note]
}

/** All rounds that were played; the player in the first seat of a round goes first. */
function countRounds(ended: readonly Ended[], entries: ReadonlyMap<string, LedgerEntry>): CountedGames {
  const rounds = countGames()
  for (const { pairing, how } of ended) {
    if (how !== 'played') continue
    for (const { seats, winner, fingerprint } of entries.get(pairing.key)?.rounds ?? [])
      rounds.add({
        first: pairing.players[seats[0]],
        second: pairing.players[seats[1]],
        winner: winner === undefined ? undefined : seats[0] === winner ? 0 : 1,
        fingerprint,
      })
  }
  return rounds
}

/** One fit over all different rounds. */
function rate(tournament: TournamentSpec, rounds: CountedGames): Ratings | undefined {
  if (rounds.all().games === 0) return undefined
  const names = tournament.entrants.map(({ name }) => name)
  return fitRatings(names, rounds.results(), { firstMatters: seatsMatter(tournament) })
}

/** Where both players move at once neither goes first. */
function seatsMatter(tournament: TournamentSpec): boolean {
  const { game, config } = must(specFor(tournament, 0))
  return game.toMove(game.setup(config, seededRng(0))).length === 1
}

const showRatings = (
  ratings: Ratings,
  statistics: readonly Statistics[],
  rounds: CountedGames,
): ResultRating[] => {
  const chances = superiorities(ratings)
  const byName = new Map(statistics.map((own) => [own.name, own]))
  return ratings.players.map((rating, index) => ({
    name: rating.player,
    ...interval(rating),
    rounds: rounds.of(rating.player).games,
    different: rounds.of(rating.player).different,
    points: pointsOf(byName.get(rating.player)),
    superiority: chances[index] ?? [],
  }))
}

/** How likely each player is stronger than each, to four decimals. Each pair is computed once: the other player has the rest of the chance. */
function superiorities(ratings: Ratings): readonly (readonly number[])[] {
  const { players } = ratings
  const table = players.map(() => Array.from(players, () => 0.5))
  players.forEach(({ player }, row) => {
    for (let column = 0; column < row; column++) {
      const chance = Math.round(superiority(ratings, player, players[column]?.player ?? '') * 1e4)
      ;(table[row] as number[])[column] = chance / 1e4
      ;(table[column] as number[])[row] = (1e4 - chance) / 1e4
    }
  })
  return table
}

/** Of all rounds, copies included. */
const pointsOf = (own: Statistics | undefined): number =>
  (own?.seats ?? []).reduce((sum, { wins, draws }) => sum + wins + draws / 2, 0)

/** A tenth of a point is finer than any interval. */
const interval = ({ elo, low, high }: Interval): Interval => ({
  elo: tenths(elo),
  low: tenths(low),
  high: tenths(high),
})

const tenths = (value: number): number => (Number.isFinite(value) ? Math.round(value * 10) / 10 + 0 : value)

const showSprt = ({ sprt: { tally, verdict, ...rest }, copies, isRepeating }: JudgedSprt): ResultSprt => ({
  ...rest,
  pairs: tally,
  verdict: verdict ?? null,
  elo: interval(eloOfTally(tally)),
  copies,
  ...(isRepeating && {
    whyStopped: `The test ended without a verdict: its last ${MOST_COPIES} pairs were copies of earlier ones, and copies say nothing new`,
  }),
})

function showGame(
  { pairing, how, winner, score }: Ended,
  entry: LedgerEntry | undefined,
  tie: string | undefined,
): ResultGame {
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
    ...(how === 'played' && typeof entry?.opening === 'object' && { opening: entry.opening }),
    ...(tie !== undefined && { tie }),
    rounds: rounds.map(({ winner, turns, reason }) => ({ winner: nameOf(winner), turns, reason })),
    ...(how === 'played' && entry?.ruled && { ruled: entry.ruled }),
    ...(how === 'void' && entry?.hostFaults && { hostFaults: entry.hostFaults }),
  }
}

import { fail, type Result } from '../base/result.ts'
import { rungsOf } from '../brains/rungs.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { findChallenge } from '../challenges/index.ts'
import type { Pair } from '../game/game.ts'
import { DEVIATIONS_95 } from '../rating/normal.ts'
import type { BotRow, MatchPlayer, MatchRow, SeasonRow, Store } from '../store/store.ts'
import { UNKNOWN_ERROR, type LadderPlayer } from '../tournament/next-pair.ts'
import type { Arena } from './arena.ts'
import { openLadderFits } from './ladder-fits.ts'
import { chooseOpponent } from './ladder-opponent.ts'
import { versionKey } from './ladder-results.ts'
import { ratingBefore, ratingOf, rowsOf, type LadderNumbers, type LadderRow } from './ladder-rows.ts'
import { meanOf, openLadderSeason, type FittedSeason, type Gain, type LadderSeason } from './ladder-season.ts'
import { readCalledPlayer } from './read-player.ts'

export type { LadderNumbers, LadderRow } from './ladder-rows.ts'
export type { Gain } from './ladder-season.ts'

export interface Ladder {
  readonly season: SeasonRow
  /** Best first; bots that have not played yet come last. */
  readonly rows: readonly LadderRow[]
  /** Rated games that were fitted. */
  readonly games: number
  /** Of the games; copies of a game count once. */
  readonly different: number
}

/** One version of a bot in a ladder. */
export interface LadderVersion extends LadderNumbers {
  readonly version: number
  /** When its upload was complete, in milliseconds since 1970. */
  readonly uploaded: number
  /** False for a version whose upload came after the freeze. */
  readonly counts: boolean
  readonly gained: Gain | undefined
}

export interface LadderBot {
  readonly season: SeasonRow
  readonly enrolled: boolean
  /** Those that passed, the newest first. */
  readonly versions: readonly LadderVersion[]
}

/** The rating of a bot over time. */
export interface LadderLine {
  readonly bot: { readonly id: number; readonly person: number; readonly name: string }
  /** Oldest first, at most 40. */
  readonly points: readonly LadderPoint[]
}

export interface LadderPoint {
  /** In milliseconds since 1970: all matches that had ended by then are fitted. */
  readonly at: number
  /** The newest version that had played by then. */
  readonly version: number
  readonly rating: number
  readonly plusMinus: number
}

/** What the ladder of a challenge can call to matches in the running season: enrolled bots, and the house. */
export interface LadderField {
  readonly players: readonly LadderPlayer[]
  /** Matches that these two have begun. */
  readonly meetings: (player: string, other: string) => number
  /** Counts a match that was created just now. */
  readonly add: (row: MatchRow) => void
}

/** The ladder of each challenge. A season that is not given is the running one, and one that does not exist is a bug. */
export interface Ladders extends AsyncDisposable {
  of(challenge: Challenge, season?: number): Promise<Ladder>
  bot(bot: BotRow, season?: number): Promise<LadderBot>
  /** Ratings over time, of one bot or of the ten best. */
  history(
    challenge: Challenge,
    wanted?: { readonly bot?: BotRow; readonly season?: number },
  ): Promise<readonly LadderLine[]>
  field(challenge: Challenge): Promise<LadderField>
  /** Starts a rated match of a bot; the ladder chooses its opponent. */
  play(bot: BotRow): Promise<Result<MatchRow>>
}

/** Entries that change the rows of a ladder though no match has ended. */
const ROW_ENTRIES = [
  'version-judged',
  'ladder-enrolled',
  'ladder-left',
  'ladder-freeze-set',
  'ladder-season-begun',
] as const

/** Lines of a history, unless one bot is asked for. */
const MOST_LINES = 10

export function openLadders(arena: Arena, onFailure: (challenge: string, error: unknown) => void): Ladders {
  const { store } = arena
  const fits = openLadderFits()
  const pastFits = openLadderFits()
  /** By challenge and season. */
  const seasons = new Map<string, LadderSeason>()
  /** The last answer for each season. */
  const answers = new WeakMap<LadderSeason, { readonly fitted: FittedSeason; readonly ladder: Ladder }>()
  let isClosed = false

  const leaves = [
    arena.onMatch((row) => {
      if (row.origin !== 'ladder') return
      const running = seasonOfMatch(store.ladderSeasons(row.challenge), row)
      seasons.get(`${row.challenge} ${running.number}`)?.add(row)
    }),
    store.watch(ROW_ENTRIES, () => {
      for (const season of seasons.values()) answers.delete(season)
    }),
  ]

  function seasonOf(challenge: Challenge, row: SeasonRow): LadderSeason {
    const key = `${challenge.id} ${row.number}`
    const known = seasons.get(key)
    if (known) return known
    const all = store.ladderSeasons(challenge.id)
    const season = openLadderSeason({
      challenge,
      rows: store
        .ladderMatches(challenge.id)
        .filter((match) => seasonOfMatch(all, match).number === row.number),
      fits,
      pastFits,
      onFailure(error) {
        if (!isClosed) onFailure(challenge.id, error)
      },
    })
    seasons.set(key, season)
    return season
  }

  function find(challenge: Challenge, number?: number) {
    const row = findSeason(store.ladderSeasons(challenge.id), number)
    return { row, season: seasonOf(challenge, row) }
  }

  async function ladderOf(challenge: Challenge, number?: number): Promise<Ladder> {
    const { row, season } = find(challenge, number)
    const fitted = await season.fitted()
    const last = answers.get(season)
    if (last?.fitted === fitted) return last.ladder
    const { games, different } = fitted
    const ladder = { season: row, rows: rowsOf(season, row, fitted, store), games, different }
    answers.set(season, { fitted, ladder })
    return ladder
  }

  return {
    of: ladderOf,
    async bot(bot, number) {
      const challenge = challengeOf(bot)
      const { row, season } = find(challenge, number)
      const fitted = await season.fitted()
      const versions = versionsOf(bot, fitted, meanOf(challenge), store)
      const enrolled = store.ladderEnrolment(bot.id) !== undefined
      return { season: row, enrolled, versions: versions.toReversed() }
    },
    async history(challenge, { bot, season: number } = {}) {
      const { rows } = await ladderOf(challenge, number)
      const { season } = find(challenge, number)
      const points = await season.history()
      const best = rows.flatMap(({ who, games }) => ('bot' in who && games > 0 ? [who.bot] : []))
      return (bot ? [bot] : best.slice(0, MOST_LINES)).map(({ id, person, name }) => ({
        bot: { id, person, name },
        points: points.flatMap(({ at, ratings, newest }): LadderPoint[] => {
          const version = newest.get(id)
          const own = version === undefined ? undefined : ratings.get(versionKey(id, version))
          return version === undefined || own === undefined
            ? []
            : [{ at, version, rating: own.rating, plusMinus: DEVIATIONS_95 * own.error }]
        }),
      }))
    },
    async field(challenge) {
      const { rows } = await ladderOf(challenge)
      const { season } = find(challenge)
      const { results } = season
      return {
        players: callableIn(rows, challenge).flatMap(
          ({ who, player, rating, error, enrolled }): LadderPlayer[] => {
            const { begun, pending } = results.played(player)
            const team = 'house' in who ? undefined : who.bot.person
            return team === undefined || enrolled ? [{ id: player, team, rating, error, begun, pending }] : []
          },
        ),
        meetings: (player, other) => results.meetings(player, other),
        add: (row) => season.add(row),
      }
    },
    async play(bot) {
      const challenge = challengeOf(bot)
      const version = store.ladderVersion(bot.id, bot.challenge)
      if (version === undefined)
        return fail(
          'bot-not-ready',
          `Cannot start bot ${bot.id}: no version of it${store.ladderFreeze(bot.challenge) === undefined ? '' : ' that was uploaded before the freeze'} has passed yet`,
        )
      const player = versionKey(bot.id, version)
      const self = readCalledPlayer(player, bot.challenge, store)
      if (!self.ok) return self
      const { season } = find(challenge)
      const fitted = await season.fitted()
      const { rows } = await ladderOf(challenge)
      const { rating, error } = fitted.ratings.get(player) ?? {
        rating: rows.find((row) => row.player === player)?.rating ?? meanOf(challenge),
        error: UNKNOWN_ERROR,
      }
      const others = callableIn(rows, challenge).filter(
        ({ who }) => 'house' in who || who.bot.person !== bot.person,
      )
      const { results } = season
      const opponent = chooseOpponent({ player, rating, error }, others, (other) =>
        results.meetings(player, other.player),
      )
      if (!opponent) return fail('bad-opponent', `Cannot start bot ${bot.id}: it has no opponent yet`)
      const other = readCalledPlayer(opponent.player, challenge.id, store)
      if (!other.ok) return other
      const isFirst = results.led(player, opponent.player) <= results.led(opponent.player, player)
      const players: Pair<MatchPlayer> = isFirst ? [self.value, other.value] : [other.value, self.value]
      const created = arena.create({
        challenge: challenge.id,
        players,
        origin: 'ladder',
        starter: bot.person,
      })
      if (created.ok) season.add(created.value)
      return created
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      for (const leave of leaves) leave()
      await Promise.all([fits[Symbol.asyncDispose](), pastFits[Symbol.asyncDispose]()])
    },
  }
}

/** Those that new matches may be against: a house brain that is no rung any more is called no more. */
function callableIn(rows: readonly LadderRow[], challenge: Challenge): readonly LadderRow[] {
  const rungs = new Set(rungsOf(challenge).map(({ brain }) => brain))
  return rows.filter(({ who }) => !('house' in who) || rungs.has(who.house))
}

/** The versions of a bot that passed, the oldest first. `guess`: the rating before any game. */
function versionsOf(bot: BotRow, fitted: FittedSeason, guess: number, store: Store): LadderVersion[] {
  const freeze = store.ladderFreeze(bot.challenge) ?? Infinity
  return store.versionsWithoutLogs(bot.id).flatMap(({ version, status, created }): LadderVersion[] => {
    if (status !== 'passed') return []
    const { error: _, ...own } = ratingOf(versionKey(bot.id, version), fitted)
    const rating = own.rating ?? ratingBefore({ bot: bot.id, version }, fitted) ?? guess
    return [{ ...own, rating, version, uploaded: created, counts: created <= freeze }]
  })
}

function challengeOf({ id, challenge }: BotRow): Challenge {
  const found = findChallenge(challenge)
  if (!found) throw new Error(`bot ${id} plays ${challenge}, which is no challenge`)
  return found
}

function findSeason(seasons: readonly SeasonRow[], number?: number): SeasonRow {
  const found = number === undefined ? seasons.at(-1) : seasons.find((season) => season.number === number)
  if (!found) throw new Error(`there is no season ${number}`)
  return found
}

/** The season that counts a match. */
function seasonOfMatch(seasons: readonly SeasonRow[], { id }: MatchRow): SeasonRow {
  const found = seasons.findLast(({ firstMatch }) => firstMatch <= id)
  if (!found) throw new Error('no season has begun yet')
  return found
}

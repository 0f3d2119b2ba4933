import { ANCHOR, rungsOf } from '../brains/rungs.ts'
import { fail, type Result } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { findChallenge } from '../challenges/index.ts'
import type { Pair } from '../game/game.ts'
import { DEVIATIONS_95 } from '../rating/normal.ts'
import type { PairResults } from '../rating/games-by-pair.ts'
import type { BotRow, MatchPlayer, MatchRow, Store } from '../store/store.ts'
import type { Arena } from './arena.ts'
import { openLadderFits, type FittedRating } from './ladder-fits.ts'
import { chooseOpponent, UNKNOWN_ERROR, type Rated } from './ladder-opponent.ts'
import { readPlayer } from './read-player.ts'

/** One row of a ladder: the newest version of a bot that passed, or a house brain. */
export interface LadderRow extends Rated {
  readonly who:
    | { readonly house: string }
    | { readonly bot: Pick<BotRow, 'id' | 'person' | 'name'>; readonly version: number }
  /** Half of the 95 % interval; undefined before the first game. */
  readonly plusMinus: number | undefined
  readonly games: number
}

export interface Ladder {
  /** Best first; bots that have not played yet come last. */
  readonly rows: readonly LadderRow[]
  /** Rated games that were fitted. */
  readonly games: number
}

/** The ladder of each challenge. Its ratings are those of the last fit; a fit runs whenever results have come since. */
export interface Ladders extends AsyncDisposable {
  of(challenge: Challenge): Promise<Ladder>
  /** Starts a rated match of a bot; the ladder chooses its opponent. */
  play(bot: BotRow): Promise<Result<MatchRow>>
}

/** What is known about one challenge. */
interface Standing {
  readonly challenge: Challenge
  readonly seen: Set<number>
  readonly counted: Set<number>
  /** By `first second`. */
  readonly results: Map<string, PairResults>
  /** How many matches were begun, by `first second`. */
  readonly meetings: Map<string, number>
  fitted: Fitted | undefined
  fitting: Promise<void> | undefined
}

/** The last fit: of how many matches and games, and what came out. */
interface Fitted {
  readonly matches: number
  readonly games: number
  readonly ratings: ReadonlyMap<string, FittedRating>
}

export function openLadders(arena: Arena, onFailure: (challenge: string, error: unknown) => void): Ladders {
  const { store } = arena
  const fits = openLadderFits()
  const standings = new Map<string, Standing>()
  let isClosed = false

  const stopListening = arena.onMatch((row) => {
    const standing = row.origin === 'ladder' ? standings.get(row.challenge) : undefined
    if (!standing) return
    count(standing, row)
    refitLater(standing)
  })

  function standingOf(challenge: Challenge): Standing {
    const known = standings.get(challenge.id)
    if (known) return known
    const standing: Standing = {
      challenge,
      seen: new Set(),
      counted: new Set(),
      results: new Map(),
      meetings: new Map(),
      fitted: undefined,
      fitting: undefined,
    }
    for (const row of store.ladderMatches(challenge.id)) count(standing, row)
    standings.set(challenge.id, standing)
    return standing
  }

  async function fit(standing: Standing): Promise<void> {
    const matches = standing.counted.size
    const task = taskOf(standing)
    const ratings = task.results.length === 0 ? [] : await fits.fit(task)
    standing.fitted = {
      matches,
      games: task.results.reduce((sum, { wins, draws, losses }) => sum + wins + draws + losses, 0),
      ratings: new Map(ratings.map((rating) => [rating.player, rating])),
    }
  }

  /** One fit at a time; results that come meanwhile are fitted by the next. */
  function refit(standing: Standing): Promise<void> {
    standing.fitting ??= fit(standing).finally(() => {
      standing.fitting = undefined
    })
    return standing.fitting
  }

  function refitLater(standing: Standing): void {
    if (isClosed || standing.fitted?.matches === standing.counted.size) return
    refit(standing).then(
      () => refitLater(standing),
      (error: unknown) => {
        if (!isClosed) onFailure(standing.challenge.id, error)
      },
    )
  }

  async function ratedRows(challenge: Challenge): Promise<readonly LadderRow[]> {
    const standing = standingOf(challenge)
    if (standing.fitted === undefined) await refit(standing)
    return rowsOf(standing, store)
  }

  return {
    async of(challenge) {
      const rows = await ratedRows(challenge)
      return { rows, games: standingOf(challenge).fitted?.games ?? 0 }
    },
    async play(bot) {
      const challenge = findChallenge(bot.challenge)
      const self = readPlayer(`bot:${bot.id}`, bot.challenge, store)
      if (!challenge || !self.ok)
        return fail('bot-not-ready', `Cannot start bot ${bot.id}: no version of it has passed yet`)
      const rows = await ratedRows(challenge)
      const standing = standingOf(challenge)
      const key = keyOf(self.value)
      const own = rows.find(({ player }) => player === key)
      if (!own)
        return fail('bot-not-ready', `Cannot start bot ${bot.id}: a newer version has just passed, try again`)
      const others = rows.filter(({ who }) => 'house' in who || who.bot.person !== bot.person)
      const begun = (first: string, second: string): number =>
        standing.meetings.get(`${first} ${second}`) ?? 0
      const opponent = chooseOpponent(
        own,
        others,
        ({ player }) => begun(own.player, player) + begun(player, own.player),
      )
      if (!opponent) return fail('bad-opponent', `Cannot start bot ${bot.id}: it has no opponent yet`)
      const other = readPlayer(nameOf(opponent), challenge.id, store)
      if (!other.ok) return other
      const isFirst = begun(own.player, opponent.player) <= begun(opponent.player, own.player)
      const players: Pair<MatchPlayer> = isFirst ? [self.value, other.value] : [other.value, self.value]
      const created = arena.create({
        challenge: challenge.id,
        players,
        origin: 'ladder',
        starter: bot.person,
      })
      if (created.ok) count(standing, created.value)
      return created
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      stopListening()
      await fits[Symbol.asyncDispose]()
    },
  }
}

/** Adds a match to the meetings, and its rounds to the results once it is over. */
function count({ challenge, seen, counted, results, meetings }: Standing, row: MatchRow): void {
  const [first, second] = row.players.map((player) => player && keyOf(player))
  if (first === undefined || second === undefined || row.gameVersion !== challenge.game.version) return
  const key = `${first} ${second}`
  if (!seen.has(row.id)) {
    seen.add(row.id)
    meetings.set(key, (meetings.get(key) ?? 0) + 1)
  }
  if (row.status !== 'over' || row.void || counted.has(row.id)) return
  counted.add(row.id)
  const { wins, draws, losses } = results.get(key) ?? { wins: 0, draws: 0, losses: 0 }
  const isDrawn = row.winner === undefined
  results.set(key, {
    first,
    second,
    wins: wins + row.score[0],
    draws: draws + Number(isDrawn),
    losses: losses + row.score[1],
  })
}

/** A player of a rated match: a house brain, or one version of a bot. */
function keyOf(player: MatchPlayer): string | undefined {
  switch (player.kind) {
    case 'house':
      return `house:${player.brain}`
    case 'bot':
      return `bot:${player.bot}@${player.version}`
    case 'http':
    case 'sse':
    case 'guest':
      return undefined
  }
}

const nameOf = ({ who }: LadderRow): string => ('house' in who ? `house:${who.house}` : `bot:${who.bot.id}`)

function taskOf({ challenge, results }: Standing) {
  const rungs = rungsOf(challenge)
  return {
    results: [...results.values()],
    anchors: rungs.map(({ brain, rating }) => [`house:${brain}`, rating] as const),
    mean: meanOf(challenge),
    // Where players change seats between rounds, both go first as often.
    firstMatters: !challenge.rules.swapSeats,
  }
}

/** Where a bot is expected before its first game: in the middle of the house. */
function meanOf(challenge: Challenge): number {
  const rungs = rungsOf(challenge)
  return rungs.length === 0
    ? ANCHOR.rating
    : rungs.reduce((sum, { rating }) => sum + rating, 0) / rungs.length
}

function rowsOf({ challenge, fitted }: Standing, store: Store): readonly LadderRow[] {
  const ratings = fitted?.ratings ?? new Map<string, FittedRating>()
  const house = rungsOf(challenge).map(({ brain, rating, plusMinus }): LadderRow => {
    const player = `house:${brain}`
    const games = ratings.get(player)?.games ?? 0
    return { player, who: { house: brain }, rating, error: plusMinus / DEVIATIONS_95, plusMinus, games }
  })
  const mean = meanOf(challenge)
  const bots = botsOf(challenge.id, store).map((bot): LadderRow => {
    const player = `bot:${bot.id}@${bot.version}`
    const who = { bot, version: bot.version }
    const own = ratings.get(player)
    if (own)
      return {
        player,
        who,
        rating: own.rating,
        error: own.error,
        plusMinus: DEVIATIONS_95 * own.error,
        games: own.games,
      }
    const rating = lastRating(bot, ratings) ?? mean
    return { player, who, rating, error: UNKNOWN_ERROR, plusMinus: undefined, games: 0 }
  })
  const isNew = ({ plusMinus }: LadderRow): number => Number(plusMinus === undefined)
  return [...house, ...bots].toSorted(
    (a, b) => isNew(a) - isNew(b) || b.rating - a.rating || (a.player < b.player ? -1 : 1),
  )
}

interface ReadyBot extends BotRow {
  readonly version: number
}

/** All bots of a challenge with the newest version that passed. */
function botsOf(challenge: string, store: Store): readonly ReadyBot[] {
  const ready: ReadyBot[] = []
  const limit = 500
  for (let after = 0; ;) {
    const page = store.bots({ challenge }, { after, limit })
    for (const bot of page) if (bot.plays !== undefined) ready.push({ ...bot, version: bot.plays })
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return ready
    after = last.id
  }
}

/** The rating of the newest version that has played: the best guess for a version that has not. */
function lastRating(
  { id, version }: ReadyBot,
  ratings: ReadonlyMap<string, FittedRating>,
): number | undefined {
  for (let older = version - 1; older > 0; older--) {
    const rating = ratings.get(`bot:${id}@${older}`)
    if (rating) return rating.rating
  }
  return undefined
}

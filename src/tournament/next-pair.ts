import { informationOf } from './information.ts'

/** A player of a standing ladder, as far as it matters for a pairing. */
export interface LadderPlayer {
  readonly id: string
  /** Undefined for a house brain: its strength is known, and it plays only to measure others. */
  readonly team: number | undefined
  readonly rating: number
  /** The standard error of the rating. */
  readonly error: number
  /** Matches that it has begun. */
  readonly begun: number
  /** Of these: matches that wait or run. Their results are not in the rating yet. */
  readonly pending: number
}

export interface NextPairOptions {
  readonly players: readonly LadderPlayer[]
  /** Matches that these two have begun. */
  readonly meetings: (player: string, other: string) => number
  /** For which team each of the last pairs was called, at most `WINDOW` of them. */
  readonly called: readonly number[]
}

/** Two players that meet twice, with swapped sides. */
export interface NextPair {
  readonly players: readonly [LadderPlayer, LadderPlayer]
  /** The team whose version is measured: the pair counts as called for it. */
  readonly team: number
  /** Whether it was called because the version is new. */
  readonly isNew: boolean
}

/** A version is new until half of its 95 % interval is this narrow, in points … */
const NARROW = 100
/** … or until it has begun so many matches: no number of them makes the interval of a bot narrow that wins every game. */
const NEW_MATCHES = 80
/** Shares of teams are counted over this many pairs. */
export const WINDOW = 200
/** The share of the pairs that new versions of one team may claim before others. */
const NEW_SHARE = 1 / 4
/** How often the equal share of a team it may have, while others wait. */
const MOST_SHARES = 2
/** Matches between very different strengths tell little: a bot is tried only with this many of the next weaker. */
const NEIGHBOURS = 12
/** How many weaker bots are looked at to find them: those of the same team do not count. */
const FARTHEST = 48
/** In standard errors. */
const HALF_INTERVAL = 1.96
/** The standard error of a rating without games; the prior of the fit is as wide. */
export const UNKNOWN_ERROR = 1000

/**
 * The pair that a standing ladder should play next. New versions come first: those of the team that was called least. Then comes
 * the pair whose games tell most about the ratings of both, and that has not met too often. A team that has had its
 * share of the last pairs is met only as an opponent, so uploading often does not slow others down. Bots of one team never meet, house brains
 * neither. Undefined if no two may meet.
 */
export function nextPair({ players, meetings, called }: NextPairOptions): NextPair | undefined {
  const counts = countTeams(called)
  const teams = new Set(players.flatMap(({ team }) => (team === undefined ? [] : [team]))).size
  const share = (team: number): number => (counts.get(team) ?? 0) / WINDOW
  const entries = players.map((player): Entry => ({ ...player, variance: varianceOf(player) }))
  const isTired = (team: number): boolean => share(team) >= MOST_SHARES / teams
  const search: Search = { entries, meetings }
  return (
    firstNew(search, (team) => (share(team) < NEW_SHARE ? share(team) : undefined)) ??
    // At most half of the teams have had two equal shares, so one that may be called is always left.
    mostTelling(search, (team) => !isTired(team))
  )
}

interface Entry extends LadderPlayer {
  readonly variance: number
}

interface Search {
  readonly entries: readonly Entry[]
  readonly meetings: NextPairOptions['meetings']
}

/** Until results come, the variance is that of a player that has had even games. */
function varianceOf({ error, pending }: LadderPlayer): number {
  const variance = Math.min(error, UNKNOWN_ERROR) ** 2
  return 1 / (1 / variance + pending * informationOf(0))
}

/** Half of the 95 % interval. Matches that run are counted as if they were over. */
const isNew = ({ variance, begun }: Entry): boolean =>
  HALF_INTERVAL ** 2 * variance > NARROW ** 2 && begun < NEW_MATCHES

/** The new version of the team that was called least, against the opponent that tells most about it. */
function firstNew(
  { entries, meetings }: Search,
  shareOf: (team: number) => number | undefined,
): NextPair | undefined {
  const waiting = entries
    .flatMap((entry) => {
      const share = entry.team !== undefined && isNew(entry) ? shareOf(entry.team) : undefined
      return share === undefined ? [] : [{ entry, share }]
    })
    .toSorted(
      (a, b) => a.share - b.share || a.entry.begun - b.entry.begun || (a.entry.id < b.entry.id ? -1 : 1),
    )
  for (const { entry } of waiting) {
    const opponent = bestOpponent(entry, entries, meetings)
    if (opponent && entry.team !== undefined)
      return { players: [entry, opponent], team: entry.team, isNew: true }
  }
  return undefined
}

/** The opponent whose games tell most about this player. Of equals the first. */
function bestOpponent(
  player: Entry,
  others: readonly Entry[],
  meetings: Search['meetings'],
): Entry | undefined {
  let best: Entry | undefined
  let most = 0
  for (const other of others) {
    if (player.team === other.team) continue
    const worth = gainOf(player, other) / (1 + meetings(player.id, other.id))
    if (worth <= most) continue
    most = worth
    best = other
  }
  return best
}

function mostTelling(
  { entries, meetings }: Search,
  mayCall: (team: number) => boolean,
): NextPair | undefined {
  let best: NextPair | undefined
  let most = 0
  for (const [a, b] of candidates(entries)) {
    const [forA, forB] = [
      a.team !== undefined && mayCall(a.team) ? gainOf(a, b) : 0,
      b.team !== undefined && mayCall(b.team) ? gainOf(b, a) : 0,
    ]
    if (forA + forB <= most) continue
    const worth = (forA + forB) / (1 + meetings(a.id, b.id))
    const team = forA >= forB ? a.team : b.team
    if (worth <= most || team === undefined) continue
    most = worth
    best = { players: [a, b], team, isNew: false }
  }
  return best
}

/** Bots with the next weaker bots of other teams, and each bot with every house brain. */
function* candidates(entries: readonly Entry[]): Iterable<readonly [Entry, Entry]> {
  const bots = entries
    .filter(({ team }) => team !== undefined)
    .sort((a, b) => b.rating - a.rating || (a.id < b.id ? -1 : 1))
  const house = entries.filter(({ team }) => team === undefined)
  for (const [at, bot] of bots.entries()) {
    for (const brain of house) yield [bot, brain]
    let found = 0
    for (let next = at + 1; next <= at + FARTHEST && found < NEIGHBOURS; next++) {
      const other = bots[next]
      if (!other) break
      if (other.team === bot.team) continue
      found++
      yield [bot, other]
    }
  }
}

/** By how much one match is expected to reduce the variance of the player's rating. */
function gainOf(player: Entry, other: Entry): number {
  const information = informationOf(player.rating - other.rating)
  return (player.variance ** 2 * information) / (1 + (player.variance + other.variance) * information)
}

function countTeams(called: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const team of called.slice(-WINDOW)) counts.set(team, (counts.get(team) ?? 0) + 1)
  return counts
}

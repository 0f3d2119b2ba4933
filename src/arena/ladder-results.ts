import type { Challenge } from '../challenges/challenge.ts'
import type { PairResults } from '../rating/games-by-pair.ts'
import type { MatchPlayer, MatchRow } from '../store/store.ts'

/** The games of one match that count, from the side of its first player. */
export interface CountedMatch extends PairResults {
  readonly match: number
  /** When it ended, in milliseconds since 1970. */
  readonly ended: number
}

/** What one player of a ladder has played. */
export interface Played {
  /** Matches that were begun, void ones included. */
  readonly begun: number
  /** Matches that wait or run. */
  readonly pending: number
  readonly games: number
  /** Of the games; copies of a game count once. */
  readonly different: number
}

/** The rated matches of one season of a challenge, and what they add up to. */
export interface LadderResults {
  /** Matches that are over and count. A fit of so many is up to date. */
  readonly matches: number
  readonly games: number
  readonly different: number
  /** Adds a match that is new or has changed. */
  add(row: MatchRow): void
  /** Matches that were begun between these two, whichever goes first and whatever their versions: a new version is no new opponent. */
  meetings(player: string, other: string): number
  /** Matches between these two versions in which `first` goes first. */
  led(first: string, second: string): number
  played(player: string): Played
  /** What all players have played so far, by player. */
  records(): ReadonlyMap<string, Played>
  /** All results together, one for each ordered pair. */
  results(): readonly PairResults[]
  /** Match by match, in the order in which they ended. */
  inOrder(): readonly CountedMatch[]
}

export function openLadderResults(challenge: Challenge): LadderResults {
  const seen = new Set<number>()
  const isOver = new Set<number>()
  /** What was played between whom from which position, move by move. */
  const prints = new Set<string>()
  const results = new Map<string, PairResults>()
  const counted: CountedMatch[] = []
  const lead = new Map<string, number>()
  const met = new Map<string, number>()
  const records = new Map<string, { begun: number; pending: number; games: number; different: number }>()
  let [matches, games, different] = [0, 0, 0]

  function recordOf(player: string) {
    const known = records.get(player)
    if (known) return known
    const record = { begun: 0, pending: 0, games: 0, different: 0 }
    records.set(player, record)
    return record
  }

  const both = (first: string, second: string) => [recordOf(first), recordOf(second)]

  function begin(id: number, first: string, second: string): void {
    seen.add(id)
    const key = `${first} ${second}`
    lead.set(key, (lead.get(key) ?? 0) + 1)
    met.set(pairOf(first, second), (met.get(pairOf(first, second)) ?? 0) + 1)
    for (const record of both(first, second)) {
      record.begun++
      record.pending++
    }
  }

  function end(row: MatchRow, first: string, second: string): void {
    isOver.add(row.id)
    for (const record of both(first, second)) record.pending--
    if (row.void) return
    const [won, lost] = row.score
    const all = { wins: won, draws: Number(row.winner === undefined), losses: lost }
    const played = sum(all)
    const fresh = withoutCopies(all, freshRounds(row, first, second))
    matches++
    games += played
    different += sum(fresh)
    for (const record of both(first, second)) {
      record.games += played
      record.different += sum(fresh)
    }
    const key = `${first} ${second}`
    const { wins, draws, losses } = results.get(key) ?? { wins: 0, draws: 0, losses: 0 }
    results.set(key, {
      first,
      second,
      wins: wins + fresh.wins,
      draws: draws + fresh.draws,
      losses: losses + fresh.losses,
    })
    counted.push({ first, second, ...fresh, match: row.id, ended: row.ended ?? row.created })
  }

  /** The share of its rounds that these two have not played before; all of them where that is not known. */
  function freshRounds(row: MatchRow, first: string, second: string): number {
    const rounds = row.fingerprints ?? []
    if (rounds.length === 0) return 1
    let fresh = 0
    rounds.forEach((print, index) => {
      const isSwapped = row.rules.swapSeats && index % 2 === 1
      const key = isSwapped ? `${second} ${first} ${print}` : `${first} ${second} ${print}`
      if (prints.has(key)) return
      prints.add(key)
      fresh++
    })
    return fresh / rounds.length
  }

  return {
    get matches() {
      return matches
    },
    get games() {
      return games
    },
    get different() {
      return different
    },
    add(row) {
      const [first, second] = row.players.map((player) => player && keyOf(player))
      if (first === undefined || second === undefined || row.gameVersion !== challenge.game.version) return
      if (!seen.has(row.id)) begin(row.id, first, second)
      if (row.status === 'over' && !isOver.has(row.id)) end(row, first, second)
    },
    meetings: (player, other) => met.get(pairOf(player, other)) ?? 0,
    led: (first, second) => lead.get(`${first} ${second}`) ?? 0,
    played: (player) => records.get(player) ?? NOTHING,
    records: () => new Map([...records].map(([player, record]) => [player, { ...record }])),
    results: () => [...results.values()],
    inOrder: () => counted.toSorted((a, b) => a.ended - b.ended || a.match - b.match),
  }
}

/** Names two bots, or a bot and a house brain, without their versions. */
function pairOf(player: string, other: string): string {
  const [a, b] = [player.split('@')[0] ?? '', other.split('@')[0] ?? '']
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

export const NOTHING: Played = { begun: 0, pending: 0, games: 0, different: 0 }

type Tally = Pick<PairResults, 'wins' | 'draws' | 'losses'>

const sum = ({ wins, draws, losses }: Tally): number => wins + draws + losses

/** The share of the games that are no copies. Where only some rounds are, wins and losses keep their ratio. */
function withoutCopies(all: Tally, share: number): Tally {
  const left = Math.round(share * sum(all))
  const draws = Math.min(all.draws, left)
  const decided = all.wins + all.losses
  const wins = decided === 0 ? 0 : Math.round(((left - draws) * all.wins) / decided)
  return { wins, draws, losses: left - draws - wins }
}

/** A player of a rated match: a house brain, or one version of a bot. */
export function keyOf(player: MatchPlayer): string | undefined {
  switch (player.kind) {
    case 'house':
      return houseKey(player.brain)
    case 'bot':
      return versionKey(player.bot, player.version)
    case 'http':
    case 'sse':
    case 'guest':
    case 'model':
      return undefined
  }
}

export const houseKey = (brain: string): string => `house:${brain}`
export const versionKey = (bot: number, version: number): string => `bot:${bot}@${version}`

/** By bot: the newest version among these players. */
export function newestVersions(players: Iterable<string>): ReadonlyMap<number, number> {
  const newest = new Map<number, number>()
  for (const player of players) {
    const read = readKey(player)
    if (read && read.version > (newest.get(read.bot) ?? 0)) newest.set(read.bot, read.version)
  }
  return newest
}

/** The bot and the version of a key; undefined for a house brain. */
export function readKey(key: string): { readonly bot: number; readonly version: number } | undefined {
  const [, bot, version] = /^bot:(\d+)@(\d+)$/.exec(key) ?? []
  return bot === undefined ? undefined : { bot: Number(bot), version: Number(version) }
}

import { deriveSeed, seededRng, type Rng } from '../base/rng.ts'
import type { Ratings } from '../rating/fit.ts'
import { fitRobustly } from '../rating/fit-robustly.ts'
import type { PairResults } from '../rating/games-by-pair.ts'
import { nextPair, UNKNOWN_ERROR, WINDOW, type LadderPlayer } from '../tournament/next-pair.ts'

/** A version of a bot that wins by a set chance. */
export interface SimulatedBot {
  readonly id: string
  readonly team: number
  readonly strength: number
}

/** One game before it is played: the seats, and how many games the ladder has played. */
export interface SimulatedGame {
  readonly first: string
  readonly second: string
  readonly played: number
}

export interface SimulationOptions {
  readonly seed: number
  /** The bots that are enrolled, given the number of games that the ladder has played. */
  readonly bots: (played: number) => readonly SimulatedBot[]
  readonly games: number
  /** Any two that may meet, instead of those that tell most. */
  readonly isRandom?: boolean
  /** The id of a bot that loses this game on purpose. */
  readonly throws?: (game: SimulatedGame) => string | undefined
  /** Pairs that are called between two fits: results come late in a real ladder, too. */
  readonly pairsPerFit?: number
}

/** House brains whose measured strength is right. */
const HOUSE = { weak: 600, middle: 1600, strong: 2500, best: 3400 } as const

const MEAN = 2000
const GOING_FIRST = 30
const DRAWS = 0.3

/** A ladder in fast motion: the pairing and the fit of the arena, and games that chance decides by the true strengths. */
export function simulateLadder(options: SimulationOptions) {
  const { bots, games, seed, isRandom = false, pairsPerFit = 4 } = options
  const rng = seededRng(deriveSeed(seed, 'ladder'))
  const results = new Map<string, PairResults>()
  const meetings = new Map<string, number>()
  const begun = new Map<string, number>()
  const pending = new Map<string, number>()
  const called: number[] = []
  const waiting: PairResults[] = []
  let ratings: Ratings | undefined
  let known: ReadonlyMap<string, { readonly rating: number; readonly error: number }> = new Map()

  function fit(): void {
    for (const result of waiting.splice(0)) addTo(results, result)
    pending.clear()
    const all = [...results.values()]
    const names = [...new Set(all.flatMap(({ first, second }) => [first, second]))]
    const anchors = new Map(Object.entries(HOUSE))
    ratings = fitRobustly(names, all, { anchors, mean: MEAN }).ratings
    known = new Map(
      ratings.players.map(({ player, elo, deviation }) => [player, { rating: elo, error: deviation }]),
    )
  }

  function playersOf(enrolled: readonly SimulatedBot[]): readonly LadderPlayer[] {
    const numbers = (id: string) => ({ begun: begun.get(id) ?? 0, pending: pending.get(id) ?? 0 })
    return [
      ...Object.entries(HOUSE).map(([id, rating]) => ({
        id,
        team: undefined,
        rating,
        error: 50,
        ...numbers(id),
      })),
      ...enrolled.map(({ id, team }) => ({
        id,
        team,
        ...(known.get(id) ?? { rating: MEAN, error: UNKNOWN_ERROR }),
        ...numbers(id),
      })),
    ]
  }

  for (let played = 0, pairs = 0; played < games; played += 2, pairs++) {
    if (pairs % pairsPerFit === 0 && pairs > 0) fit()
    const enrolled = bots(played)
    const players = playersOf(enrolled)
    const met = (a: string, b: string): number => meetings.get(pairKey(a, b)) ?? 0
    const pair = isRandom ? randomPair(players, rng) : nextPair({ players, meetings: met, called })
    if (!pair) break
    called.push(pair.team)
    if (called.length > WINDOW) called.shift()
    const [a, b] = [pair.players[0].id, pair.players[1].id]
    meetings.set(pairKey(a, b), met(a, b) + 2)
    for (const id of [a, b]) {
      begun.set(id, (begun.get(id) ?? 0) + 2)
      pending.set(id, (pending.get(id) ?? 0) + 2)
    }
    const strengths = new Map([
      ...Object.entries(HOUSE),
      ...enrolled.map(({ id, strength }) => [id, strength] as const),
    ])
    for (const [first, second] of [
      [a, b],
      [b, a],
    ] as const) {
      const loser = options.throws?.({ first, second, played })
      waiting.push(
        loser === undefined
          ? playOne(first, second, (strengths.get(first) ?? 0) - (strengths.get(second) ?? 0), rng)
          : { first, second, wins: Number(loser === second), draws: 0, losses: Number(loser === first) },
      )
    }
  }
  fit()
  if (!ratings) throw new Error('no games were played')
  return {
    ratings,
    begun: begun as ReadonlyMap<string, number>,
    meetings: (a: string, b: string) => meetings.get(pairKey(a, b)) ?? 0,
  }
}

/** Bots at equal distances, one a team. */
export const fieldOf = (bots: number, weakest: number, distance: number): readonly SimulatedBot[] =>
  Array.from({ length: bots }, (_, index) => ({
    id: `bot ${String(index + 1).padStart(2, '0')}`,
    team: index + 1,
    strength: weakest + index * distance,
  }))

/** A version of a bot is `BOT@NUMBER`; a new version is no new opponent. */
function pairKey(player: string, other: string): string {
  const [a, b] = [player.split('@')[0] ?? '', other.split('@')[0] ?? '']
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

function addTo(results: Map<string, PairResults>, { first, second, wins, draws, losses }: PairResults): void {
  const key = `${first} ${second}`
  const sum = results.get(key) ?? { wins: 0, draws: 0, losses: 0 }
  results.set(key, {
    first,
    second,
    wins: sum.wins + wins,
    draws: sum.draws + draws,
    losses: sum.losses + losses,
  })
}

function playOne(first: string, second: string, difference: number, rng: Rng): PairResults {
  const up = 10 ** ((difference + GOING_FIRST) / 800)
  const drawn = (rng.below(2 ** 31) / 2 ** 31) * (up + DRAWS + 1 / up)
  const result = drawn < up ? 'wins' : drawn < up + DRAWS ? 'draws' : 'losses'
  return { first, second, wins: 0, draws: 0, losses: 0, [result]: 1 }
}

function randomPair(players: readonly LadderPlayer[], rng: Rng) {
  for (;;) {
    const [a, b] = [rng.pick(players), rng.pick(players)]
    if (a.team !== undefined && a.team !== b.team) return { players: [a, b] as const, team: a.team }
  }
}

import { deriveSeed, seededRng } from '../src/base/rng.ts'
import { fitRatings, type Ratings } from '../src/rating/fit.ts'
import type { PairResults } from '../src/rating/games-by-pair.ts'
import { median, printTable } from './table.ts'

/** One fit with all its intervals, compared with one pass that only computes the expected score of every game. */
const PLAYERS = 1000
const GAMES = 100_000

const rng = seededRng(deriveSeed(1, 'bench'))
const chance = (): number => rng.below(2 ** 31) / 2 ** 31
const names = Array.from({ length: PLAYERS }, (_, index) => `player ${index}`)
const strengths = names.map(() => (chance() + chance() + chance() - 1.5) * 600)

function playOne(): PairResults {
  const i = rng.below(PLAYERS)
  const j = (i + 1 + rng.below(PLAYERS - 1)) % PLAYERS
  const up = 10 ** (((strengths[i] ?? 0) - (strengths[j] ?? 0) + 30) / 800)
  const drawn = chance() * (up + 1 / up + 0.5)
  const result = drawn < up ? 'wins' : drawn < up + 0.5 ? 'draws' : 'losses'
  return { first: names[i] ?? '', second: names[j] ?? '', wins: 0, draws: 0, losses: 0, [result]: 1 }
}
const games = Array.from({ length: GAMES }, playOne)

function expectAll({ players, goingFirst }: Ratings): number {
  const elos = new Map(players.map(({ player, elo }) => [player, elo]))
  let sum = 0
  for (const { first, second } of games) {
    const lead = (elos.get(first) ?? 0) - (elos.get(second) ?? 0) + goingFirst.elo
    sum += 1 / (1 + 10 ** (-lead / 400))
  }
  return sum
}

function time(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

const first = time(() => fitRatings(names, games))
const ratings = fitRatings(names, games)
const fits: number[] = []
const passes: number[] = []
const compared: number[] = []
for (let run = 0; run < 9; run++) {
  passes.push(time(() => expectAll(ratings)))
  fits.push(time(() => fitRatings(names, games)))
  compared.push(time(() => names.slice(1).map((name) => ratings.difference(name, names[0] ?? ''))))
}
const ms = (value: number): string => `${value.toFixed(1)} ms`
const pass = median(passes)
printTable(`Rating fit of ${PLAYERS} players and ${GAMES} games, medians of 9 runs by turns`, [
  { what: 'one pass of expected scores', value: ms(pass), ratio: 1 },
  { what: 'fit with intervals, against the pass', value: ms(median(fits)), ratio: median(fits) / pass },
  {
    what: 'fit with intervals, in seconds',
    value: ms(median(fits)),
    ratio: median(fits) / 1000,
    goal: '< 1',
  },
  { what: 'first fit, not warmed up, in seconds', value: ms(first), ratio: first / 1000, goal: '< 1' },
  {
    what: '999 differences with intervals, against the pass',
    value: ms(median(compared)),
    ratio: median(compared) / pass,
  },
])
const held = ratings.players.filter(({ player, low, high }) => {
  const centre = strengths.reduce((sum, value) => sum + value, 0) / PLAYERS
  const truth = (strengths[names.indexOf(player)] ?? NaN) - centre
  return low <= truth && truth <= high
})
console.log(`  ${held.length} of ${PLAYERS} intervals hold the true strength`)

import {
  fieldOf,
  simulateLadder,
  type SimulatedBot,
  type SimulationOptions,
} from '../src/arena/ladder-simulation.fixture.ts'

/**
 * Whether the ratings of a standing ladder can be believed: bots that win by a set chance play through its pairing and its fit.
 * `npx node bench/believe.ts [LADDERS]`
 */
const RUNS = Number(process.argv[2] ?? 20)
const GAMES = 3000

interface Measured {
  /** Of 100 intervals, those that hold the true strength. */
  readonly held: number
  /** Ladders whose whole order was right. */
  readonly ordered: number
  /** Half of the mean 95 % interval. */
  readonly width: number
}

function measure(
  field: readonly SimulatedBot[],
  options: Pick<SimulationOptions, 'games' | 'isRandom'>,
): Measured {
  const truth = new Map(field.map(({ id, strength }) => [id, strength]))
  const pairsPerFit = options.isRandom ? Infinity : 4
  let [held, ordered, width] = [0, 0, 0]
  for (let seed = 1; seed <= RUNS; seed++) {
    const { ratings } = simulateLadder({ ...options, pairsPerFit, seed, bots: () => field })
    const bots = ratings.players.filter(({ player }) => truth.has(player))
    for (const { player, low, high } of bots) {
      const strength = truth.get(player) ?? NaN
      held += Number(low <= strength && strength <= high)
      width += (high - low) / 2
    }
    ordered += Number(bots.every(({ player }, index) => player === field.at(-1 - index)?.id))
  }
  const all = RUNS * field.length
  return { held: (100 * held) / all, ordered, width: width / all }
}

function show(what: string, { held, ordered, width }: Measured): void {
  const numbers = `±${width.toFixed(0)} points, ${held.toFixed(1)} of 100 intervals hold the truth`
  console.log(`  ${what.padEnd(30)} ${numbers}, the order is right in ${ordered} of ${RUNS}`)
}

const field = fieldOf(30, 500, 100)
console.log(`30 bots, 100 points apart, ${RUNS} ladders`)
const ours = measure(field, { games: GAMES })
show(`pairs that tell most, ${GAMES}`, ours)
for (let games = GAMES; ; games += GAMES) {
  const random = measure(field, { games, isRandom: true })
  show(`random pairs, ${games}`, random)
  if (random.width <= ours.width || games > 8 * GAMES) {
    // An interval is as wide as one over the root of the games.
    const needed = games * (random.width / ours.width) ** 2
    const fewer = Math.round(100 * (1 - GAMES / needed))
    console.log(
      `  random pairing needs about ${Math.round(needed)} games for ±${ours.width.toFixed(0)}: ${fewer} % fewer`,
    )
    break
  }
}

/** How far above its strength each of these bots stands in the end, in points, and how many games it has. */
function bias(what: string, watched: readonly string[], options: Omit<SimulationOptions, 'seed'>): void {
  const sums = new Map(watched.map((id) => [id, { error: 0, games: 0 }]))
  let others = 0
  for (let seed = 1; seed <= RUNS; seed++) {
    const { ratings, begun } = simulateLadder({ ...options, seed })
    const truth = new Map(options.bots(options.games).map(({ id, strength }) => [id, strength]))
    for (const { player, elo } of ratings.players) {
      const strength = truth.get(player)
      if (strength === undefined) continue
      const sum = sums.get(player)
      if (sum) {
        sum.error += elo - strength
        sum.games += begun.get(player) ?? 0
      } else others += (elo - strength) / (truth.size - watched.length)
    }
  }
  const words = [...sums].map(
    ([id, { error, games }]) => `${id} ${signed(error / RUNS)} in ${Math.round(games / RUNS)} games`,
  )
  console.log(`  ${what.padEnd(46)} ${words.join(', ')}; all others ${signed(others / RUNS)}`)
}

const signed = (points: number): string => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(0)}`

const crowd = fieldOf(30, 1000, 50)
const [cheat, friend] = ['bot 15', 'bot 16']
console.log(
  `\nAttacks: 30 bots, 50 points apart, ${GAMES} games: rating less true strength, mean of ${RUNS} ladders`,
)
const honest = { bots: () => crowd, games: GAMES }
bias('nobody cheats', [cheat, friend], honest)
bias('the first loses to the second on purpose', [cheat, friend], {
  ...honest,
  throws: ({ first, second }) =>
    [first, second].includes(cheat) && [first, second].includes(friend) ? cheat : undefined,
})
const mules = ['bot 13', 'bot 14', 'bot 17', 'bot 18']
bias('four accounts lose to a fifth on purpose', [...mules, friend], {
  ...honest,
  throws: ({ first, second }) =>
    [first, second].includes(friend) ? mules.find((mule) => mule === first || mule === second) : undefined,
})
bias('it loses to all for a third of the time', [cheat], {
  ...honest,
  throws: ({ first, second, played }) =>
    played < GAMES / 3 && [first, second].includes(cheat) ? cheat : undefined,
})
/** A version after every 20 games of the ladder. */
const flood = (played: number): readonly SimulatedBot[] =>
  crowd.map((bot) => (bot.id === cheat ? { ...bot, id: `${cheat}@${Math.floor(played / 20)}` } : bot))

let [floodGames, width, calm] = [0, 0, 0]
for (let seed = 1; seed <= RUNS; seed++) {
  const widthOf = (ratings: ReturnType<typeof simulateLadder>['ratings']): number => {
    const rest = ratings.players.filter(({ player }) => player.startsWith('bot') && !player.startsWith(cheat))
    return rest.reduce((sum, { low, high }) => sum + (high - low) / 2 / rest.length, 0)
  }
  const flooded = simulateLadder({ games: GAMES, seed, bots: flood })
  for (const [id, begun] of flooded.begun) if (id.startsWith(cheat)) floodGames += begun
  width += widthOf(flooded.ratings)
  calm += widthOf(simulateLadder({ games: GAMES, seed, bots: () => crowd }).ratings)
}
console.log(
  `  a version after every 20 games: its team plays in ${((100 * floodGames) / RUNS / GAMES).toFixed(0)} % of the games; the others' intervals are ±${(width / RUNS).toFixed(0)} instead of ±${(calm / RUNS).toFixed(0)}`,
)

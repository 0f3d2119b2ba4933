import { fieldOf, simulateLadder, type SimulationOptions } from '../src/arena/ladder-simulation.fixture.ts'

/** Whether the ratings of a standing ladder can be believed: bots whose strength is known play through its pairing and its fit. */
const RUNS = Number(process.argv[2] ?? 40)
const GAMES = 3000
const field = fieldOf(30, 600, 100)
const truth = new Map(field.map(({ id, strength }) => [id, strength]))

function measure(options: Omit<SimulationOptions, 'seed' | 'bots'>) {
  let [held, ordered, width, errors] = [0, 0, 0, 0]
  for (let seed = 1; seed <= RUNS; seed++) {
    const { ratings } = simulateLadder({ ...options, seed, bots: () => field })
    const bots = ratings.players.filter(({ player }) => truth.has(player))
    for (const { player, elo, low, high } of bots) {
      const strength = truth.get(player) ?? NaN
      held += Number(low <= strength && strength <= high)
      width += (high - low) / 2
      errors += Math.abs(elo - strength)
    }
    ordered += Number(bots.every(({ player }, index) => player === field.at(-1 - index)?.id))
  }
  const all = RUNS * field.length
  return { held: (100 * held) / all, ordered, width: width / all, error: errors / all }
}

const show = (what: string, { held, ordered, width, error }: ReturnType<typeof measure>): void =>
  console.log(
    `  ${what.padEnd(28)} ±${width.toFixed(1)} points, ${held.toFixed(1)} of 100 intervals hold the truth, order right in ${ordered} of ${RUNS}, mean error ${error.toFixed(1)}`,
  )

console.log(`30 bots, ${GAMES} games, ${RUNS} ladders`)
const began = performance.now()
const ours = measure({ games: GAMES })
show('pairs that tell most', ours)
console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s`)
for (const games of [GAMES, 6000, 9000, 12000]) {
  const random = measure({ games, isRandom: true, pairsPerFit: 1e9 })
  show(`random pairs, ${games} games`, random)
}

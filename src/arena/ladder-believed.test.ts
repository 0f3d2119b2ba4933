import { expect, test } from 'vitest'
import { fieldOf, simulateLadder, type SimulationOptions } from './ladder-simulation.fixture.ts'

/** `bench/believe.ts` measures the same with more bots, games and ladders. */
const field = fieldOf(10, 900, 200)
const truth = new Map(field.map(({ id, strength }) => [id, strength]))

const playAll = (options: Partial<SimulationOptions> = {}, seeds = [1, 2, 3, 4]) =>
  seeds.map((seed) => {
    const { ratings, ...rest } = simulateLadder({
      seed,
      games: 700,
      pairsPerFit: 10,
      bots: () => field,
      ...options,
    })
    return { ...rest, bots: ratings.players.filter(({ player }) => truth.has(player)) }
  })

type Rated = ReturnType<typeof playAll>[number]['bots']

const widthOf = (ladders: readonly { readonly bots: Rated }[]): number => {
  const all = ladders.flatMap(({ bots }) => bots.map(({ low, high }) => (high - low) / 2))
  return all.reduce((sum, width) => sum + width, 0) / all.length
}

/** How far the mean of these bots lies above their true strength. */
const shiftOf = (ladders: readonly { readonly bots: Rated }[], without: readonly string[]): number => {
  const all = ladders.flatMap(({ bots }) =>
    bots.flatMap(({ player, elo }) => (without.includes(player) ? [] : [elo - (truth.get(player) ?? NaN)])),
  )
  return all.reduce((sum, error) => sum + error, 0) / all.length
}

test('the true order is found, the intervals hold the truth, and they are narrower than after random pairs', () => {
  const ladders = playAll()
  for (const { bots } of ladders)
    expect(bots.map(({ player }) => player)).toEqual(field.map(({ id }) => id).toReversed())
  const all = ladders.flatMap(({ bots }) => bots)
  const held = all.filter(({ player, low, high }) => {
    const strength = truth.get(player) ?? NaN
    return low <= strength && strength <= high
  })
  expect(held.length).toBeGreaterThanOrEqual(0.9 * all.length)
  // With twice as many random games.
  expect(widthOf(ladders)).toBeLessThan(
    widthOf(playAll({ isRandom: true, games: 1400, pairsPerFit: Infinity })),
  )
})

test('a bot that loses to all on purpose for a while does not pull the others down', () => {
  const cheat = 'bot 05'
  const throws: SimulationOptions['throws'] = ({ first, second, played }) =>
    played < 230 && [first, second].includes(cheat) ? cheat : undefined
  expect(Math.abs(shiftOf(playAll({ throws }), [cheat]) - shiftOf(playAll(), [cheat]))).toBeLessThan(40)
})

test('a team with a new version after every ten games gets at most its share, and the others are rated as before', () => {
  const flood = (played: number) =>
    field.map((bot) => (bot.team === 5 ? { ...bot, id: `flood@${Math.floor(played / 10)}` } : bot))
  const [ladder] = playAll({ bots: flood }, [1])
  let games = 0
  for (const [id, begun] of ladder?.begun ?? []) if (id.startsWith('flood')) games += begun
  expect(games).toBeLessThan(0.45 * 700)
  expect(widthOf(ladder ? [ladder] : [])).toBeLessThan(1.3 * widthOf(playAll({}, [1])))
})

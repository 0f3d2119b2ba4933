import { parseArgs } from 'node:util'
import { must } from '../src/base/result.ts'
import { seededRng } from '../src/base/rng.ts'
import { duel } from '../src/brains/duel.fixture.ts'
import type { Challenge } from '../src/challenges/challenge.ts'
import { CHALLENGES } from '../src/challenges/index.ts'
import type { Brain } from '../src/game/brain.ts'
import { drawOpening, proposal } from '../src/openings/draw-opening.ts'
import { leadOf } from '../src/openings/lead-of.ts'
import { strongestBrain } from '../src/openings/strongest-brain.ts'
import { printTable } from './table.ts'

/**
 * Whether openings are fair: the strongest house brain looks at them about ten times as long as the check does, and plays
 * both seats. Openings that were drawn stand beside proposals that were not checked.
 *
 *   npx node bench/openings.ts --challenge quoridor --openings 24
 *
 * Each opening is played with six pairs of budgets of nodes, each pair also with swapped seats. The unfairness of a set is
 * how far the expected points of an opening are from one half (root mean square). It is estimated from products of two
 * games of one opening, so that chance within an opening does not count.
 */
const { values } = parseArgs({
  options: {
    challenge: { type: 'string', multiple: true },
    openings: { type: 'string', default: '12' },
  },
})

type Settings = Readonly<Record<string, unknown>>

/** Nodes a move. A round of boost tron takes minutes, so it is not played. */
const NODES: Readonly<Record<string, number>> = {
  'light-cycle': 1200,
  'longest-group': 200,
  quoridor: 1500,
  'torus-tron': 400,
  'tic-tac-toe': 1,
}
/** Different budgets give different games. */
const SHARES = [
  [1, 1.15],
  [1, 1.35],
  [1.15, 1.35],
] as const
/** The check thinks for a tenth of it. */
const DEEP_MS = 1500

const count = Number(values.openings)
for (const challenge of CHALLENGES.filter(({ id }) => values.challenge?.includes(id) ?? true))
  await measure(challenge)

async function measure({ game, preset, id }: Challenge): Promise<void> {
  const settings = game.presets[preset] ?? {}
  const brain = strongestBrain(game)
  if (brain === undefined || game.openings === undefined) return
  const seeds = Array.from({ length: count }, (_, seed) => seed)
  const began = process.cpuUsage()
  const drawn = seeds.map((seed) => drawOpening({ game, settings, seed }))
  const { user, system } = process.cpuUsage(began)
  const unchecked = seeds.map((seed) => proposal({ game, settings, seed }, 0))
  const nodes = NODES[id]
  const positions = (patches: readonly (Settings | undefined)[]): readonly unknown[] =>
    patches.map((patch) => game.setup(must(game.parseConfig({ ...settings, ...patch })), seededRng(0)))
  const look = (starts: readonly unknown[]): string =>
    describeLeads(starts.map((start) => Math.abs(leadOf(game, start, brain, { timeLeft: DEEP_MS }))))
  const play = async (starts: readonly unknown[]): Promise<string> =>
    nodes === undefined
      ? 'not played'
      : describePoints(await Promise.all(starts.map((start) => pointsFrom(game, brain, start, nodes))))
  const [fair, any] = [positions(drawn), positions(unchecked)]
  printTable(`${id}: ${count} openings, judged by ${brain.name}`, [
    { what: 'processor time of an opening', value: `${Math.round((user + system) / 1000 / count)} ms` },
    { what: 'different', value: `${new Set(drawn.map((patch) => JSON.stringify(patch))).size}` },
    { what: 'drawn, a longer look', value: look(fair) },
    { what: 'not checked, a longer look', value: look(any) },
    { what: 'drawn, games', value: await play(fair) },
    { what: 'not checked, games', value: await play(any) },
  ])
}

/** The points of seat 0 in the games from a position. */
async function pointsFrom(
  game: Challenge['game'],
  brain: Brain,
  start: unknown,
  nodes: number,
): Promise<readonly number[]> {
  const points: number[] = []
  for (const [one, other] of SHARES.flatMap(([a, b]) => [
    [a, b],
    [b, a],
  ])) {
    const { winner } = await duel({
      game,
      brains: [brain, brain],
      seed: points.length,
      start,
      thinking: [
        { nodeBudget: Math.ceil(nodes * (one ?? 1)) },
        { nodeBudget: Math.ceil(nodes * (other ?? 1)) },
      ],
    })
    points.push(winner === undefined ? 0.5 : winner === 0 ? 1 : 0)
  }
  return points
}

function describePoints(openings: readonly (readonly number[])[]): string {
  const squares = openings.map((points) => {
    const off = points.map((each) => each - 0.5)
    return mean(off.flatMap((a, i) => off.slice(i + 1).map((b) => a * b)))
  })
  const unfair = Math.sqrt(Math.max(0, mean(squares)))
  const games = openings.flat()
  const onesided = openings.filter((points) => Math.abs(mean(points) - 0.5) > 0.4).length
  const draws = games.filter((each) => each === 0.5).length
  return `unfairness ${unfair.toFixed(2)}; ${onesided} of ${openings.length} one-sided; seat 0 has ${(100 * mean(games)).toFixed(0)} %; ${draws} of ${games.length} games drawn`
}

function describeLeads(leads: readonly number[]): string {
  return `lead ${mean(leads).toFixed(2)} in the mean, ${Math.max(...leads).toFixed(2)} at most`
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

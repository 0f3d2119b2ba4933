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
 * Whether openings are fair: the strongest house brain plays both seats from openings that were drawn, and from proposals that
 * were not checked. Each opening is played with several budgets of nodes, larger than those of the check, and each pair of
 * budgets with swapped seats. An opening is as unfair as its points are far from one half.
 *
 *   npx node bench/openings.ts --challenge quoridor --openings 12
 */
const { values } = parseArgs({
  options: {
    challenge: { type: 'string', multiple: true },
    openings: { type: 'string', default: '10' },
    first: { type: 'string', default: '0' },
  },
})

type Settings = Readonly<Record<string, unknown>>

/** A round on the large board takes minutes, so its openings are looked at ten times as long instead. */
const DEEP_MS = 1500

/** Nodes a move. Two different ones, so that the games of an opening differ. */
const BUDGETS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  'light-cycle': [
    [1200, 1200],
    [1600, 2200],
  ],
  'longest-group': [[300, 400]],
  quoridor: [
    [1500, 1500],
    [2000, 2600],
  ],
  'tic-tac-toe': [[1, 1]],
  'torus-tron': [
    [400, 400],
    [500, 650],
  ],
}

const count = Number(values.openings)
const first = Number(values.first)
for (const challenge of CHALLENGES.filter(({ id }) => values.challenge?.includes(id) ?? true))
  await measure(challenge)

async function measure(challenge: Challenge): Promise<void> {
  const { game, preset, id } = challenge
  const settings = game.presets[preset] ?? {}
  const brain = strongestBrain(game)
  if (brain === undefined || game.openings === undefined) return
  const seeds = Array.from({ length: count }, (_, index) => first + index)
  const began = process.cpuUsage()
  const drawn = seeds.map((seed) => drawOpening({ game, settings, seed }))
  const { user, system } = process.cpuUsage(began)
  const unchecked = seeds.map((seed) => proposal({ game, settings, seed }, 0))
  printTable(`${id}: ${count} openings, played by ${brain.name}`, [
    { what: 'processor time of an opening', value: `${Math.round((user + system) / 1000 / count)} ms` },
    { what: 'different', value: `${new Set(drawn.map((patch) => JSON.stringify(patch))).size}` },
    { what: 'drawn', value: await judge(challenge, brain, settings, drawn) },
    { what: 'not checked', value: await judge(challenge, brain, settings, unchecked) },
  ])
}

type Judge = typeof fairness

function judge(...[challenge, ...rest]: Parameters<Judge>): ReturnType<Judge> {
  return BUDGETS[challenge.id] ? fairness(challenge, ...rest) : deepLook(challenge, ...rest)
}

async function deepLook(
  { game }: Challenge,
  brain: Brain,
  settings: Settings,
  patches: readonly (Settings | undefined)[],
): Promise<string> {
  const leads = patches.map((patch) =>
    Math.abs(
      leadOf(
        game,
        game.setup(must(game.parseConfig({ ...settings, ...patch })), seededRng(0)),
        brain,
        DEEP_MS,
      ),
    ),
  )
  return `lead ${mean(leads).toFixed(2)} in the mean, ${Math.max(...leads).toFixed(2)} at most`
}

async function fairness(
  { game, id }: Challenge,
  brain: Brain,
  settings: Settings,
  patches: readonly (Settings | undefined)[],
): Promise<string> {
  const points: number[] = []
  let draws = 0
  let games = 0
  for (const patch of patches) {
    const start = game.setup(must(game.parseConfig({ ...settings, ...patch })), seededRng(0))
    const results: number[] = []
    for (const [one, other] of BUDGETS[id] ?? [])
      for (const nodes of one === other
        ? [[one, other]]
        : [
            [one, other],
            [other, one],
          ]) {
        const [nodes0 = 1, nodes1 = 1] = nodes
        const { winner } = await duel({
          game,
          brains: [brain, brain],
          seed: results.length,
          start,
          thinking: [{ nodeBudget: nodes0 }, { nodeBudget: nodes1 }],
        })
        results.push(winner === undefined ? 0.5 : winner === 0 ? 1 : 0)
        draws += winner === undefined ? 1 : 0
        games++
      }
    points.push(results.reduce((sum, result) => sum + result, 0) / results.length)
  }
  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, each) => sum + each, 0) / numbers.length
  const off = mean(points.map((each) => Math.abs(each - 0.5)))
  const onesided = points.filter((each) => each === 0 || each === 1).length
  return `${(100 * off).toFixed(0)} points of 50 off; ${onesided} of ${points.length} one-sided; seat 0 has ${(100 * mean(points)).toFixed(0)} %; ${draws} of ${games} games drawn`
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

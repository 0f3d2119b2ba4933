import { parseArgs } from 'node:util'
import { deriveSeed } from '../src/base/rng.ts'
import { findBrain } from '../src/brains/index.ts'
import { findLadder } from '../src/brains/ladders.fixture.ts'
import { SEATS } from '../src/game/game.ts'
import { eloOfTally, scoreFromElo } from '../src/rating/elo.ts'
import { scoreOf } from '../src/rating/tally.ts'
import { EQUAL_TIME_OPTIONS, playEqualTime } from './equal-time.fixture.ts'
import { uctBrain } from './longest-group-uct.fixture.ts'
import { buildProgram, startProgram } from './program.fixture.ts'
import { printTable } from './table.ts'

/**
 * A house brain of longest group against a plain tree search in C++ (UCT with RAVE), which g++ builds first.
 *
 *   npx node bench/longest-group-uct.ts --brain advanced --games 20 --ms 500
 *
 * Each opening of two random stones is played from both seats. Both sides have the same processor time for a move, measured
 * by the processor's clock of the thread, so other work on the machine is not charged to them.
 */
const { values } = parseArgs({ options: EQUAL_TIME_OPTIONS })

const ms = Number(values.ms)
const { game, opening } = findLadder('longest-group')
const brain = findBrain(values.brain, game.id)
if (brain === undefined) throw new Error(`Cannot find the brain: there is no ${values.brain} for ${game.id}`)
const command = buildProgram('longest-group-uct')

const own = { nodes: 0, cpuMs: 0 }
const others = { nodes: 0, cpuMs: 0 }
const tally = [0, 0, 0, 0, 0]
const from = Number(values.from)
for (let index = from; index < from + Number(values.games) / 2; index++) {
  let halves = 0
  for (const seat of SEATS) {
    const seed = deriveSeed(index, 'uct', seat)
    const program = startProgram(command, { ms, seed: seed % 1_000_000 })
    const rival = uctBrain(program)
    const start = opening(index)
    const played = await playEqualTime({ game, start, seed, brain, seat, ms, program, rival })
    halves += played.halves
    own.nodes += played.own.nodes
    own.cpuMs += played.own.cpuMs
    others.nodes += played.others.nodes
    others.cpuMs += played.others.cpuMs
  }
  tally[halves] = (tally[halves] ?? 0) + 1
  console.log(`opening ${index}: ${halves / 2} of 2, in all ${(100 * scoreOf(tally)).toFixed(1)} %`)
}

const { low, high } = eloOfTally(tally)
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const rates = { own: own.nodes / own.cpuMs, others: others.nodes / others.cpuMs }
printTable(`longest-group, ${ms} ms of processor time a move, ${values.games} games`, [
  {
    what: `${brain.name} against UCT with RAVE in C++`,
    value: `${percent(scoreOf(tally))} (${percent(scoreFromElo(low))} to ${percent(scoreFromElo(high))})`,
    ratio: scoreOf(tally),
    ...(brain.name === 'advanced' && { goal: '>= 0.75' }),
  },
  {
    what: 'playouts in a millisecond, and by those of the C++ program',
    value: `${rates.own.toFixed(0)}, ${rates.others.toFixed(0)}`,
    ratio: rates.own / rates.others,
  },
])

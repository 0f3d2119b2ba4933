import { parseArgs } from 'node:util'
import { deriveSeed } from '../src/base/rng.ts'
import { duel } from '../src/brains/duel.fixture.ts'
import { findBrain } from '../src/brains/index.ts'
import { findLadder } from '../src/brains/ladders.fixture.ts'
import { limitsFor } from '../src/brains/thinking.ts'
import type { Brain } from '../src/game/brain.ts'
import { SEATS, type Pair } from '../src/game/game.ts'
import { eloOfTally, scoreFromElo } from '../src/rating/elo.ts'
import { scoreOf } from '../src/rating/tally.ts'
import { buildProgram, programBrain } from './longest-group-uct.fixture.ts'
import { printTable } from './table.ts'

/**
 * A house brain of longest group against a plain tree search in C++ (UCT with RAVE), which g++ builds first.
 *
 *   npx node bench/longest-group-uct.ts --brain advanced --games 20 --ms 500
 *
 * Each opening of two random stones is played from both seats. Both sides have the same processor time for a move, measured
 * by the processor's clock of the thread, so other work on the machine is not charged to them.
 */
const { values } = parseArgs({
  options: {
    brain: { type: 'string', default: 'advanced' },
    games: { type: 'string', default: '4' },
    ms: { type: 'string', default: '50' },
    from: { type: 'string', default: '0' },
  },
})

const ms = Number(values.ms)
const { game, opening } = findLadder('longest-group')
const brain = findBrain(values.brain, game.id)
if (brain === undefined) throw new Error(`Cannot find the brain: there is no ${values.brain} for ${game.id}`)
const clock = clockFor(ms)
const command = buildProgram()

const own = { nodes: 0, cpuMs: 0 }
const others = { nodes: 0, cpuMs: 0 }
const tally = [0, 0, 0, 0, 0]
const from = Number(values.from)
for (let index = from; index < from + Number(values.games) / 2; index++) {
  let halves = 0
  for (const seat of SEATS) halves += await play(index, seat)
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

/** Twice the points of the brain. */
async function play(index: number, seat: 0 | 1): Promise<number> {
  const seed = deriveSeed(index, 'uct', seat)
  const program = programBrain(command, { ms, seed: seed % 1_000_000 })
  let began = 0
  let spent = 0
  const timed: Brain = {
    ...(brain as Brain),
    async move(turn) {
      began = cpuMs()
      const move = await (brain as Brain).move(turn)
      spent = cpuMs() - began
      return move
    },
  }
  const brains: Pair<Brain> = seat === 0 ? [timed, program.brain] : [program.brain, timed]
  const thinking = { timeLeft: clock, now: cpuMs }
  const { winner } = await duel({
    game,
    brains,
    seed,
    thinking: [thinking, thinking],
    start: opening(index),
    onTurn({ seat: mover, remark }) {
      if (mover !== seat || remark?.nodes === undefined) return
      own.nodes += remark.nodes
      own.cpuMs += spent
    },
  })
  const { playouts, cpuMs: thought } = await program.end()
  others.nodes += playouts
  others.cpuMs += thought
  return winner === undefined ? 1 : winner === seat ? 2 : 0
}

/** A clock for each move that lets a brain think for so long. */
function clockFor(wanted: number): number {
  for (let timeLeft = wanted; timeLeft < 10 * wanted + 100; timeLeft++)
    if (limitsFor({ timeLeft, now: () => 0 }, {}).until >= wanted) return timeLeft
  throw new Error(`Cannot give a brain ${wanted} ms for a move: it never thinks so long`)
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

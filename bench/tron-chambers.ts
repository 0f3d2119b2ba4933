import { parseArgs } from 'node:util'
import { deriveSeed } from '../src/base/rng.ts'
import { findBrain } from '../src/brains/index.ts'
import { SEATS } from '../src/game/game.ts'
import { eloOfTally, scoreFromElo } from '../src/rating/elo.ts'
import { scoreOf } from '../src/rating/tally.ts'
import { EQUAL_TIME_OPTIONS, playEqualTime } from './equal-time.fixture.ts'
import { buildProgram, startProgram } from './program.fixture.ts'
import { printTable, type Row } from './table.ts'
import { BOARDS, chambersBrain } from './tron-chambers.fixture.ts'

/**
 * A house brain of tron against a chambers-tree program in C++, which g++ builds first.
 *
 *   npx node bench/tron-chambers.ts --brain advanced --board open --games 20 --ms 100
 *
 * `--games` is for each board. Each start is played from both seats, with the same processor time for a move. `--from 30`
 * leaves out the first starts, for example those used for tuning. `--program ./other` plays another program in its place, which reads the
 * same lines, takes `--ms`, and says at its end on stderr how many positions it saw.
 */
const { values } = parseArgs({
  options: { ...EQUAL_TIME_OPTIONS, board: { type: 'string', default: '' }, program: { type: 'string' } },
})

const ms = Number(values.ms)
const from = Number(values.from)
const boards = BOARDS.filter(({ name }) => name.includes(values.board))
const brain = findBrain(values.brain, 'tron')
if (brain === undefined) throw new Error(`Cannot find the brain: there is no ${values.brain} for tron`)
if (boards.length === 0)
  throw new Error(`Cannot find the board: there are ${BOARDS.map(({ name }) => name).join(', ')}`)
const command = values.program ?? buildProgram('tron-chambers')

const own = { nodes: 0, cpuMs: 0 }
const others = { nodes: 0, cpuMs: 0 }
const all = [0, 0, 0, 0, 0]
const rows: Row[] = []
for (const { name, game, opening, mostTurns } of boards) {
  const tally = [0, 0, 0, 0, 0]
  let drawn = 0
  for (let index = from; index < from + Number(values.games) / 2; index++) {
    let halves = 0
    for (const seat of SEATS) {
      const seed = deriveSeed(index, 'chambers', seat)
      const program = startProgram(command, { ms })
      const rival = chambersBrain(program)
      const start = opening(index)
      const played = await playEqualTime({ game, start, seed, mostTurns, brain, seat, ms, program, rival })
      halves += played.halves
      drawn += Number(played.halves === 1)
      own.nodes += played.own.nodes
      own.cpuMs += played.own.cpuMs
      others.nodes += played.others.nodes
      others.cpuMs += played.others.cpuMs
    }
    for (const each of [tally, all]) each[halves] = (each[halves] ?? 0) + 1
    console.log(`${name}, start ${index}: ${halves / 2} of 2, in all ${percent(scoreOf(tally))}`)
  }
  rows.push(rowOf(`${name}, ${values.games} games, ${drawn} drawn`, tally))
}

const rates = { own: own.nodes / own.cpuMs, others: others.nodes / others.cpuMs }
printTable(
  `tron, ${ms} ms of processor time a move: ${brain.name} against ${values.program ?? 'chambers in C++'}`,
  [
    ...rows,
    { ...rowOf('all boards', all), ...(brain.name === 'advanced' && { goal: '>= 0.65' }) },
    {
      what: 'positions in a millisecond, and by those of the other program',
      value: `${rates.own.toFixed(0)}, ${rates.others.toFixed(0)}`,
      ratio: rates.own / rates.others,
    },
  ],
)

function rowOf(what: string, tally: readonly number[]): Row {
  const { low, high } = eloOfTally(tally)
  return {
    what,
    value: `${percent(scoreOf(tally))} (${percent(scoreFromElo(low))} to ${percent(scoreFromElo(high))})`,
    ratio: scoreOf(tally),
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

import { parseArgs } from 'node:util'
import { must } from '../src/base/result.ts'
import { seededRng } from '../src/base/rng.ts'
import { loadBoard, make, writeMove } from '../src/brains/quoridor/fast-board.ts'
import { keyOf, makeSearchMemory } from '../src/brains/quoridor/search-state.ts'
import { findMove } from '../src/brains/quoridor/iterative-deepening.ts'
import type { Limits } from '../src/brains/thinking.ts'
import { SEATS, type Seat } from '../src/game/game.ts'
import { quoridor, type QuoridorState } from '../src/games/quoridor/index.ts'
import { eloOfTally } from '../src/rating/elo.ts'
import { scoreOf } from '../src/rating/tally.ts'
import { findMoveByTree } from './quoridor-mcts.fixture.ts'
import { printTable } from './table.ts'

/**
 * Which search is stronger at quoridor: `npx node bench/quoridor-mcts.ts --pairs 20 --ms 50`. Each pair is one opening,
 * drawn by the seed, from both seats. Both searches have the same CPU time for each move.
 */
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '2' },
    ms: { type: 'string', default: '20' },
    from: { type: 'string', default: '0' },
  },
})
const pairs = Number(values.pairs)
const tally = [0, 0, 0, 0, 0]
for (let seed = Number(values.from); seed < Number(values.from) + pairs; seed++) {
  const start = drawOpening(seed)
  const halves = play(start, 0) + play(start, 1)
  tally[halves] = (tally[halves] ?? 0) + 1
}
const { elo, low, high } = eloOfTally(tally)
printTable(`quoridor, ${values.ms} ms of processor time a move, ${2 * pairs} games`, [
  {
    what: 'tree search against alpha-beta',
    value: `Elo ${elo.toFixed(0)} (${low.toFixed(0)} to ${high.toFixed(0)})`,
    ratio: scoreOf(tally),
  },
])

/** Six plies: mostly steps ahead, else any wall. */
function drawOpening(seed: number): QuoridorState {
  const rng = seededRng(seed)
  let state = quoridor.setup(must(quoridor.parseConfig(quoridor.presets['standard'])), rng)
  for (let ply = 0; ply < 6; ply++) {
    const legal = quoridor.legalMoves(state, state.turn)
    const ahead = legal.find((move) => move === `e${state.turn === 0 ? 2 + ply / 2 : 8 - (ply - 1) / 2}`)
    const isStep = ahead !== undefined && rng.below(10) < 6
    const move = isStep ? ahead : rng.pick(legal.filter((word) => word.length === 3))
    state = quoridor.play(state, [{ seat: state.turn, move }])
  }
  return state
}

/** Twice the points of the tree search. */
function play(start: QuoridorState, treeSeat: Seat): number {
  const memories = SEATS.map(makeSearchMemory)
  let state = start
  for (let ply = 0; ply < 200; ply++) {
    const [seat] = quoridor.toMove(state)
    if (seat === undefined) return (state.turn === treeSeat ? 0 : 1) * 2
    const memory = memories[seat] ?? makeSearchMemory()
    const board = loadBoard(state)
    memory.gameHistory.add(keyOf(board))
    const isTree = seat === treeSeat
    const move = isTree
      ? findMoveByTree(board, memory.gameHistory, limits())
      : findMove(board, memory, limits()).move
    make(board, move)
    memory.gameHistory.add(keyOf(board))
    state = quoridor.play(state, [{ seat, move: writeMove(move) }])
  }
  return 1
}

function limits(): Limits {
  const from = cpuMs()
  return { nodes: Infinity, from, until: from + Number(values.ms), latest: Infinity, now: cpuMs, clock: {} }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

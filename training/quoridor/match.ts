import { parseArgs } from 'node:util'
import { deriveSeed, seededRng } from '../../src/base/rng.ts'
import { distance, loadBoard, make, type FastBoard } from '../../src/brains/quoridor/fast-board.ts'
import { findMove } from '../../src/brains/quoridor/iterative-deepening.ts'
import { keyOf, makeSearchMemory, type SearchMemory } from '../../src/brains/quoridor/search-state.ts'
import { otherSeat, SEATS, type Seat } from '../../src/game/game.ts'
import { startOf } from '../../src/games/quoridor/state.ts'
import { threadCpuMs } from '../../src/runner/thread-cpu-ms.ts'
import { randomMove } from './random-move.ts'

/**
 * The search with the network against the search without it, each opening from both seats.
 *
 *   npx node training/quoridor/match.ts --games 400 --ms 200
 *
 * `--ms` is processor time for each move; `--nodes` counts positions instead.
 */
const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '100' },
    from: { type: 'string', default: '0' },
    ms: { type: 'string', default: '20' },
    nodes: { type: 'string' },
    seconds: { type: 'string', default: '1000000' },
  },
})

const MOST_PLIES = 200

const end = performance.now() + 1000 * Number(values.seconds)
let [won, drawn, played] = [0, 0, 0]
const spent = [0, 0]
const searched = [0, 0]
for (let opening = Number(values.from); played < Number(values.games) && performance.now() < end; opening++)
  for (const seat of SEATS) {
    const winner = playGame(opening, seat)
    played++
    if (winner === undefined) drawn++
    else if (winner === seat) won++
  }
const score = (won + drawn / 2) / played
const interval = 1.96 * Math.sqrt((score * (1 - score)) / played)
const rate = (side: number): number => Math.round((searched[side] as number) / (spent[side] as number))
console.log(
  `${won} won, ${drawn} drawn of ${played}: ${(100 * score).toFixed(1)} % ± ${(100 * interval).toFixed(1)}; positions a millisecond: ${rate(1)} with the network, ${rate(0)} without`,
)

/** The network has `seat`. */
function playGame(opening: number, seat: Seat): Seat | undefined {
  const rng = seededRng(deriveSeed(opening, 'match'))
  const boards = [false, true].map((learned) => loadBoard(startOf({ size: 9, walls: 10 }), learned))
  const memories = [makeSearchMemory(), makeSearchMemory()]
  const play = (move: number): void => {
    for (const [side, board] of boards.entries()) {
      make(board, move)
      memories[side]?.gameHistory.add(keyOf(board))
    }
  }
  const first = boards[0] as FastBoard
  for (let ply = 0; ply < 6; ply++) play(randomMove(first, rng))
  for (let ply = 6; ply < MOST_PLIES; ply++) {
    const before = otherSeat(first.turn)
    if (distance(first, before) === 0) return before
    const side = first.turn === seat ? 1 : 0
    const began = threadCpuMs()
    const found = findMove(boards[side] as FastBoard, memories[side] as SearchMemory, {
      nodes: values.nodes === undefined ? Infinity : Number(values.nodes),
      until: values.nodes === undefined ? began + Number(values.ms) : Infinity,
      now: values.nodes === undefined ? threadCpuMs : undefined,
      from: began,
      latest: Infinity,
      clock: {},
    })
    spent[side] = (spent[side] as number) + threadCpuMs() - began
    searched[side] = (searched[side] as number) + found.nodes
    play(found.move)
  }
  return undefined
}

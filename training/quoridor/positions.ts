import { closeSync, openSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { deriveSeed, seededRng, type Rng } from '../../src/base/rng.ts'
import { PROVEN_WIN } from '../../src/brains/quoridor/evaluation.ts'
import { distance, loadBoard, make, type FastBoard } from '../../src/brains/quoridor/fast-board.ts'
import { findMove } from '../../src/brains/quoridor/iterative-deepening.ts'
import { keyOf, makeSearchMemory } from '../../src/brains/quoridor/search-state.ts'
import { otherSeat, SEATS, type Seat } from '../../src/game/game.ts'
import { startOf } from '../../src/games/quoridor/state.ts'
import { randomMove } from './random-move.ts'

/**
 * Self-play of `advanced`: writes one row of 26 bytes for each position whose value is still open.
 *
 *   npx node training/quoridor/positions.ts --seed 1 --games 1000 --nodes 4000 --out positions.bin
 *
 * A game depends on the seed, its number and the node budget only. `--seconds` stops after the game that is under way then.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    games: { type: 'string', default: '1000' },
    nodes: { type: 'string', default: '4000' },
    seconds: { type: 'string', default: '1000000' },
    learned: { type: 'boolean', default: false },
    out: { type: 'string', default: 'positions.bin' },
  },
})

/** Above it the search sees the end: the game stops, and its rows are not kept. */
const DECIDED = 4000
const MOST_PLIES = 200
const ROW_BYTES = 26

const limits = {
  nodes: Number(values.nodes),
  until: Infinity,
  now: undefined,
  from: 0,
  latest: Infinity,
  clock: {},
}
const file = openSync(values.out, 'w')
const end = performance.now() + 1000 * Number(values.seconds)
let games = 0
let rows = 0
for (; games < Number(values.games) && performance.now() < end; games++) {
  const written = playGame(seededRng(deriveSeed(Number(values.seed), 'game', games)))
  writeSync(file, written)
  rows += written.length / ROW_BYTES
}
closeSync(file)
console.log(`seed ${values.seed}: ${games} games, ${rows} rows`)

function playGame(rng: Rng): Buffer {
  const board = loadBoard(startOf({ size: 9, walls: 10 }), values.learned)
  const memory = makeSearchMemory()
  const rows: Buffer[] = []
  const opening = 2 + rng.below(9)
  let winner: Seat | undefined
  for (let ply = 0; ply < MOST_PLIES; ply++) {
    const before = otherSeat(board.turn)
    if (distance(board, before) === 0) {
      winner = before
      break
    }
    memory.gameHistory.add(keyOf(board))
    if (ply < opening) {
      make(board, randomMove(board, rng))
      continue
    }
    const { move, score } = findMove(board, memory, limits)
    if (Math.abs(score) > DECIDED) {
      winner = score > 0 ? board.turn : before
      if (Math.abs(score) >= PROVEN_WIN || board.wallsLeft[0] === 0 || board.wallsLeft[1] === 0) break
    } else rows.push(rowOf(board, score))
    // Single random moves lead to positions that good play avoids: the search must judge those as well.
    make(board, ply < 60 && rng.below(100) < 8 ? randomMove(board, rng) : move)
  }
  for (const row of rows) row.writeInt8(winner === undefined ? 0 : winner === row[0] ? 1 : -1, 23)
  return Buffer.concat(rows)
}

/**
 * Side to move, pawns (rank and file from 0 as 9 · rank + file), walls in hand, distances: 7 bytes. Flat walls, upright walls: 8 bytes
 * each, a bit for each anchor. Then the result (−1, 0, 1 for the side to move), the score of the search for the side to move (2 bytes).
 */
function rowOf(board: FastBoard, score: number): Buffer {
  const row = Buffer.alloc(ROW_BYTES)
  row[0] = board.turn
  for (const seat of SEATS) {
    const cell = board.pawns[seat] as number
    row[1 + seat] = 9 * (Math.trunc(cell / 10) - 1) + (cell % 10) - 1
    row[3 + seat] = board.wallsLeft[seat] as number
    row[5 + seat] = distance(board, seat)
  }
  for (let anchor = 11; anchor < 89; anchor++) {
    const wall = board.placed[anchor] as number
    if (wall === 0) continue
    const bit = 8 * (Math.trunc(anchor / 10) - 1) + (anchor % 10) - 1
    const at = ((wall & 1) === 1 ? 15 : 7) + (bit >> 3)
    row[at] = (row[at] as number) | (1 << (bit & 7))
  }
  row.writeInt16LE(Math.round(score), 24)
  return row
}

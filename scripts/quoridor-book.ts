import { writeFileSync } from 'node:fs'
import { must } from '../src/base/result.ts'
import { seededRng } from '../src/base/rng.ts'
import {
  loadBoard,
  make,
  unmake,
  WALL,
  writeMove,
  type FastBoard,
} from '../src/brains/quoridor/fast-board.ts'
import { addPawnMoves, addUsefulWalls, isLegalWall } from '../src/brains/quoridor/moves.ts'
import { bookEntry } from '../src/brains/quoridor/opening.ts'
import { makeSearchMemory } from '../src/brains/quoridor/search-state.ts'
import { findMove, type SearchResult } from '../src/brains/quoridor/iterative-deepening.ts'
import { limitsFor } from '../src/brains/thinking.ts'
import { quoridor, type QuoridorMove, type QuoridorState } from '../src/games/quoridor/index.ts'

/**
 * Writes the opening book of quoridor: the brain plays against itself from the start with long searches, and also follows
 * plausible replies. The most likely positions come first. `node scripts/quoridor-book.ts 24` makes 24 entries.
 */
const ENTRIES = Number(process.argv[2] ?? 24)
/** Positions to search for each entry: more than `advanced` has time for in a match. */
const NODES = 1_000_000
/** Positions to search for each reply, to see whether it is plausible. */
const REPLY_NODES = 20_000
/** A reply that loses more than this, in hundredths of a step, is not expected. */
const MOST_LOSS = 70
/** One more move from the start makes a position as unlikely as losing this much. */
const PLY_COST = 15
const MOST_REPLIES = 4
/** Only the first two moves of each side: further on the book was not stronger than the search itself. */
const MOST_PLIES = 4

interface Place {
  readonly state: QuoridorState
  /** Moves made before. */
  readonly ply: number
  /** How unlikely the position is: the sum of what its moves lost, and of their number. */
  readonly cost: number
}

const book = new Map<string, QuoridorMove>()
const waiting: Place[] = [{ state: start(), ply: 0, cost: 0 }]
while (book.size < ENTRIES && waiting.length > 0) {
  waiting.sort((a, b) => a.cost - b.cost)
  const { state, ply, cost } = waiting.shift() as Place
  const { key, turn } = bookEntry(state)
  if (book.has(key)) continue
  const board = loadBoard(state, true)
  const { move, score, depth } = think(board, NODES)
  book.set(key, turn(writeMove(move)))
  console.log(`${book.size} ${key}: ${writeMove(move)} ${score} at depth ${depth}, cost ${cost}`)
  if (ply + 1 === MOST_PLIES) continue
  for (const reply of replies(board, move)) {
    const played = quoridor.play(state, [{ seat: state.turn, move: writeMove(reply.move) }])
    waiting.push({ state: played, ply: ply + 1, cost: cost + reply.loss + PLY_COST })
  }
}
writeFileSync(new URL('../src/brains/quoridor/opening-book.ts', import.meta.url), format())

function start(): QuoridorState {
  return quoridor.setup(must(quoridor.parseConfig(quoridor.presets['standard'])), seededRng(0))
}

function think(board: FastBoard, nodeBudget: number): SearchResult {
  return findMove(board, makeSearchMemory(), limitsFor({ timeLeft: Infinity, nodeBudget }, {}))
}

/** The best move, and the moves that a short search finds nearly as good. */
function replies(board: FastBoard, best: number): readonly { move: number; loss: number }[] {
  const list = new Int16Array(256)
  const steps = addPawnMoves(board, list, 0)
  const moves = [...list.subarray(0, addUsefulWalls(board, list, steps, true))]
  const looked = moves
    .filter((move) => move < WALL || isLegalWall(board, move))
    .map((move) => {
      make(board, move)
      const score = -think(board, REPLY_NODES).score
      unmake(board, move)
      return { move, score }
    })
  const most = Math.max(...looked.map(({ score }) => score))
  return looked
    .map(({ move, score }) => ({ move, loss: move === best ? 0 : most - score }))
    .filter(({ loss }) => loss <= MOST_LOSS)
    .toSorted((a, b) => a.loss - b.loss)
    .slice(0, MOST_REPLIES)
}

function format(): string {
  const lines = [...book].map(([key, move]) => `  '${key}': '${move}',\n`)
  return `import type { QuoridorMove } from '../../games/quoridor/index.ts'

/** Written by \`node scripts/quoridor-book.ts\`, the likeliest positions first, each after a look at so many. */
export const BOOK_NODES = ${NODES.toLocaleString('en').replaceAll(',', '_')}

export const OPENING_BOOK: Readonly<Record<string, QuoridorMove>> = {
${lines.join('')}}
`
}

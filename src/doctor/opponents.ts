import { DIRECTIONS, isInside, step, turned, wrap, TURNS } from '../base/grid.ts'
import type { Brain } from '../game/brain.ts'
import { otherSeat, type AnyGame, type Seat } from '../game/game.ts'
import { shortestPath, type QuoridorState } from '../games/quoridor/index.ts'
import type { TronState } from '../games/tron/index.ts'
import { playedTurn } from '../match/changes.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Connection, Contestant, Opening } from '../protocols/protocol.ts'
import { readCell } from './cells.ts'

export type OpponentId = 'first' | 'last' | 'random' | 'middle' | 'corner' | 'careful' | 'runner' | 'cheater'

/** A scripted opponent; the same seed, the same play. */
export function opponent(id: OpponentId, game: AnyGame): Contestant {
  const connect = (opening: Opening) => connectBrain(BRAINS[id], opening)
  return { name: id, connect: id === 'cheater' ? (opening) => connectCheater(game, opening) : connect }
}

const brain = (name: OpponentId, move: Brain['move']): Brain => ({ name, move })

const BRAINS: Readonly<Record<OpponentId, Brain>> = {
  first: brain('first', ({ legal }) => legal[0]),
  last: brain('last', ({ legal }) => legal.at(-1)),
  random: brain('random', ({ legal, rng }) => rng.pick(legal)),
  middle: brain('middle', ({ legal }) => legal[legal.length >> 1]),
  corner: brain('corner', ({ legal }) => cornerMove(legal)),
  careful: brain('careful', ({ view, seat, legal }) => carefulMove(view as TronState, seat, legal)),
  runner: brain('runner', ({ view, seat, legal }) => runnerMove(view as QuoridorState, seat, legal)),
  cheater: brain('cheater', ({ legal }) => legal[0]),
}

/** Below the diagonal, nearest to the corner, where the cell with x and y swapped is still free: mix-ups show at once. */
function cornerMove(legal: readonly string[]): string | undefined {
  const free = new Set(legal)
  let best = legal[0]
  let nearest = Infinity
  for (const move of legal) {
    const cell = readCell(move)
    if (cell === undefined || cell.x >= cell.y || !free.has(`${cell.y},${cell.x}`)) continue
    if (cell.x + cell.y < nearest) [nearest, best] = [cell.x + cell.y, move]
  }
  return best
}

/** A cycle that does not drive into anything it can see, and goes where most is free around it. */
function carefulMove(
  { rules, rows, cycles }: TronState,
  seat: Seat,
  legal: readonly string[],
): string | undefined {
  const own = cycles[seat]
  const room = (facing: (typeof DIRECTIONS)[number], from = { x: own.x, y: own.y }): number => {
    const ahead = step(from, facing)
    if (rules.edge === 'wall' && !isInside(ahead, rules)) return -1
    const cell = wrap(ahead, rules)
    const other = cycles[otherSeat(seat)]
    if (rows[cell.y]?.[cell.x] !== '.' || (cell.x === other.x && cell.y === other.y)) return -1
    return from.x === own.x && from.y === own.y
      ? DIRECTIONS.filter((next) => room(next, cell) >= 0).length
      : 0
  }
  const plain = legal.filter((move) => !move.includes('+'))
  const facingOf = (move: string) =>
    DIRECTIONS.find((way) => way === move) ??
    turned(own.facing, TURNS.find((turn) => turn === move) ?? 'forward')
  return plain.toSorted((a, b) => room(facingOf(b)) - room(facingOf(a)))[0]
}

function runnerMove(view: QuoridorState, seat: Seat, legal: readonly string[]): string | undefined {
  const path: readonly string[] = shortestPath(view, seat).slice(0, 2)
  return path.find((cell) => legal.includes(cell)) ?? legal[0]
}

/** Plays well once, then plays what its opponent has just played, or something else that it may not. */
async function connectCheater(game: AnyGame, opening: Opening): Promise<Connection> {
  let own = 0
  let seen: string | undefined
  return {
    async ask({ view, legal, cheated }) {
      if (cheated !== undefined) return { kind: 'flip' }
      const isFirst = own++ === 0 && legal[0] !== undefined
      if (isFirst) return { kind: 'move', text: legal[0] as string }
      const bad = seen !== undefined && !game.isLegal(view, opening.seat, seen) ? seen : 'z9'
      return { kind: 'move', text: bad }
    },
    tell(...change) {
      seen = playedTurn(...change)?.[otherSeat(opening.seat)] ?? seen
    },
    async [Symbol.asyncDispose]() {},
  }
}

import type { Brain, BrainTurn } from '../../game/brain.ts'
import { otherSeat, type Seat } from '../../game/game.ts'
import { boardOf, isShut, STEPS } from '../../games/quoridor/board.ts'
import { cellName, cellOf, FILES, wallName } from '../../games/quoridor/names.ts'
import { placedWalls } from '../../games/quoridor/notation.ts'
import {
  quoridor,
  shortestPathLength,
  type QuoridorMove,
  type QuoridorState,
} from '../../games/quoridor/index.ts'
import { cheater, type CheatPlan } from '../cheater.ts'
import { distance, loadBoard, make, unmake, WALL, writeMove } from './fast-board.ts'
import { legalMoves } from './moves.ts'
import { shutIn } from './shut-in.ts'
import { walker } from './walker.ts'

type Plan = CheatPlan<QuoridorState, QuoridorMove>
type Turn = BrainTurn<QuoridorState>

const cheat = (
  name: Plan['name'],
  plays: string,
  how: Plan['cheat'],
  more: Pick<Plan, 'init' | 'thinks'> = {},
): Brain<QuoridorState> => cheater({ name, plays, game: quoridor.id, honest: walker, cheat: how, ...more })

/** Moves its pawn four cells ahead, e9 to e5, or to another unreachable cell. */
const teleport = cheat(
  'cheat-teleport',
  'moves its pawn four cells ahead on its first turn',
  ({ view, seat, legal }) => {
    const { size, pawns } = view
    const from = cellOf(pawns[seat])
    const aim = from + 4 * ahead(seat)
    const distance = (cell: number): number =>
      10 * Math.abs((cell % 10) - (aim % 10)) + Math.abs(Math.floor(cell / 10) - Math.floor(aim / 10))
    const [nearest] = cellsOf(size)
      .filter((cell) => !pawns.includes(cellName(cell)) && !legal.includes(cellName(cell)))
      .toSorted((a, b) => distance(a) - distance(b))
    return nearest === undefined ? undefined : cellName(nearest)
  },
)

/** Leaves the board behind its own start: e10 for the second player, e0 for the first. */
const pawnOutside = cheat(
  'cheat-pawn-outside',
  'leaves the board behind its own start',
  ({ view: { pawns, size }, seat }) => `${pawns[seat][0]}${seat === 0 ? 0 : size + 1}`,
)

/** Puts a wall half beyond the edge: i4h. */
const wallOutside = cheat(
  'cheat-wall-outside',
  'puts a wall half beyond the edge',
  ({ view: { size } }) => `${FILES[size - 1]}${(size - 1) / 2}h`,
)

/** Moves before the first player; as the first player it moves twice instead. */
const secondFirst = cheat(
  'cheat-second-first',
  'moves before the first player; as the first player it moves twice',
  (turn) => (turn.number === 1 ? walkTwice(turn) : undefined),
  {
    init({ view, seat, playUnasked }) {
      if (seat === 1) playUnasked(cellName(cellOf(view.pawns[1]) + ahead(1)))
    },
  },
)

/** Moves again before it is asked. */
const twiceARow = cheat('cheat-twice-a-row', 'moves again before it is asked', walkTwice)

/** Straight ahead if it can, and then one cell further. */
function walkTwice({ view, seat, legal, playUnasked }: Turn): string | undefined {
  const first = cellOf(view.pawns[seat]) + ahead(seat)
  const move = legal.find((word) => word === cellName(first)) ?? nearestStep(view, seat, legal)
  if (move === undefined) return undefined
  const second = cellOf(move) + ahead(seat)
  // A pawn that has arrived ends the round, and there is no second move.
  if (isOnBoard(second, view.size)) playUnasked(cellName(second))
  return move
}

/** Puts up e4h and then e4v across it, or crosses another standing wall. */
const wallCross = cheat('cheat-wall-cross', 'puts a wall across another', ({ view, legal }) => {
  const middle = (view.size - 1) / 2
  const flat = 2 * (10 * middle + middle + 1)
  const walls = placedWalls(view)
  const own = legal.find((move) => move === wallName(flat))
  const crossed = walls.includes(flat) ? flat : own === undefined ? walls[0] : undefined
  return crossed === undefined ? own : wallName(crossed ^ 1)
})

/** Puts up e1h before its own pawn and walks through it to e2, or through any wall beside its pawn. */
const walkThroughWall = cheat('cheat-walk-through-wall', 'walks through a wall', ({ view, seat, legal }) => {
  const { size, pawns } = view
  const from = cellOf(pawns[seat])
  const board = boardOf(view)
  const directions = seat === 0 ? [0, 1, 3, 2] : [2, 1, 3, 0]
  for (const direction of directions) {
    const to = from + (STEPS[direction] as number)
    if (isShut(board, from, direction) && isOnBoard(to, size)) return cellName(to)
  }
  const below = seat === 0 ? from : from - 10
  return [below, below - 1].map((anchor) => wallName(2 * anchor)).find((wall) => legal.includes(wall))
})

/** Puts up all its walls where they delay the opponent most, and then one more. */
const elevenWalls = cheat('cheat-eleven-walls', 'puts up all its walls and then one more', putUpEleven, {
  thinks: 'briefly',
})

function putUpEleven({ view, seat, rng }: Turn): string | undefined {
  const board = loadBoard({ ...view, wallsLeft: [1, 1] })
  const walls = legalMoves(board).filter((move) => move >= WALL)
  if (walls.length === 0) return view.wallsLeft[seat] === 0 ? 'a1h' : undefined
  const gains = walls.map((wall) => {
    make(board, wall)
    const gain = distance(board, otherSeat(seat)) - distance(board, seat) / 2
    unmake(board, wall)
    return gain
  })
  const best = Math.max(...gains)
  return writeMove(rng.pick(walls.filter((_, index) => gains[index] === best)))
}

/** Builds walls around its own pawn and closes the last side; or closes either pawn in as soon as that is possible. */
const wallBlocking = cheat('cheat-wall-blocking', 'shuts a pawn in with walls', shutIn, { thinks: 'briefly' })

const ahead = (seat: Seat): number => (seat === 0 ? 10 : -10)

const isOnBoard = (cell: number, size: number): boolean =>
  cell > 10 && cell < 10 * (size + 1) && cell % 10 >= 1 && cell % 10 <= size

const cellsOf = (size: number): readonly number[] =>
  Array.from({ length: size * size }, (_, index) => 10 * (Math.floor(index / size) + 1) + (index % size) + 1)

function nearestStep(view: QuoridorState, seat: Seat, legal: readonly string[]): string | undefined {
  const length = (move: string): number =>
    shortestPathLength(quoridor.play(view, [{ seat, move: move as QuoridorMove }]), seat)
  return legal.filter((move) => move.length === 2).toSorted((a, b) => length(a) - length(b))[0]
}

export const cheats: readonly Brain[] = [
  teleport,
  secondFirst,
  twiceARow,
  wallOutside,
  pawnOutside,
  wallCross,
  walkThroughWall,
  elevenWalls,
  wallBlocking,
]

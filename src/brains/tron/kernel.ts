import type { Seat } from '../../game/game.ts'
import type { Meter } from '../thinking.ts'
import { isCheckered, type Board } from './board.ts'
import { MODULE } from './kernel/module.ts'

/** The search as WebAssembly: the C files in `kernel` say what each part does. Each kernel has a transposition table of its own. */
export interface Kernel extends Pick<Functions, 'value' | 'stepsOf'> {
  /** Takes the position of the board over. */
  load(): void
  /** The best move, in the position of the last `load`. */
  search(meter: Meter): number
  /** Of the last search: the value, the depth, the positions, and the length of the principal variation; its moves, plus 16 for those of seat 1. */
  readonly found: Int32Array
  readonly line: Int32Array
  /** Looks for the longest path of a seat, from the first moves of `moves` on. */
  fill(seat: Seat, meter: Meter, known: number): void
  /** Moves of the path; and how many, the turns that it lasts, whether it goes all the way, whether none is longer. */
  readonly moves: Int32Array
  readonly plan: Int32Array
}

/** What the evaluation of a search depends on. */
export interface Weights {
  readonly steps: number
  readonly openness: Openness
  /** What a draw costs the seat that searches. */
  readonly draw: number
  /** The seat that gets the cells that both reach at once; neither without it. */
  readonly tiesTo: Seat | undefined
  /** Whether the learned network judges the rooms, in place of steps and openness. */
  readonly isLearned: boolean
  /** Whether the search is the quick one: `quicken` in `kernel/search.c` says what it does. */
  readonly isQuick: boolean
  /** Whether boards are evaluated by planes, or large rooms measured by rows, where these fit: this gives the same, but faster. */
  readonly isByRows: boolean
}

/** What a cell with one, two, three and four neighbours in the same room is worth, and each such neighbour of the head. */
export type Openness = readonly [one: number, two: number, three: number, four: number, besideHead: number]

interface Functions {
  readonly begin: (cells: number, isSimultaneous: number, isRelative: number) => void
  readonly weigh: (seat: number, isCheckered: number, steps: number, draw: number, tiesTo: number) => void
  readonly weighOpenness: (...openness: Openness) => void
  readonly learn: () => void
  readonly quicken: () => void
  readonly layRows: (width: number) => void
  readonly load: (turns: number) => void
  /** The static value of the position for the seat that searches. */
  readonly value: () => number
  readonly search: () => number
  /** An upper bound of the steps that a seat can still drive. */
  readonly stepsOf: (seat: number) => number
  readonly fill: (seat: number) => void
}

const LONGEST_LINE = 12
/** The longest plan: larger rooms are filled piece by piece. */
const HORIZON = 160

let compiled: object | undefined

/** The kernel for searches by `me` on a board, which has a position already. */
export function makeKernel(board: Board, me: Seat, weights: Weights): Kernel {
  let asked: Meter | undefined
  // The module has a few kilobytes: it compiles in a moment, so nothing has to wait for a promise.
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(MODULE), (character) => character.charCodeAt(0)))
  const { exports } = new WebAssembly.Instance(compiled, { host: { look: (seen) => asked?.seen(seen) ?? 0 } })
  const { buffer } = exports.memory
  const words = ({ value }: Address, length: number): Int32Array => new Int32Array(buffer, value, length)
  const bytes = ({ value }: Address, length: number): Uint8Array => new Uint8Array(buffer, value, length)

  const { cells, rules } = board
  words(exports.next, 4 * (cells + 1)).set(board.next)
  exports.begin(cells, Number(board.simultaneous), Number(rules.moves === 'relative'))
  const { steps, openness, draw, tiesTo = -1, isLearned, isQuick, isByRows } = weights
  exports.weigh(me, Number(isCheckered(board)), steps, draw, tiesTo)
  exports.weighOpenness(...openness)
  if (isLearned) exports.learn()
  if (isQuick) exports.quicken()
  if (isByRows) exports.layRows(rules.width)
  const colour = bytes(exports.colour, cells)
  for (const cell of colour.keys()) colour[cell] = ((cell % rules.width) + Math.floor(cell / rules.width)) & 1
  const tiles = bytes(exports.tiles, cells + 1)
  const heads = words(exports.heads, 2)
  const facing = words(exports.facing, 2)
  const boosts = words(exports.boosts, 2)
  const boosted = words(exports.boosted, 2)
  const plan = words(exports.plan, 4)
  return {
    found: words(exports.found, 4),
    line: words(exports.line, LONGEST_LINE + 1),
    moves: words(exports.moves, HORIZON),
    plan,
    value: exports.value,
    stepsOf: exports.stepsOf,
    load() {
      tiles.set(board.tiles)
      heads.set(board.heads)
      facing.set(board.facing)
      boosts.set(board.boosts)
      boosted.set(board.boosted)
      exports.load(board.ply)
    },
    search(meter) {
      asked = meter
      return exports.search()
    },
    fill(seat, meter, known) {
      asked = meter
      plan[0] = known
      exports.fill(seat)
    },
  }
}

interface Address {
  readonly value: number
}

/** Functions, and the addresses of variables. */
interface Exports extends Functions {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly next: Address
  readonly colour: Address
  readonly tiles: Address
  readonly heads: Address
  readonly facing: Address
  readonly boosts: Address
  readonly boosted: Address
  readonly found: Address
  readonly line: Address
  readonly moves: Address
  readonly plan: Address
}

/** What this file uses of the global: neither Node's types nor the language's have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: { readonly host: { readonly look: (seen: number) => number } },
  ) => { readonly exports: Exports }
}

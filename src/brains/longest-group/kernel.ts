import type { Pair } from '../../game/game.ts'
import type { Stones } from './field.ts'
import { MODULE } from './kernel/module.ts'

/** Boards of up to so many cells are measured by the kernel. */
export const MOST_BITS = 128

/**
 * The search as WebAssembly: the C files in `kernel` say what each part does. The arrays are the memory of the module.
 * Each kernel has a tree of its own.
 */
export interface Kernel extends Functions {
  /** The position of the root, and the one of the last playout. */
  readonly rootStones: Stones
  readonly stones: Stones
  /** The empty cells of the root, and how many there are. */
  readonly empty: Int16Array
  readonly emptyCount: Int32Array
  readonly rootTurn: Int32Array
  /** The full boards of a pair of playouts, and twice the lead on each. */
  readonly filled: Pair<Stones>
  readonly leads: Int32Array
}

interface Functions {
  readonly begin: (width: number, count: number, seed: number) => void
  /** Twice the exact lead of `stones`. */
  readonly lead: () => number
  readonly playOut: (turn: number, emptyCount: number) => void
  readonly plant: (mine: number, theirs: number) => void
  readonly searchOnce: () => void
  readonly mostVisited: (node: number) => number
  readonly firstChildOf: (node: number) => number
  readonly childrenOf: (node: number) => number
  readonly cellOf: (node: number) => number
  readonly visitsOf: (node: number) => number
  readonly valueOf: (node: number) => number
}

const MOST_CELLS = 19 * 19
const SET_BYTES = 4 * Math.ceil(MOST_CELLS / 32)

let compiled: object | undefined

/** `leadOfLarge` gives twice the lead on a board of the last pair, if it has more than `MOST_BITS` cells. */
export function makeKernel(leadOfLarge: (board: 0 | 1) => number): Kernel {
  // The module has a few kilobytes: it compiles in a moment, so nothing has to wait for a promise.
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(MODULE), (character) => character.charCodeAt(0)))
  const { exports } = new WebAssembly.Instance(compiled, { host: { log: Math.log, leadOfLarge } })
  const { buffer } = exports.memory
  const wordsAt = (address: number, length: number): Int32Array => new Int32Array(buffer, address, length)
  const stonesAt = (address: number): Stones => [
    wordsAt(address, SET_BYTES / 4),
    wordsAt(address + SET_BYTES, SET_BYTES / 4),
  ]
  return {
    ...exports,
    rootStones: stonesAt(exports.rootStones.value),
    stones: stonesAt(exports.stones.value),
    empty: new Int16Array(buffer, exports.empty.value, MOST_CELLS),
    emptyCount: wordsAt(exports.emptyCount.value, 1),
    rootTurn: wordsAt(exports.rootTurn.value, 1),
    filled: [stonesAt(exports.filled.value), stonesAt(exports.filled.value + 2 * SET_BYTES)],
    leads: wordsAt(exports.leads.value, 2),
  }
}

interface Address {
  readonly value: number
}

/** Functions, and the addresses of variables. */
interface Exports extends Functions {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly rootStones: Address
  readonly stones: Address
  readonly empty: Address
  readonly emptyCount: Address
  readonly rootTurn: Address
  readonly filled: Address
  readonly leads: Address
}

/** What this file uses of the global: neither Node's types nor the language's have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: {
      readonly host: {
        readonly log: (value: number) => number
        readonly leadOfLarge: (board: 0 | 1) => number
      }
    },
  ) => { readonly exports: Exports }
}

import type { Pair } from '../../game/game.ts'
import type { Stones } from './field.ts'
import { MODULE } from './kernel/module.ts'

/** Boards of up to so many cells are measured by the kernel. Larger ones it only fills. */
export const MOST_BITS = 128

/** The part of the search in which it spends most of its time, as WebAssembly: `kernel/kernel.c` tells what each part does. */
export interface Kernel {
  /** The position of a playout. These arrays, and those below, are the memory of the module. */
  readonly stones: Stones
  /** Cells that were empty at the root of the search. */
  readonly empty: Int16Array
  /** The full boards of a pair of playouts, and twice the lead on each. */
  readonly filled: Pair<Stones>
  readonly leads: Int32Array
  readonly begin: (width: number, count: number, seed: number) => void
  readonly playOut: (turn: number, empty: number) => void
  /** Twice the exact lead of the stones. */
  readonly lead: () => number
}

let loaded: Kernel | undefined

/** The kernel of this thread: one search at a time may use it. */
export const loadKernel = (): Kernel => (loaded ??= instantiate())

const MOST_CELLS = 19 * 19
const SET_BYTES = 4 * Math.ceil(MOST_CELLS / 32)

function instantiate(): Kernel {
  const bytes = Uint8Array.from(atob(MODULE), (character) => character.charCodeAt(0))
  // The module has a few kilobytes: it compiles in a moment, so nothing has to wait for a promise.
  const { exports: exported } = new WebAssembly.Instance(new WebAssembly.Module(bytes))
  const { buffer } = exported.memory
  const stonesAt = (address: number): Stones => [
    new Int32Array(buffer, address, SET_BYTES / 4),
    new Int32Array(buffer, address + SET_BYTES, SET_BYTES / 4),
  ]
  return {
    stones: stonesAt(exported.stones.value),
    empty: new Int16Array(buffer, exported.empty.value, MOST_CELLS),
    filled: [stonesAt(exported.filled.value), stonesAt(exported.filled.value + 2 * SET_BYTES)],
    leads: new Int32Array(buffer, exported.leads.value, 2),
    begin: exported.begin,
    playOut: exported.playOut,
    lead: exported.lead,
  }
}

/** Functions, and the addresses of variables. */
interface Exports extends Pick<Kernel, 'begin' | 'playOut' | 'lead'> {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly stones: Address
  readonly empty: Address
  readonly filled: Address
  readonly leads: Address
}

interface Address {
  readonly value: number
}

/** What this file uses of the global: neither Node's types nor the language's have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: Exports }
}

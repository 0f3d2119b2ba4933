import {
  isInside,
  step,
  turned,
  TURNS,
  type Cell,
  type Direction,
  type Size,
  type Turn,
} from '../base/grid.ts'
import { otherSeat, type Pair } from '../game/game.ts'
import type { TronState } from '../games/tron/index.ts'
import { cellKey } from './cells.ts'
import type { Misbelief } from './finding.ts'
import type { Observation } from './observation.ts'

interface Rider extends Cell {
  readonly facing: Direction
}

/** What a driver takes the state line for: itself first, and how large the board is. */
interface Glasses {
  readonly belief?: Misbelief
  see(riders: Pair<Rider>, size: number): { readonly riders: Pair<Rider>; readonly size: number }
}

const both = (riders: Pair<Rider>, change: (rider: Rider) => Rider): Pair<Rider> => [
  change(riders[0]),
  change(riders[1]),
]

const SEEING: Glasses = { see: (riders, size) => ({ riders, size }) }
const CONTEST_SIZE = 10
const GLASSES: readonly Glasses[] = [
  { belief: 'fixed-size', see: (riders) => ({ riders, size: CONTEST_SIZE }) },
  {
    belief: 'swapped-state',
    see: (riders, size) => ({
      riders: both(riders, (rider) => ({ ...rider, x: rider.y, y: rider.x })),
      size,
    }),
  },
  {
    belief: 'upside-down',
    see: (riders, size) => ({ riders: both(riders, (rider) => ({ ...rider, y: size - 1 - rider.y })), size }),
  },
]

/** A driver that turns away from obstacles this often is no blind one. */
const ENOUGH_TURNS = 2

/**
 * What a careful driver got wrong. It must have driven into something it could have avoided, and yet have avoided
 * everything it would have seen with other eyes; and have turned away from some of that, or it may simply be blind.
 */
export function explainDriving(rounds: readonly Observation[]): Misdriven | undefined {
  const drives = rounds.flatMap(drivesOf)
  const [crash] = judge(drives, SEEING).crashes
  if (crash === undefined) return undefined
  const found = GLASSES.find((glasses) => {
    const { crashes, dodges } = judge(drives, glasses)
    return crashes.length === 0 && dodges >= ENOUGH_TURNS
  })
  return found?.belief && { ...crash, belief: found.belief }
}

export interface Misdriven extends Crash {
  readonly belief: Misbelief
}

/** It drove into something, and could have gone elsewhere. */
interface Crash {
  readonly seen: Observation
  readonly turn: number
  readonly move: Turn
  readonly free: readonly Turn[]
}

/** One round as its driver saw it: what stood in each state line, and what it did. */
interface Drive {
  readonly seen: Observation
  readonly size: number
  readonly steps: readonly { readonly riders: Pair<Rider>; readonly move: Turn }[]
}

function drivesOf(seen: Observation): readonly Drive[] {
  const { game, first, turns } = seen
  const { seat } = seen.trial
  const start = first as TronState
  if (game.id !== 'tron' || start.rules.edge !== 'wall' || start.rules.moves !== 'relative') return []
  if (start.rules.timing !== 'simultaneous') return []
  let state = start
  const steps = turns.map((turn) => {
    const riders = [state.cycles[seat], state.cycles[otherSeat(seat)]] as const
    state = game.play(state, [
      { seat: 0, move: turn[0] ?? '' },
      { seat: 1, move: turn[1] ?? '' },
    ]) as TronState
    return { riders, move: turn[seat] as Turn }
  })
  return [{ seen, size: start.rules.width, steps }]
}

/** Where it drove into something though there was another way, and how often it turned away from something. */
function judge(
  drives: readonly Drive[],
  glasses: Glasses,
): { readonly crashes: readonly Crash[]; readonly dodges: number } {
  const crashes: Crash[] = []
  let dodges = 0
  for (const { seen, size: trueSize, steps } of drives) {
    const trail = new Set<string>()
    for (const [index, { riders, move }] of steps.entries()) {
      const view = glasses.see(riders, trueSize)
      for (const rider of view.riders) trail.add(cellKey(rider))
      const free = TURNS.filter((turn) => isFree(view.riders[0], turn, trail, square(view.size)))
      if (free.length > 0 && !free.includes(move)) crashes.push({ seen, turn: index + 1, move, free })
      const wasNeeded = !free.includes('forward') && free.length > 0
      const isPlain = isFree(riders[0], 'forward', NOTHING, square(trueSize))
      if (wasNeeded && free.includes(move) && isPlain) dodges++
    }
  }
  return { crashes, dodges }
}

const NOTHING: ReadonlySet<string> = new Set()

const square = (size: number): Size => ({ width: size, height: size })

function isFree(rider: Rider, turn: Turn, trail: ReadonlySet<string>, size: Size): boolean {
  const cell = step(rider, turned(rider.facing, turn))
  return isInside(cell, size) && !trail.has(cellKey(cell))
}

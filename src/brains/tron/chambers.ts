import { waysAround, type Board } from './board.ts'
import { BOTH } from './territory.ts'

/** An estimate of what a cycle can make of the room it has. */
export interface Room {
  /** Cells it can drive at best, one after the other. */
  steps: number
  /** How open the room is: for each of these cells its neighbours in the same room. */
  openness: number
  /** Whether the other cycle can get into it. */
  isFront: boolean
}

/** Fills `room` for a cycle standing on `head`, whose cells are those with `who[cell] === mine`. */
export type Measure = (who: Uint8Array, mine: number, rival: number, head: number, room: Room) => void

/**
 * Makes a function that measures a room as a tree of chambers: its biconnected components, found by Tarjan's algorithm. A
 * cycle that leaves a chamber through an articulation point cannot come back, so of several branches it gets only one.
 *
 * This is the usual depth-first search for biconnected components. A chamber is complete when everything behind its
 * entrance is known, so the best branch is found on the way back.
 */
export function createMeasure(board: Board, distance: Int32Array): Measure {
  const { next, cells } = board
  const colour = checkered(board)
  const number = new Int32Array(cells + 1)
  // Of each cell: the neighbours in the room, plus AT_FRONT beside cells of the rival.
  const sides = new Uint8Array(cells + 1)
  // The way from the head to the cell at hand: what is known of each cell on it.
  const path = new Int32Array(cells + 1)
  const lows = new Int32Array(cells + 1)
  const states = new Uint16Array(cells + 1)
  const pending = new Int32Array(cells + 1)
  // The best branch behind each cell; the other two hold where there are steps.
  const steps = new Int32Array(cells + 1)
  const openness = new Int32Array(cells + 1)
  const fronts = new Uint8Array(cells + 1)
  let size = 0

  /**
   * Pops the chamber entered from `entrance` through `first` off the stack of pending cells, and records it as a
   * branch.
   */
  function close(entrance: number, first: number): void {
    const from = colour === undefined ? 0 : (colour[entrance] as number)
    let same = 0
    let open = 0
    let front = 0
    let branches = 0
    const end = size
    let cell: number
    do {
      cell = pending[--size] as number
      if (colour !== undefined && colour[cell] === from) same++
      const side = sides[cell] as number
      open += side & NEIGHBOURS
      front |= side
      branches |= steps[cell] as number
    } while (cell !== first)
    const isFront = front >= AT_FRONT ? 1 : 0
    const all = end - size
    const other = all - same
    let best = colour === undefined ? all : other > same ? 2 * same + 1 : 2 * other
    let bestOpen = open
    let bestFront = isFront
    for (let at = branches === 0 ? end : size; at < end; at++) {
      const exit = pending[at] as number
      const behind = steps[exit] as number
      if (behind === 0) continue
      // The rival may fill a chamber that it can enter: drive straight there and fill nothing before.
      const isRace = fronts[exit] === 1
      const before = isRace
        ? Math.max(1, (distance[exit] as number) - (distance[entrance] as number))
        : colour === undefined
          ? all
          : colour[exit] === from
            ? 2 * Math.min(same, other)
            : 2 * Math.min(other, same + 1) - 1
      if (before + behind <= best) continue
      best = before + behind
      bestOpen = (isRace ? 0 : open) + (openness[exit] as number)
      bestFront = isRace ? 1 : isFront
    }
    if (best <= (steps[entrance] as number)) return
    steps[entrance] = best
    openness[entrance] = bestOpen
    fronts[entrance] = bestFront
  }

  return (who, mine, rival, head, room) => {
    number.fill(0)
    size = 0
    let counter = 1
    let depth = -1
    let cell = head
    let parent = -1
    let arm = 0
    let side = 0
    let low = 1
    number[head] = 1
    steps[head] = openness[head] = fronts[head] = 0
    for (;;) {
      let found = -1
      for (const from = 4 * cell; arm < 4 && found < 0; arm++) {
        const to = next[from + arm] as number
        const whose = who[to] as number
        if (whose === mine || to === head) {
          side++
          const known = number[to] as number
          if (known === 0) found = to
          else if (known < low && to !== parent) low = known
        } else if (whose === rival || whose === BOTH) side |= AT_FRONT
      }
      if (found >= 0) {
        path[++depth] = cell
        lows[depth] = low
        states[depth] = (side << ARM_BITS) | arm
        parent = cell
        cell = found
        arm = side = 0
        low = ++counter
        number[cell] = low
        steps[cell] = 0
        pending[size++] = cell
        continue
      }
      sides[cell] = side
      if (depth < 0) break
      const done = cell
      const lowest = low
      cell = path[depth] as number
      low = lows[depth] as number
      const state = states[depth] as number
      arm = state & ((1 << ARM_BITS) - 1)
      side = state >> ARM_BITS
      parent = --depth < 0 ? -1 : (path[depth] as number)
      if (lowest >= (number[cell] as number)) close(cell, done)
      else if (lowest < low) low = lowest
    }
    room.steps = steps[head]
    room.openness = openness[head] + (side & NEIGHBOURS)
    room.isFront = fronts[head] === 1
  }
}

/** The parts of `sides` and of `states`. */
const NEIGHBOURS = 7
const AT_FRONT = 8
const ARM_BITS = 3

/** The colours of a chess board, if every step changes colour: around an odd torus it need not. */
function checkered(board: Board): Uint8Array | undefined {
  const { width, height } = board.rules
  const { across, down } = waysAround(board)
  if ((across && width % 2 === 1) || (down && height % 2 === 1)) return undefined
  return Uint8Array.from(
    { length: board.cells + 1 },
    (_, cell) => ((cell % width) + Math.floor(cell / width)) & 1,
  )
}

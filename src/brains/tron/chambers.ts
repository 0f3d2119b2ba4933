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
  const low = new Int32Array(cells + 1)
  const degree = new Uint8Array(cells + 1)
  const front = new Uint8Array(cells + 1)
  const path = new Int32Array(cells + 1)
  const arms = new Uint8Array(cells + 1)
  const pending = new Int32Array(cells + 1)
  // The best branch behind each cell.
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
    let isFront = 0
    const end = size
    let cell: number
    do {
      cell = pending[--size] as number
      if (colour !== undefined && colour[cell] === from) same++
      open += degree[cell] as number
      isFront |= front[cell] as number
    } while (cell !== first)
    const all = end - size
    const other = all - same
    let best = colour === undefined ? all : other > same ? 2 * same + 1 : 2 * other
    let bestOpen = open
    let bestFront = isFront
    for (let at = size; at < end; at++) {
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
    let counter = 0
    let depth = -1
    size = 0

    let cell = head
    for (;;) {
      number[cell] = low[cell] = ++counter
      degree[cell] = front[cell] = 0
      steps[cell] = openness[cell] = fronts[cell] = 0
      path[++depth] = cell
      arms[depth] = 0
      if (depth > 0) pending[size++] = cell

      let found = -1
      while (found < 0) {
        cell = path[depth] as number
        let arm = arms[depth] as number
        let lowest = low[cell] as number
        const parent = depth > 0 ? (path[depth - 1] as number) : -1
        for (; arm < 4; arm++) {
          const to = next[4 * cell + arm] as number
          const whose = who[to]
          if (whose === mine || to === head) {
            degree[cell] = (degree[cell] as number) + 1
            const known = number[to] as number
            if (known === 0) {
              found = to
              break
            }
            if (known < lowest && to !== parent) lowest = known
          } else if (whose === rival || whose === BOTH) front[cell] = 1
        }
        low[cell] = lowest
        if (found >= 0) {
          arms[depth] = arm + 1
          break
        }
        if (--depth < 0) break
        const above = path[depth] as number
        if (lowest >= (number[above] as number)) close(above, cell)
        else if (lowest < (low[above] as number)) low[above] = lowest
      }
      if (found < 0) break
      cell = found
    }
    room.steps = steps[head] as number
    room.openness = (openness[head] as number) + (degree[head] as number)
    room.isFront = fronts[head] === 1
  }
}

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

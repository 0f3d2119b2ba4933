import { FREE, type Board } from './board.ts'

/** Values of `owner`: neither can get there; the seat plus one; both get there at once. */
const UNREACHED = 0
const BOTH = 3

/** A Voronoi diagram: which cycle reaches each cell first by a shortest path. */
export interface Territory {
  readonly owner: Uint8Array
  /** Cells from the owner's cycle. */
  readonly distance: Int32Array
  /** Whether the two can still meet. */
  contact: boolean
}

export type Spread = (first: number) => Territory

/**
 * Makes a function that floods the board from both cycles at once, turn by turn. Where players move by turns, `first` is
 * the seat to move. A boost in hand does not count, a boosted turn to come does. A cell that both reach at once belongs to
 * both, and neither flood goes on from there.
 */
export function createSpread(board: Board): Spread {
  const { next, tiles, simultaneous } = board
  const owner = new Uint8Array(board.cells + 1)
  const distance = new Int32Array(board.cells + 1)
  const queues = [new Int32Array(board.cells + 1), new Int32Array(board.cells + 1)] as const
  const read = new Int32Array(2)
  const written = new Int32Array(2)
  const grown = new Int32Array(2)
  const territory: Territory = { owner, distance, contact: false }

  /** Grows a flood by one cell. With `isTogether`, cells that the rival reaches in the same step belong to both. */
  function grow(seat: number, isTogether: boolean): void {
    const queue = queues[seat] as Int32Array
    const mine = seat + 1
    const end = written[seat] as number
    let tail = end
    for (let at = read[seat] as number; at < end; at++) {
      const cell = queue[at] as number
      if (owner[cell] !== mine) continue
      const away = (distance[cell] as number) + 1
      for (let arm = 4 * cell, last = arm + 4; arm < last; arm++) {
        const to = next[arm] as number
        const whose = owner[to] as number
        if (whose === UNREACHED) {
          if (tiles[to] !== FREE) continue
          owner[to] = mine
          distance[to] = away
          queue[tail++] = to
        } else if (whose !== mine) {
          territory.contact = true
          if (isTogether && whose !== BOTH && distance[to] === grown[1 - seat]) owner[to] = BOTH
        }
      }
    }
    grown[seat] = (grown[seat] as number) + 1
    read[seat] = end
    written[seat] = tail
  }

  return (first) => {
    owner.fill(UNREACHED)
    territory.contact = false
    const early = simultaneous ? 0 : first
    const late = 1 - early
    const fastEarly = board.boosted[early] as number
    const fastLate = board.boosted[late] as number
    for (let seat = 0; seat < 2; seat++) {
      const head = board.heads[seat] as number
      owner[head] = seat + 1
      distance[head] = 0
      ;(queues[seat] as Int32Array)[0] = head
      read[seat] = 0
      grown[seat] = 0
      written[seat] = 1
    }
    for (let turn = 0; ; turn++) {
      const reachEarly = turn < fastEarly ? 3 : 1
      const reachLate = turn < fastLate ? 3 : 1
      if (simultaneous)
        for (let cell = 0; cell < reachEarly || cell < reachLate; cell++) {
          if (cell < reachEarly) grow(early, false)
          if (cell < reachLate) grow(late, cell < reachEarly)
        }
      else {
        for (let cell = reachEarly; cell > 0; cell--) grow(early, false)
        for (let cell = reachLate; cell > 0; cell--) grow(late, false)
      }
      if (read[0] === written[0] && read[1] === written[1]) break
    }
    return territory
  }
}

import type { Seat } from '../../game/game.ts'
import { BLOCKED, FREE, HEAD, reachOf, type Board, type Code } from './board.ts'
import { createMeasure, type Room } from './chambers.ts'
import type { Meter } from '../thinking.ts'

/** A way through a room that nobody else can enter. */
export interface Plan {
  readonly moves: readonly Code[]
  /** Turns it lasts; beyond its last move, what the chambers promise. */
  readonly steps: number
  /** Whether its moves go all the way. */
  readonly isComplete: boolean
  /** Whether there is no longer way. */
  readonly isBest: boolean
}

/** Improves a plan, or makes one, until the meter is spent or nothing can be better. */
export type Fill = (seat: Seat, meter: Meter, known: readonly Code[]) => Plan

/** How far ahead a plan goes; large rooms are filled piece by piece. */
const HORIZON = 160
const NO_RIVAL = 255

/**
 * Makes the search for the longest way. It goes where the chambers promise most, along the walls, and then allows
 * itself one departure from that, two, three …, leaving out whatever cannot beat the best way so far. When no departure was
 * left out the way is the longest there is.
 */
export function createFill(board: Board): Fill {
  const { tiles, next } = board
  const measure = createMeasure(board, new Int32Array(board.cells + 1))
  const room: Room = { steps: 0, openness: 0, isFront: false }
  const path: Code[] = []
  let best: readonly Code[] = []
  let bestSteps = 0
  let isComplete = false
  let isLimited = false
  let most = 0
  let meter: Meter

  const promise = (head: number): number => {
    measure(tiles, FREE, NO_RIVAL, head, room)
    return room.steps
  }

  /** Drives `reach` cells; returns where it ends, or -1 without having moved. */
  function drive(head: number, direction: Code, reach: number): number {
    let cell = head
    for (let driven = 0; driven < reach; driven++) {
      cell = next[4 * cell + direction] as number
      if (tiles[cell] !== FREE) return -1
    }
    for (let at = head, driven = 0; driven <= reach; driven++) {
      tiles[at] = driven === reach ? HEAD : BLOCKED
      at = next[4 * at + direction] as number
    }
    return cell
  }

  function back(head: number, direction: Code, reach: number): void {
    for (let at = head, driven = 0; driven <= reach; driven++) {
      tiles[at] = driven === 0 ? HEAD : FREE
      at = next[4 * at + direction] as number
    }
  }

  function note(steps: number, isEnd: boolean): void {
    if (steps < bestSteps || (steps === bestSteps && (isComplete || !isEnd))) return
    best = path.slice()
    bestSteps = steps
    isComplete = isEnd
  }

  /** Looks at the ways on from `head`, of which the chambers promise at most `hope` steps more. */
  function dive(head: number, hope: number, departures: number, reach: number): void {
    const depth = path.length
    if (hope === 0 || depth >= HORIZON) return note(depth + hope, hope === 0)
    note(depth, false)
    const ways: Way[] = []
    for (let direction = 0; direction < 4; direction++) {
      const cell = drive(head, direction, reach)
      if (cell < 0) continue
      ways.push({ direction, cell, hope: promise(cell), freedom: freedom(cell) })
      back(head, direction, reach)
      if (!meter.spend()) return
    }
    if (ways.length === 0) return note(depth, true)
    ways.sort((a, b) => b.hope - a.hope || a.freedom - b.freedom)
    for (const [index, way] of ways.entries()) {
      if (depth + 1 + way.hope <= bestSteps) return
      if (index > departures) {
        isLimited = true
        return
      }
      drive(head, way.direction, reach)
      path.push(way.direction)
      dive(way.cell, way.hope, departures - index, 1)
      path.pop()
      back(head, way.direction, reach)
      if (meter.isSpent || (isComplete && bestSteps >= most)) return
    }
  }

  function freedom(cell: number): number {
    let free = 0
    for (let arm = 4 * cell; arm < 4 * cell + 4; arm++) if (tiles[next[arm] as number] === FREE) free++
    return free
  }

  /** Takes over what is left of an earlier plan. */
  function recall(start: number, known: readonly Code[], reach: number): void {
    const heads = [start]
    for (const [index, direction] of known.entries()) {
      const cell = drive(heads.at(-1) as number, direction, index === 0 ? reach : 1)
      if (cell < 0) break
      heads.push(cell)
      path.push(direction)
    }
    const hope = promise(heads.pop() as number)
    note(path.length + hope, hope === 0)
    for (let index = path.length - 1; index >= 0; index--)
      back(heads[index] as number, path[index] as Code, index === 0 ? reach : 1)
    path.length = 0
  }

  return (seat, given, known) => {
    meter = given
    best = []
    bestSteps = 0
    isComplete = isLimited = false
    const head = board.heads[seat] as number
    const reach = reachOf(board, seat, 0)
    if (known.length > 0) recall(head, known, reach)
    most = promise(head)
    for (let departures = 0; !meter.isSpent && !(isComplete && bestSteps >= most); departures++) {
      isLimited = false
      dive(head, most, departures, reach)
      if (!isLimited) break
    }
    const isBest = isComplete && (bestSteps >= most || (!isLimited && !meter.isSpent))
    return { moves: best, steps: bestSteps, isComplete, isBest }
  }
}

interface Way {
  readonly direction: Code
  readonly cell: number
  readonly hope: number
  readonly freedom: number
}

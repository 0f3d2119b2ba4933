import type { Seat } from '../../game/game.ts'
import { BLOCKED, FREE, HEAD, reachOf, type Board, type Code } from './board.ts'
import { createMeasure, type Room } from './chambers.ts'
import type { Meter } from '../thinking.ts'

/** A path through a room that the rival cannot enter. */
export interface Plan {
  readonly moves: readonly Code[]
  /** Turns it lasts: its moves, plus the upper bound from the chambers for what comes after them. */
  readonly steps: number
  /** Whether its moves go all the branch. */
  readonly isComplete: boolean
  /** Whether no path is longer. */
  readonly isBest: boolean
}

/** Improves a plan, or makes one, until the meter is spent or nothing can be better. */
export type Fill = (seat: Seat, meter: Meter, known: readonly Code[]) => Plan

/** How far ahead a plan goes; large rooms are filled piece by piece. */
const HORIZON = 160
const NO_RIVAL = 255

/**
 * Makes the search for the longest path: limited discrepancy search with branch and bound. The heuristic takes the branch
 * with the highest bound from the chambers and keeps to the walls. Each pass allows one more discrepancy from it. A pass
 * that the limit did not cut proves that the path is the longest.
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

  const upperBound = (head: number): number => {
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

  /** Searches on from `head`, where at most `bound` more steps are possible. */
  function search(head: number, bound: number, discrepancies: number, reach: number): void {
    const depth = path.length
    if (bound === 0 || depth >= HORIZON) return note(depth + bound, bound === 0)
    note(depth, false)
    const branches: Branch[] = []
    for (let direction = 0; direction < 4; direction++) {
      const cell = drive(head, direction, reach)
      if (cell < 0) continue
      branches.push({ direction, cell, hope: upperBound(cell), freedom: freedom(cell) })
      back(head, direction, reach)
      if (!meter.spend()) return
    }
    if (branches.length === 0) return note(depth, true)
    branches.sort((a, b) => b.hope - a.hope || a.freedom - b.freedom)
    for (const [index, branch] of branches.entries()) {
      if (depth + 1 + branch.hope <= bestSteps) return
      if (index > discrepancies) {
        isLimited = true
        return
      }
      drive(head, branch.direction, reach)
      path.push(branch.direction)
      search(branch.cell, branch.hope, discrepancies - index, 1)
      path.pop()
      back(head, branch.direction, reach)
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
    const hope = upperBound(heads.pop() as number)
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
    most = upperBound(head)
    for (let departures = 0; !meter.isSpent && !(isComplete && bestSteps >= most); departures++) {
      isLimited = false
      search(head, most, departures, reach)
      if (!isLimited) break
    }
    const isBest = isComplete && (bestSteps >= most || (!isLimited && !meter.isSpent))
    return { moves: best, steps: bestSteps, isComplete, isBest }
  }
}

interface Branch {
  readonly direction: Code
  readonly cell: number
  readonly hope: number
  readonly freedom: number
}

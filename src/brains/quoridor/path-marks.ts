import { otherSeat, type Seat } from '../../game/game.ts'
import type { Mark, Remark } from '../../game/remark.ts'
import { shortestPath, type CellName, type QuoridorState } from '../../games/quoridor/index.ts'

/** The shortest paths of both pawns as arrows, the opponent's in grey, and how much shorter the own one is. */
export function drawPaths(view: QuoridorState, seat: Seat): Pick<Remark, 'marks' | 'numbers'> {
  const [own, theirs] = [shortestPath(view, seat), shortestPath(view, otherSeat(seat))]
  return {
    numbers: { 'lead in steps': theirs.length - own.length },
    marks: [
      ...arrowsAlong([view.pawns[otherSeat(seat)], ...theirs], 'grey'),
      ...arrowsAlong([view.pawns[seat], ...own]),
    ],
  }
}

/** One arrow for each straight part of a path. */
function arrowsAlong(path: readonly CellName[], colour?: 'grey'): readonly Mark[] {
  const turns = path.filter((cell, index) => {
    const [before, after] = [path[index - 1], path[index + 1]]
    return (
      before === undefined ||
      after === undefined ||
      !(isStraight(before, cell, after, 0) || isStraight(before, cell, after, 1))
    )
  })
  return turns
    .slice(1)
    .map((to, index) => ({ from: turns[index] as CellName, to, ...(colour && { colour }) }))
}

/** Whether three cells are in one file (0) or one rank (1). */
const isStraight = (a: CellName, b: CellName, c: CellName, axis: 0 | 1): boolean =>
  a[axis] === b[axis] && b[axis] === c[axis]

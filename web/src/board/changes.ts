import { sameCell, type Cell } from '../../../src/base/grid.ts'
import type { Fence, Piece, Scene } from '../../../src/game/scene.ts'

/** The differences between two scenes of one round: what to animate and to highlight. */
export interface Changes {
  readonly fences: readonly Fence[]
  /** Cells whose owner changed. */
  readonly tiles: readonly Cell[]
  /** Pieces that are new or elsewhere, and where they were. */
  readonly moved: readonly { readonly piece: Piece; readonly from?: Cell }[]
}

export function changesOf(before: Scene, after: Scene): Changes {
  const tiles: Cell[] = []
  after.tiles.forEach((row, y) => {
    const old = before.tiles[y]
    if (row === old || old === undefined) return
    for (let x = 0; x < row.length; x++) if (row[x] !== old[x]) tiles.push({ x, y })
  })
  const moved = after.pieces.flatMap((piece) => {
    const same = before.pieces.filter(({ seat, shape }) => seat === piece.seat && shape === piece.shape)
    if (same.some((old) => sameCell(old, piece))) return []
    // Marks that do not move have no path.
    const from = same.length === 1 && before.pieces.length === after.pieces.length ? same[0] : undefined
    return [{ piece, ...(from && { from }) }]
  })
  return {
    fences: after.fences.filter((fence) => !before.fences.some((old) => sameFence(old, fence))),
    tiles,
    moved,
  }
}

export const NO_CHANGES: Changes = { fences: [], tiles: [], moved: [] }

const sameFence = (a: Fence, b: Fence): boolean => sameCell(a, b) && a.lies === b.lies

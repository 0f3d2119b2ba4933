import type { Cell, Direction } from '../base/grid.ts'
import type { Pair, Seat } from './seat.ts'

/**
 * A picture of a position as data: enough to draw any of the games in a terminal or a browser without knowing
 * which game it is. Cells are counted from the top left.
 */
export interface Scene {
  readonly width: number
  readonly height: number
  /** What happens at the border: a frame is drawn as closed (`wall`), as open (`torus`), or not at all. */
  readonly edge: 'wall' | 'torus' | 'none'
  /** One string a row, one character a cell: `.` empty, `#` wall, `a` and `b` owned by seat 0 and 1. */
  readonly tiles: readonly string[]
  /** How an owned cell looks. */
  readonly tile: 'trail' | 'stone'
  readonly pieces: readonly Piece[]
  /** Walls that stand between cells. */
  readonly fences: readonly Fence[]
  /** Sets of cells worth pointing out, such as a winning line. */
  readonly outlines: readonly Outline[]
  /** The cells that each seat wants to reach, where that is how a game is won. */
  readonly goals?: Pair<readonly Cell[]>
  /** Names of the columns from the left and of the rows from the top, where the notation uses them. */
  readonly columnNames?: readonly string[]
  readonly rowNames?: readonly string[]
  /** Names of the cells, row by row, where each has a name of its own. */
  readonly cellNames?: readonly string[]
  /** Small facts shown beside each player: walls left, boosts left, longest group. */
  readonly facts: Pair<readonly Fact[]>
}

export interface Piece {
  readonly x: number
  readonly y: number
  readonly seat: Seat
  readonly shape: 'cycle' | 'pawn' | 'nought' | 'cross'
  readonly facing?: Direction
  /** It died here. */
  readonly fallen?: true
  /** The cell that killed it: the one where it stands or, off the edge, the cell beyond, which is not on the board. */
  readonly struck?: Cell
}

/** Two cells long. `flat` lies along the bottom of (x,y) and (x+1,y); `upright` along the right of (x,y) and (x,y+1). */
export interface Fence {
  readonly x: number
  readonly y: number
  readonly lies: 'flat' | 'upright'
  readonly seat?: Seat
}

/** Where on the board a move points: what a person clicks to play it. */
export type Target =
  | { readonly kind: 'cell'; readonly x: number; readonly y: number }
  | { readonly kind: 'fence'; readonly x: number; readonly y: number; readonly lies: Fence['lies'] }
  /** Any point in that direction from the cell; `steps` tells moves of different length apart. */
  | {
      readonly kind: 'way'
      readonly x: number
      readonly y: number
      readonly facing: Direction
      readonly steps: number
      /** Legal, but at once fatal: no hint points there. */
      readonly isFatal?: true
    }

export interface Outline {
  readonly seat: Seat
  readonly label: string
  readonly cells: readonly { readonly x: number; readonly y: number }[]
  /** The path through the cells whose length counts, from cell to cell. */
  readonly walk?: readonly { readonly x: number; readonly y: number }[]
}

export interface Fact {
  readonly label: string
  readonly value: string
  /** It may grow long during a game, so it gets a line of its own from the start. */
  readonly isLong?: true
}

export const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] as const
export const RANKS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
type File = (typeof FILES)[number]
type Rank = (typeof RANKS)[number]

/** A cell, and the move of a pawn to it: `e2`. */
export type CellName = `${File}${Rank}`
/** A wall, named by the lower left of its four cells: `a8h` is horizontal, `e6v` vertical. */
export type WallName = `${Exclude<File, 'i'>}${Exclude<Rank, '9'>}${'h' | 'v'}`
export type QuoridorMove = CellName | WallName

/**
 * The rules count in numbers: a cell is 10 × rank + file, so e2 is 25; a wall is twice its lower left cell,
 * plus one if it is upright. 0 is neither.
 */
export const cellOf = (name: string): number => 10 * rankOf(name) + name.charCodeAt(0) - 96
export const rankOf = (name: string): number => name.charCodeAt(1) - 48

export const isUpright = (wall: number): boolean => (wall & 1) === 1
export const anchorOf = (wall: number): number => wall >> 1

export const cellName = (cell: number): CellName => CELL_NAMES[cell] as CellName
export const wallName = (wall: number): WallName => WALL_NAMES[wall] as WallName

/** The cell that a word names on a board of this size, or 0. */
export const readCell = (word: string, size: number): number =>
  word.length === 2 && isPlace(word, size) ? cellOf(word) : 0

/** The wall that a word names on a board of this size, or 0. */
export function readWall(word: string, size: number): number {
  if (word.length !== 3 || !isPlace(word, size - 1)) return 0
  if (word[2] === 'h') return 2 * cellOf(word)
  return word[2] === 'v' ? 2 * cellOf(word) + 1 : 0
}

function isPlace(word: string, size: number): boolean {
  const file = word.charCodeAt(0) - 96
  const rank = rankOf(word)
  return file >= 1 && file <= size && rank >= 1 && rank <= size
}

const CELL_NAMES: string[] = []
const WALL_NAMES: string[] = []
for (const name of RANKS.flatMap((rank) => FILES.map((file) => `${file}${rank}`))) {
  const cell = cellOf(name)
  CELL_NAMES[cell] = name
  WALL_NAMES[2 * cell] = `${name}h`
  WALL_NAMES[2 * cell + 1] = `${name}v`
}

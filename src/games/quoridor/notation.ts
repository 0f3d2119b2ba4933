import { show } from '../../base/fields.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { boardOf } from './board.ts'
import { FILES, readCell, readWall, wallName, type QuoridorMove } from './names.ts'
import type { QuoridorState } from './state.ts'

export function parseMove(text: string, { size }: QuoridorState): Result<QuoridorMove> {
  const word = text.trim().toLowerCase()
  if (readCell(word, size) !== 0 || readWall(word, size) !== 0) return ok(word as QuoridorMove)
  const examples = `a cell like ${FILES[(size - 1) / 2]}2 or a wall like a${size - 1}h`
  return fail('unreadable-move', `Cannot read move ${show(text)}: expected ${examples}`)
}

/** `9 first e1 10 e9 10 a8h e6v`: size, the side to move, pawns and walls left, walls. The owner of a wall is left out. */
export function formatState(state: QuoridorState): string {
  const { size, turn, pawns, wallsLeft } = state
  const walls = placedWalls(state).map(wallName)
  return [size, seatNames[turn], pawns[0], wallsLeft[0], pawns[1], wallsLeft[1], ...walls].join(' ')
}

export const seatNames = ['first', 'second'] as const

/** The walls on the board as numbers, in the order of their anchors. */
export function placedWalls(state: QuoridorState): readonly number[] {
  const walls: number[] = []
  for (const wall of boardOf(state).placed) if (wall !== 0) walls.push(wall)
  return walls
}

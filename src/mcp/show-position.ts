import { Type } from 'typebox'
import { Id } from '../api/schema.ts'
import type { ArenaApi } from './arena-caller.ts'
import { fetchPosition, type PositionQuery } from './position.ts'
import { positionText } from './position-text.ts'
import type { ToolAnswer } from './tool.ts'

export const GameNumber = Type.Integer({ ...Id, description: 'The number of the game' })

/** Where the page of the board finds the whole of a board of which the model gets a part. */
const WHOLE_BOARD = 'gamegrid/board'

/** Looks at a game and answers with it. */
export async function showPosition(arena: ArenaApi, query: PositionQuery): Promise<ToolAnswer> {
  const position = await fetchPosition(arena, query)
  return {
    text: positionText(position),
    data: position.body,
    ...(position.body.begun?.boardPart && { meta: { [WHOLE_BOARD]: position.scene } }),
  }
}

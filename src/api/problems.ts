import { Type } from 'typebox'
import type { Shape } from './schema.ts'

export const ProblemBody = Type.Object(
  {
    error: Type.String({ description: 'A stable code' }),
    message: Type.String({ description: 'One sentence for a person' }),
    at: Type.Optional(
      Type.String({ description: 'Which part of the request is wrong, like settings.width' }),
    ),
  },
  { description: 'Why the request was refused' },
)
export type ProblemBody = Shape<typeof ProblemBody>

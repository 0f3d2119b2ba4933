import { Type } from 'typebox'
import { codesOf, type RequestCode } from '../base/problem-codes.ts'
import { words, type Shape } from './schema.ts'

/** The body of every refusal with this status. */
export const ProblemBody = (status: number) =>
  Type.Object({
    error: words<readonly RequestCode[]>(codesOf(status)),
    message: Type.String({ description: 'One sentence for a person' }),
    at: Type.Optional(
      Type.String({ description: 'Which part of the request is wrong, like settings.width' }),
    ),
    match: Type.Optional(
      Type.String({
        description: 'Of `tournament-damaged`: the key of the match whose result contradicts the others',
      }),
    ),
  })
export type ProblemBody = Shape<ReturnType<typeof ProblemBody>>

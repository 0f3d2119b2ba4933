import { Type } from 'typebox'
import { PROBLEM_CODES, type ProblemCode, type RequestCode } from '../base/problem-codes.ts'
import { words, type Shape } from './schema.ts'

const STATUSES: ReadonlyMap<string, number> = new Map(
  Object.entries(PROBLEM_CODES).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
)

export const isRequestCode = (code: ProblemCode): code is RequestCode => STATUSES.has(code)

/** The HTTP status that the API answers with. */
export const statusOf = (code: RequestCode): number => STATUSES.get(code) ?? 500

/** The body of every refusal with this status. */
export const ProblemBody = (status: number) =>
  Type.Object(
    {
      error: words<readonly RequestCode[]>(codesOf(status)),
      message: Type.String({ description: 'One sentence for a person' }),
      at: Type.Optional(
        Type.String({ description: 'Which part of the request is wrong, like settings.width' }),
      ),
    },
    { description: 'Why the request was refused' },
  )
export type ProblemBody = Shape<ReturnType<typeof ProblemBody>>

const codesOf = (status: number): readonly RequestCode[] =>
  [...STATUSES.keys()].filter((code): code is RequestCode => STATUSES.get(code) === status)

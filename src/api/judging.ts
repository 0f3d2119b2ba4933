import { Type } from 'typebox'
import { DateTime, Id, List, Nullable, TournamentId, words, type Shape } from './schema.ts'

/** The judges of a tournament: their links, and the marks that they give. */

const JudgeName = Type.String({ minLength: 1, maxLength: 64 })
const EntrantName = Type.String({ maxLength: 200 })
const MaxPoints = Type.Integer({
  description: 'The most points that a judge gives an entrant; 0 without judges',
})

export const JudgeParams = Type.Object({
  tournament: TournamentId,
  judge: Type.String({
    maxLength: 12,
    description: "The id of a judge's link, as the list of judges has it",
    examples: ['a1b2c3d4'],
  }),
})

export const NewJudgeBody = Type.Object({ name: JudgeName }, { additionalProperties: false })

const JudgeBody = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created: DateTime,
  revoked: Nullable(DateTime),
})
export type JudgeBody = Shape<typeof JudgeBody>

/** The answer to a new link: nothing else ever has its token. */
export const JudgeLinkBody = Type.Object({
  judge: JudgeBody,
  token: Type.String(),
  path: Type.String({ description: 'The link, without the host: `/judge#TOKEN`' }),
})
export type JudgeLinkBody = Shape<typeof JudgeLinkBody>

export const JudgingTermsBody = Type.Object(
  { points: Type.Integer({ minimum: 1, maximum: 1000 }) },
  { additionalProperties: false },
)

const MarkChangeBody = Type.Object({
  at: DateTime,
  judge: Type.String(),
  entrant: Type.String(),
  points: Nullable(Type.Number({ description: 'Null: the judge took the mark back' })),
  by: words(['judge', 'organiser']),
})
export type MarkChangeBody = Shape<typeof MarkChangeBody>

/** What the organiser sees. */
export const JudgesBody = Type.Object({
  points: MaxPoints,
  isFixed: Type.Boolean({ description: 'The challenge says how many points judges give' }),
  judges: List(JudgeBody),
  changes: List(MarkChangeBody, { description: 'Every change of a mark, the oldest first' }),
})
export type JudgesBody = Shape<typeof JudgesBody>

const JudgedRow = Type.Object({
  entrant: Type.String(),
  place: Nullable(Type.Integer({ description: 'By the matches so far; null before the first match' })),
  points: Type.Number({ description: 'The points of that place' }),
  mark: Nullable(Type.Number()),
})
export type JudgedRow = Shape<typeof JudgedRow>

/** The page of one judge. */
export const JudgingBody = Type.Object({
  tournament: Id,
  name: Type.String(),
  title: Type.String(),
  status: words(['waiting', 'running', 'paused', 'over']),
  published: Nullable(DateTime),
  judge: Type.String(),
  points: MaxPoints,
  rows: List(JudgedRow),
})
export type JudgingBody = Shape<typeof JudgingBody>

export const OwnMarkBody = Type.Object(
  { entrant: EntrantName, points: Nullable(Type.Number()) },
  { additionalProperties: false },
)
export type OwnMarkBody = Shape<typeof OwnMarkBody>

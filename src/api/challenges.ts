import { Type } from 'typebox'
import { ChallengeId, Id, List, words, type Shape } from './schema.ts'

/** Challenges, their settings and their standings. */

/** A setting, with all that a page needs to draw it as a form. */
export const FieldBody = Type.Object({
  name: Type.String(),
  title: Type.String(),
  expects: Type.String({ description: 'What is accepted, as the end of a sentence' }),
  kind: words(['number', 'choice', 'flag', 'list', 'text']),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  step: Type.Optional(Type.Number()),
  word: Type.Optional(Type.String({ description: 'May stand for a number' })),
  choices: Type.Optional(List(Type.String())),
  value: Type.String({ description: 'The default, as text' }),
})
export type FieldBody = Shape<typeof FieldBody>

export const ChallengeParams = Type.Object({ challenge: ChallengeId })

export const ChallengeBody = Type.Object({
  id: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  game: Type.String(),
  wire: Type.String({ description: 'What its own contestants speak' }),
  clock: Type.String({ description: 'In words' }),
  bestOf: Type.Integer(),
  brains: List(Type.String(), { description: 'House brains that play it' }),
  judges: Type.Number({ description: 'What a judge may give at most; 0 where none decide' }),
})
export type ChallengeBody = Shape<typeof ChallengeBody>

export const ChallengeList = Type.Object({ challenges: List(ChallengeBody) })
export type ChallengeList = Shape<typeof ChallengeList>

export const WholeChallengeBody = Type.Intersect([
  ChallengeBody,
  Type.Object({
    settings: List(FieldBody, { description: 'Of the game' }),
  }),
])
export type WholeChallengeBody = Shape<typeof WholeChallengeBody>

const TallyBody = Type.Object({
  player: Id,
  name: Type.String(),
  played: Type.Integer(),
  won: Type.Integer(),
  drawn: Type.Integer(),
  lost: Type.Integer(),
})

export const StandingsBody = Type.Object({ standings: List(TallyBody) })

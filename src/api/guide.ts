import { Type } from 'typebox'
import { List, type Shape } from './schema.ts'

/** The pages of `docs/`, rendered for reading in the arena. */

export const GuideParams = Type.Object({ '*': Type.String({ maxLength: 200 }) })

export const GuidePageBody = Type.Object({
  path: Type.String({ examples: ['rules/quoridor'] }),
  title: Type.String(),
  html: Type.String({ description: 'Links between pages lead to `/guide/PATH`' }),
  headings: List(Type.Object({ id: Type.String(), text: Type.String(), depth: Type.Integer() })),
})
export type GuidePageBody = Shape<typeof GuidePageBody>

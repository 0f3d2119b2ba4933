import { Type } from 'typebox'
import { List, type Shape } from './schema.ts'

/** The pages of `docs/`, rendered for reading in the arena. */

const Name = Type.String({ maxLength: 100 })

/** A page that lies directly in `docs/`. */
export const GuideParams = Type.Object({ page: Name })

/** A page in a folder of `docs/`. */
export const GuideFolderParams = Type.Object({ folder: Name, page: Name })

export const GuidePageBody = Type.Object({
  path: Type.String({ examples: ['rules/quoridor'] }),
  title: Type.String(),
  html: Type.String({ description: 'Links between pages lead to `/guide/PATH`' }),
  headings: List(Type.Object({ id: Type.String(), text: Type.String(), depth: Type.Integer() })),
})
export type GuidePageBody = Shape<typeof GuidePageBody>

import { Type } from 'typebox'
import { List, type Shape } from './schema.ts'

/** The pages of `docs/`, rendered for reading in the arena. */

const name = (description: string, example: string) =>
  Type.String({ maxLength: 100, description, examples: [example] })

/** A page that lies directly in `docs/`. */
export const GuideParams = Type.Object({
  page: name('The name of a page in `docs/`, without its ending', 'bots'),
})

/** A page in a folder of `docs/`. */
export const GuideFolderParams = Type.Object({
  folder: name('A folder of `docs/`', 'rules'),
  page: name('The name of a page in this folder, without its ending', 'quoridor'),
})

export const GuidePageBody = Type.Object({
  path: Type.String({ examples: ['rules/quoridor'] }),
  title: Type.String(),
  html: Type.String({ description: 'Links between pages lead to `/guide/PATH`' }),
  headings: List(Type.Object({ id: Type.String(), text: Type.String(), depth: Type.Integer() })),
})
export type GuidePageBody = Shape<typeof GuidePageBody>

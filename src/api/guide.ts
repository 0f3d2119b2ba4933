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
  html: Type.String({ description: 'Links between pages lead to `/help/PATH`' }),
  headings: List(Type.Object({ id: Type.String(), text: Type.String(), depth: Type.Integer() })),
})
export type GuidePageBody = Shape<typeof GuidePageBody>

/** All pages of the guide, in reading order. */
export const GuideContentsBody = Type.Object({
  parts: List(
    Type.Object({
      title: Type.String({ examples: ['For contestants'] }),
      pages: List(
        Type.Object({
          path: Type.String({ examples: ['rules/quoridor'] }),
          title: Type.String({ examples: ['Quoridor'] }),
          depth: Type.Integer({ minimum: 0, description: 'How many pages of the contents it is below' }),
        }),
      ),
    }),
  ),
})
export type GuideContentsBody = Shape<typeof GuideContentsBody>

/** A heading of a page and the text below it. */
const GuideSection = Type.Object({
  path: Type.String({ examples: ['rules/quoridor'] }),
  page: Type.String({ description: 'The title of its page', examples: ['Quoridor'] }),
  id: Type.String({ description: 'The anchor of its heading', examples: ['walls'] }),
  heading: Type.String({ examples: ['Walls'] }),
  text: Type.String({ description: 'Without markup' }),
})
export type GuideSectionBody = Shape<typeof GuideSection>

export const GuideSectionsBody = Type.Object({ sections: List(GuideSection) })
export type GuideSectionsBody = Shape<typeof GuideSectionsBody>

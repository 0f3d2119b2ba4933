import { Type } from 'typebox'
import { List, type Shape } from './schema.ts'

/** The organiser's own pictures, which the projector page shows between matches. */

const SlideBody = Type.Object({
  name: Type.String({ description: 'Of its file' }),
  url: Type.String({ description: 'Where the picture is; it changes when the file does' }),
})
export type SlideBody = Shape<typeof SlideBody>

export const SlideList = Type.Object({
  slides: List(SlideBody, { description: 'In the order of their names' }),
})
export type SlideList = Shape<typeof SlideList>

export const SlideParams = Type.Object({
  name: Type.String({
    maxLength: 255,
    description: 'The name of the file, as the list of slides has it',
    examples: ['sponsors.png'],
  }),
})

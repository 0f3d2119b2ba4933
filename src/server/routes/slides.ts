import { TextBody } from '../../api/schema.ts'
import { SlideList, SlideParams } from '../../api/slides.ts'
import { show } from '../../base/fields.ts'
import { found } from '../../protocols/request-error.ts'
import type { App, ServerContext } from '../context.ts'
import { DATA_HEADERS } from '../security-headers.ts'
import { openSlides, SLIDE_TYPES, SLIDES_AT } from '../slides.ts'

const PictureBody = {
  ...TextBody('image/png', 'The picture'),
  content: Object.assign({}, ...SLIDE_TYPES.map((type) => TextBody(type, '').content)) as ReturnType<
    typeof TextBody
  >['content'],
}

/** The organiser's own pictures, for the projector. */
export function slideRoutes(app: App, { settings }: ServerContext): void {
  const { slides: wanted } = settings
  const slides = wanted && openSlides(wanted.folder, wanted.warn)

  app.get(
    '/api/v1/slides',
    {
      schema: {
        summary: 'The organiser’s pictures for the projector, in the order of their names',
        operation: 'listSlides',
        tags: ['server'],
        access: 'public',
        response: { 200: SlideList },
      },
    },
    async () => ({ slides: (await slides?.list()) ?? [] }),
  )

  app.get(
    `${SLIDES_AT}:name`,
    {
      schema: {
        operation: 'getSlide',
        summary: 'One of these pictures',
        tags: ['server'],
        access: 'public',
        params: SlideParams,
        response: { 200: PictureBody },
        refuses: [404],
      },
    },
    async (request, reply) => {
      const { name } = request.params
      const { type, bytes } = found(await slides?.picture(name), `slide ${show(name)}`)
      // The address has the version of the file; without it a browser asks again.
      const isVersioned = request.url.includes('?v=')
      return reply
        .headers(DATA_HEADERS)
        .header('cache-control', isVersioned ? 'public, max-age=86400' : 'no-cache')
        .type(type)
        .send(bytes)
    },
  )
}

import type { FastifyRequest } from 'fastify'
import {
  GuideContentsBody,
  GuideFolderParams,
  GuidePageBody,
  GuideParams,
  GuideSectionsBody,
} from '../../api/guide.ts'
import { notFound } from '../../protocols/request-error.ts'
import type { App } from '../context.ts'
import { tellClient } from '../client-command.ts'
import { openGuide } from '../guide.ts'
import { originOf } from '../origin-of.ts'

/** The pages of `docs/`, to be read in the arena. */
export function guideRoutes(app: App): void {
  const tags = ['guide']
  const guide = openGuide()
  const show = (path: string, request: FastifyRequest): GuidePageBody => {
    const page = guide.page(path)
    if (page) return { ...page, html: tellClient(page.html, originOf(request)) }
    throw notFound(`page ${JSON.stringify(path)} in the guide`)
  }

  app.get(
    '/api/v1/guide',
    {
      schema: {
        summary: 'All pages of the guide, in reading order',
        operation: 'listGuidePages',
        tags,
        access: 'public',
        response: { 200: GuideContentsBody },
      },
    },
    () => guide.contents,
  )

  app.get(
    '/api/v1/guide-sections',
    {
      schema: {
        summary: 'The whole text of the guide in sections, to search in',
        operation: 'listGuideSections',
        tags,
        access: 'public',
        response: { 200: GuideSectionsBody },
      },
    },
    (request) => {
      const origin = originOf(request)
      const sections = guide.sections.map((section) => ({
        ...section,
        text: tellClient(section.text, origin),
      }))
      return { sections }
    },
  )

  app.get(
    '/api/v1/guide/:page',
    {
      schema: {
        summary: 'A page of the guide',
        operation: 'getGuidePage',
        tags,
        access: 'public',
        params: GuideParams,
        response: { 200: GuidePageBody },
        refuses: [404],
      },
    },
    (request) => show(request.params.page, request),
  )

  app.get(
    '/api/v1/guide/:folder/:page',
    {
      schema: {
        summary: 'A page in a folder of the guide, like rules/quoridor',
        operation: 'getGuideFolderPage',
        tags,
        access: 'public',
        params: GuideFolderParams,
        response: { 200: GuidePageBody },
        refuses: [404],
      },
    },
    (request) => show(`${request.params.folder}/${request.params.page}`, request),
  )
}

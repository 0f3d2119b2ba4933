import type { FastifyRequest } from 'fastify'
import { show } from '../../base/fields.ts'
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
import { onFirstUse } from '../on-first-use.ts'
import { originOf } from '../origin-of.ts'

/** The pages of `docs/`, to be read in the arena. */
export function guideRoutes(app: App): void {
  const tags = ['guide']
  // The reader of Markdown is loaded with the first page: a server starts sooner without it.
  const guide = onFirstUse(async () => (await import('../guide.ts')).openGuide())
  const showPage = async (path: string, request: FastifyRequest): Promise<GuidePageBody> => {
    const page = (await guide()).page(path)
    if (page) return { ...page, html: tellClient(page.html, originOf(request)) }
    throw notFound(`page ${show(path)} in the guide`)
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
    async () => (await guide()).contents,
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
    async (request) => {
      const origin = originOf(request)
      const sections = (await guide()).sections.map((section) => ({
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
    (request) => showPage(request.params.page, request),
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
    (request) => showPage(`${request.params.folder}/${request.params.page}`, request),
  )
}

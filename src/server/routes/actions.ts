import type { App, ServerContext } from '../context.ts'
import { nextAfter, pageOf } from '../page.ts'
import { presentAction } from '../present.ts'
import { ActionList } from '../../api/people.ts'
import { NewestQuery } from '../../api/schema.ts'

/** The log of what organisers did. */
export function actionRoutes(app: App, { store }: ServerContext): void {
  app.get(
    '/api/v1/actions',
    {
      schema: {
        summary: 'What organisers did, newest first; for the organiser',
        operation: 'listActions',
        tags: ['server'],
        access: 'organiser',
        querystring: NewestQuery,
        response: { 200: ActionList },
      },
    },
    (request) => {
      const { before, limit } = request.query
      const page = pageOf(limit, before)
      const rows = store.actions(page)
      return { actions: rows.map(presentAction), next: nextAfter(rows, page) }
    },
  )
}

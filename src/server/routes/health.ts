import { HealthBody, ReadyBody, ServerBody } from '../../api/server.ts'
import { presentAnnouncement } from './announcement.ts'
import type { App, ServerContext } from '../context.ts'
import { SERVER_PATH } from '../full-disk.ts'
import { TextBody } from '../../api/schema.ts'

/** For monitoring. */
export function healthRoutes(app: App, { arena, store, metrics, space }: ServerContext): void {
  const tags = ['server']

  app.get(
    '/healthz',
    {
      schema: {
        summary: 'The process is alive',
        operation: 'getHealth',
        tags,
        access: 'public',
        response: { 200: HealthBody },
      },
    },
    () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      schema: {
        summary: 'The store answers, and the arena plays matches',
        operation: 'getReadyState',
        tags,
        access: 'public',
        response: { 200: ReadyBody },
      },
    },
    async () => {
      store.unfinishedMatches()
      return { status: 'ok' as const, playing: arena.playing, queued: arena.queued }
    },
  )

  app.get(
    SERVER_PATH,
    {
      schema: {
        summary: 'Whether the server begins new work, and the message of the organiser to all pages',
        operation: 'getServerState',
        tags,
        access: 'public',
        response: { 200: ServerBody },
      },
    },
    () => {
      const shown = store.announcement(Date.now())
      return { disk: space.level, announcement: shown ? presentAnnouncement(shown) : null }
    },
  )

  app.get(
    '/metrics',
    {
      schema: {
        summary: 'Prometheus metrics',
        operation: 'getMetrics',
        tags,
        access: 'public',
        response: { 200: TextBody('text/plain', 'Prometheus text') },
      },
    },
    async (_request, reply) => {
      void reply.type(metrics.registry.contentType)
      return `${await metrics.registry.metrics()}\n${metrics.requests.text()}`
    },
  )
}

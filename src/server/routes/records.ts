import type { FastifyRequest } from 'fastify'
import { LogsBody, MatchParams, VerificationBody } from '../../api/matches.ts'
import { TextBody } from '../../api/schema.ts'
import type { FinishedRecord } from '../../arena/finished-records.ts'
import { identityOf } from '../access.ts'
import { chargeFor } from '../admit-requests.ts'
import type { App, ServerContext } from '../context.ts'
import { hasOwner, presentLogs } from '../present-logs.ts'
import { forbidden, found, granted, notFound } from '../../protocols/request-error.ts'

const tags = ['matches']

/** What is kept of a match: its record, and what was said in it. */
export function recordRoutes(app: App, context: ServerContext): void {
  const { arena, battles, store, requestLogs } = context

  app.get(
    '/api/v1/matches/:id/record',
    {
      schema: {
        summary: 'The record so far, complete once the match is over',
        operation: 'getRecord',
        tags,
        access: 'public',
        params: MatchParams,
        response: { 200: TextBody('application/jsonl', 'JSON lines') },
        refuses: [404],
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const live = arena.live(id)
      const text = live ? live.feed.lines().join('') : (await finished(context, request, id)).text
      // A finished record changes only if the organiser restores a backup.
      void reply
        .header('cache-control', live ? 'no-cache' : 'public, max-age=600')
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', `attachment; filename="match-${id}.jsonl"`)
      return text
    },
  )

  app.get(
    '/api/v1/matches/:id/logs',
    {
      schema: {
        summary: 'All lines that your player sent and got in a match',
        operation: 'getLogs',
        tags,
        access: 'team',
        params: MatchParams,
        response: { 200: LogsBody },
        refuses: [404],
      },
    },
    (request) => {
      const { id } = request.params
      const row = found(store.match(id), `match ${id}`)
      const { person } = identityOf(request)
      const logs = presentLogs(row, person, { store, battles, requestLogs })
      const mayLook = logs.length > 0 || person.role === 'organiser'
      if (!mayLook && hasOwner(row)) throw forbidden('The logs of this match belong to others')
      if (logs.length === 0) throw notFound(`log of match ${id}: no bot of a team played in it`)
      const isOpen = logs.some(({ player }) => requestLogs.isOpen(id, player))
      return { match: id, complete: row.status === 'over' && !arena.live(id) && !isOpen, logs }
    },
  )

  app.get(
    '/api/v1/matches/:id/verification',
    {
      schema: {
        summary: 'Play the record again, and say whether every line is right',
        operation: 'verifyMatch',
        tags,
        access: 'public',
        params: MatchParams,
        response: { 200: VerificationBody },
        refuses: [404],
      },
    },
    async (request) => {
      const { id } = request.params
      const { verified, message } = await finished(context, request, id)
      return { verified, message }
    },
  )
}

/** The record of a match that is over. */
async function finished(
  { gate, records, store }: ServerContext,
  request: FastifyRequest,
  id: number,
): Promise<FinishedRecord> {
  const row = store.match(id)
  if (row?.status !== 'over') throw notFound(`finished match ${id}`)
  const { record, isNew } = granted(await records.of(row))
  if (isNew) chargeFor(gate, request, record.workMs)
  return record
}

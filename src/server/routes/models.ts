import { MatchBody, MatchParams } from '../../api/matches.ts'
import { ModelsBody } from '../../api/models.ts'
import { TextBody } from '../../api/schema.ts'
import { found, RequestError } from '../../protocols/request-error.ts'
import type { App, ServerContext } from '../context.ts'
import { presentMatch } from '../present.ts'

/** What the organiser sees of language models, and how it ends a match that waits for one. */
export function modelRoutes(app: App, { arena, store, models }: ServerContext): void {
  app.get(
    '/api/v1/models',
    {
      schema: {
        summary: 'The cost of the calls to language models, and the matches that wait for one',
        operation: 'getModels',
        tags: ['models'],
        access: 'organiser',
        response: { 200: ModelsBody },
      },
    },
    () => ({
      ...models.used(),
      budget: models.budget ?? null,
      halted: models.why() ?? null,
      waiting: [...models.waiting()].map(([match, why]) => ({ match, why })),
    }),
  )

  app.get(
    '/api/v1/matches/:id/calls',
    {
      schema: {
        summary: 'Every call to a language model in a match, with its prompt and answer',
        operation: 'getModelCalls',
        tags: ['models'],
        access: 'organiser',
        params: MatchParams,
        response: { 200: TextBody('application/jsonl', 'JSON lines') },
        refuses: [404],
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const text = found(await models.callsOf(id), `call to a language model in match ${id}`)
      void reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', `attachment; filename="match-${id}.calls.jsonl"`)
      return text
    },
  )

  app.delete(
    '/api/v1/matches/:id',
    {
      schema: {
        summary: 'Call off a match that waits or runs: it does not count. For the organiser',
        operation: 'callOffMatch',
        tags: ['matches'],
        access: 'organiser',
        params: MatchParams,
        response: { 200: MatchBody },
        refuses: [404, 409],
      },
    },
    async (request) => {
      const { id } = request.params
      const row = found(store.match(id), `match ${id}`)
      if (row.status === 'over') throw new RequestError('not-open', `Cannot call off match ${id}: it is over`)
      if (store.tournamentOf(id) !== undefined)
        throw new RequestError(
          'not-open',
          `Cannot call off match ${id}: it belongs to a contest, withdraw an entrant there or decide the match`,
        )
      const running = arena.live(id)
      arena.callOff(id, 'the organiser called it off')
      await running?.done
      return presentMatch(found(store.match(id), `match ${id}`), store)
    },
  )
}

import type { BotRow, Store } from '../../store/store.ts'
import type { App, ServerContext } from '../context.ts'
import { identityOf } from '../access.ts'
import { pageOf } from '../page.ts'
import { presentBot } from '../present.ts'
import { found, granted } from '../../protocols/request-error.ts'
import { BotBody, BotList, BotParams, BotQuery, NewBotBody } from '../../api/bots.ts'

/** Bots: programs that play for a team on this machine. */
export function botRoutes(app: App, { store, bots }: ServerContext): void {
  const tags = ['bots']

  app.post(
    '/api/v1/bots',
    {
      schema: {
        summary: 'Register a bot; its versions follow',
        operation: 'registerBot',
        tags,
        access: 'team',
        body: NewBotBody,
        response: { 201: BotBody },
        refuses: [409],
      },
    },
    (request, reply) => {
      const { person } = identityOf(request)
      const bot = granted(bots.register({ person: person.id, ...request.body }))
      void reply.code(201)
      return presentBot(bot)
    },
  )

  app.get(
    '/api/v1/bots',
    {
      schema: {
        summary: 'Bots',
        operation: 'listBots',
        tags,
        access: 'public',
        querystring: BotQuery,
        response: { 200: BotList },
      },
    },
    (request) => {
      const { player, challenge, after, limit } = request.query
      const rows = store.bots(
        { ...(player !== undefined && { person: player }), ...(challenge !== undefined && { challenge }) },
        pageOf(limit, after),
      )
      return { bots: rows.map(presentBot) }
    },
  )

  app.get(
    '/api/v1/bots/:bot',
    {
      schema: {
        summary: 'One bot',
        operation: 'getBot',
        tags,
        access: 'public',
        params: BotParams,
        response: { 200: BotBody },
        refuses: [404],
      },
    },
    (request) => presentBot(findBot(store, request.params.bot)),
  )
}

export const findBot = (store: Store, id: number): BotRow => found(store.bot(id), `bot ${id}`)

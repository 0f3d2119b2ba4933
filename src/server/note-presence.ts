import type { FastifyRequest } from 'fastify'
import type { Presence } from '../arena/presence.ts'
import type { App } from './context.ts'

/**
 * Notes when a team was last heard of. A request with a key on a route for players tells the wire, too: `wire` is the one whose
 * routes these are. An answer may be held back for long, so a request is noted when it comes and when it is answered.
 */
export function notePresence(app: App, presence: Presence, wire?: string): void {
  const note = (request: FastifyRequest): void => {
    const { identity } = request
    if (identity) presence.note(identity.person.id, wireOf(request, wire), Date.now())
  }
  app.addHook('preHandler', (request, _reply, done) => {
    note(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    note(request)
    done()
  })
}

/** A person at a browser plays over no wire, but may play by hand. */
function wireOf({ identity, routeOptions }: FastifyRequest, wire: string | undefined): string | undefined {
  if (identity?.key.use === 'session') return undefined
  if (routeOptions.url === '/mcp') return 'mcp'
  // On such a route a player asks for the games that it is called to. It may play them over another wire.
  return wire ?? (routeOptions.config.forPlayers === undefined ? undefined : 'turns')
}

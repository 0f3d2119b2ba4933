import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { Arena } from '../arena/arena.ts'
import { networkOf } from '../base/network-of.ts'
import type { AdmissionGate } from './admission-gate.ts'
import type { App, ServerContext } from './context.ts'
import { identify } from './identity.ts'
import { RequestError, tooFast } from '../protocols/request-error.ts'
import { openTokenBuckets } from '../protocols/token-buckets.ts'
import { wireAt } from './wire-at.ts'

/** Limits by count are so many requests in this time. A wire that owns its addresses counts by itself. */
const LIMIT_SECONDS = 10

/** They cost nothing, and monitoring asks for them when the server is busy. */
const HEALTH_ROUTES: readonly string[] = ['/healthz', '/readyz']

/**
 * Players' requests go ahead at once. All others pass the gate: they wait for their turn, and what they cost the event loop is
 * charged to the team whose key they carry, or else to their address. The organiser's are not limited.
 */
export function admitRequests(app: App, { arena, store, gate, settings }: ServerContext): void {
  const { perAddress } = settings.limits
  const requests = openTokenBuckets(perAddress, perAddress / LIMIT_SECONDS)

  app.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions
    if (isPlayers(request, config.forPlayers, arena)) {
      const seconds = wireAt(request.url)
        ? undefined
        : requests.takeOne(networkOf(request.ip), performance.now())
      if (seconds !== undefined) return done(tooFast(seconds))
      // Only a move closes the gate: a GET may be held back for many seconds.
      if (request.method === 'POST') reply.raw.once('close', gate.hold())
      return done()
    }
    const asker = readAsker(store, request)
    if (HEALTH_ROUTES.includes(url ?? '') || asker === ORGANISER) return done()
    owners.set(request, asker)
    const refused = gate.enter(asker, () => {
      if (!request.raw.destroyed && !request.raw.socket.destroyed) return done()
      reply.hijack()
    })
    if (refused) done(refused.kind === 'spent' ? tooCostly(refused.seconds) : busy())
  })
}

const owners = new WeakMap<FastifyRequest, string>()

/** The owner that pays for a request: its team, or its address if it has no key. */
export const ownerOf = (request: FastifyRequest): string => owners.get(request) ?? networkOf(request.ip)

/** Charges work that was done for a request in another thread. */
export function chargeFor(gate: AdmissionGate, request: FastifyRequest, ms: number): void {
  const owner = owners.get(request)
  if (owner !== undefined) gate.charge(owner, ms)
}

const ORGANISER = 'organiser'

function readAsker(store: ServerContext['store'], request: FastifyRequest): string {
  try {
    const person = identify(store, request)?.person
    if (person) return person.role === 'organiser' ? ORGANISER : `player ${person.id}`
  } catch {
    // The guard of the route refuses a wrong key.
  }
  return networkOf(request.ip)
}

/** Whether a request is a player's, in a match that runs or has just ended. */
function isPlayers(
  request: FastifyRequest,
  forPlayers: FastifyContextConfig['forPlayers'],
  arena: Arena,
): boolean {
  if (forPlayers === undefined || forPlayers === true) return forPlayers ?? false
  const id = (request.params as Readonly<Record<string, string>>)[forPlayers]
  return arena.isAtHand(Number(id))
}

const tooCostly = (seconds: number): RequestError =>
  new RequestError(
    'too-fast',
    'Your requests use more than your share of the server: wait as long as Retry-After says',
    { retryAfter: seconds },
  )

const busy = (): RequestError =>
  new RequestError('busy', 'The server is busy: wait as long as Retry-After says', { retryAfter: 1 })

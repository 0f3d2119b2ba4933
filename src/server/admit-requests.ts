import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { Arena } from '../arena/arena.ts'
import { playerOf } from '../arena/live-match.ts'
import { networkOf } from '../base/network-of.ts'
import type { PersonRow } from '../store/store.ts'
import type { AdmissionGate } from './admission-gate.ts'
import type { App, ServerContext } from './context.ts'
import { identify } from './identity.ts'
import { RequestError, tooFast } from '../protocols/request-error.ts'
import { openTokenBuckets } from '../protocols/token-buckets.ts'
import { wireAt } from './wire-at.ts'

/** Limits by count are so many requests in this time. */
const LIMIT_SECONDS = 10

/** How long a request of a match waits for the share of its address, where players need no key. */
const LONGEST_WAIT_MS = 1000

/** They cost nothing, and monitoring asks for them when the server is busy. */
const HEALTH_ROUTES: readonly string[] = ['/healthz', '/readyz']

/**
 * Players' requests go ahead at once; each team, or address without a key, may send so many. All others pass the gate: they
 * wait for their turn, and what they cost the event loop is charged to the team whose key they carry, or else to their address.
 * The organiser's are not limited.
 *
 * A wire that owns its addresses has requests of players without keys. They pass the gate as well, because other clients may
 * send the same. They have a share of their own, apart from the pages that are read at this address, and wait when it is used up.
 */
export function admitRequests(app: App, { arena, battles, store, gate, settings }: ServerContext): void {
  const { perAddress } = settings.limits
  const requests = openTokenBuckets(perAddress, perAddress / LIMIT_SECONDS)

  app.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions
    const person = personIn(store, request)
    const owner = person ? nameOf(person) : networkOf(request.ip)
    const match = matchAt(request, config.forPlayers, arena)
    const isPlayers =
      match === undefined
        ? config.forPlayers === true && (person !== undefined || isOfBattle(request, battles))
        : isPlayerIn(match, person, arena)
    if (isPlayers) {
      const seconds = requests.takeOne(owner, performance.now())
      if (seconds !== undefined) return done(tooFast(seconds))
      // Only a move closes the gate: a GET may be held back for many seconds.
      if (request.method === 'POST') reply.raw.once('close', gate.hold())
      return done()
    }
    if (HEALTH_ROUTES.includes(url ?? '') || owner === ORGANISER) return done()
    owners.set(request, owner)
    const pass = (): void => {
      if (!request.raw.destroyed && !request.raw.socket.destroyed) return done()
      reply.hijack()
    }
    const isPoll = match !== undefined && person === undefined && wireAt(request.url) !== undefined
    const refused = isPoll
      ? gate.enter(`players at ${owner}`, pass, LONGEST_WAIT_MS)
      : gate.enter(owner, pass)
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

const nameOf = ({ id, role }: PersonRow): string => (role === 'organiser' ? ORGANISER : `player ${id}`)

function personIn(store: ServerContext['store'], request: FastifyRequest): PersonRow | undefined {
  try {
    return identify(store, request)?.person
  } catch {
    // The guard of the route refuses a wrong key.
    return undefined
  }
}

/** The match that runs, or has just ended, and that the request of a player names. */
function matchAt(
  request: FastifyRequest,
  param: FastifyContextConfig['forPlayers'],
  arena: Arena,
): number | undefined {
  if (param === undefined || param === true) return undefined
  const id = Number((request.params as Readonly<Record<string, string>>)[param])
  return arena.isAtHand(id) ? id : undefined
}

/** Battles have no keys: their ids are long and random. */
function isOfBattle({ params }: FastifyRequest, battles: ServerContext['battles']): boolean {
  const { battleId } = params as { readonly battleId?: string }
  return battleId !== undefined && battles.find(battleId) !== undefined
}

const isPlayerIn = (match: number, person: PersonRow | undefined, arena: Arena): boolean =>
  person !== undefined && playerOf(arena.sight(match)?.players ?? [], person.id) !== undefined

const tooCostly = (seconds: number): RequestError =>
  new RequestError(
    'too-fast',
    'Your requests use more than your share of the server: wait as long as Retry-After says',
    { retryAfter: seconds },
  )

const busy = (): RequestError =>
  new RequestError('busy', 'The server is busy: wait as long as Retry-After says', { retryAfter: 1 })

import type { FastifyRequest, RouteGenericInterface } from 'fastify'
import type { Store } from '../store/store.ts'
import type { Access, Rule, WireRule } from '../protocols/routes.ts'
import type { App } from './context.ts'
import { admitWorker, identify, type Identity } from './identity.ts'
import { forbidden, RequestError } from '../protocols/request-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The team whose key the request carries, where its route looks at keys. */
    identity: Identity | undefined
  }
}

/** The owner of what the request names, and the organiser. */
export const owned = <Route extends RouteGenericInterface>(
  ownerOf: (request: FastifyRequest<Route>) => number | Rule,
  documentedAs: Rule = 'team',
): Access => ({
  // Hooks get a request without the types of its route; the route's schema has validated it.
  ownerOf: (request) => ownerOf(request as FastifyRequest<Route>),
  documentedAs,
})

/** The rule that the documentation shows. */
export function documentedRule(access: Access): Rule {
  if (typeof access === 'string') return access
  return 'wire' in access ? access.wire : access.documentedAs
}

/** Enforces what routes declare. A route without a declaration cannot be registered. */
export function guardRoutes(app: App, store: Store): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.access === undefined && filesOf.has(app))
      route.schema = { ...route.schema, operation: 'hidden', access: 'public' }
    if (route.schema?.access === undefined)
      throw new Error(
        `Cannot serve ${[route.method].flat().join(', ')} ${route.url}: its schema has no "access" that says who may call it`,
      )
  })
  app.decorateRequest('identity', undefined)
  app.decorateRequest('checkAccess', function check(this: FastifyRequest) {
    const access = accessOf(this)
    if (access === undefined || isWireRule(access)) return
    const rule = typeof access === 'string' ? access : access.ownerOf(this)
    if (rule === 'worker') return admitWorker(store, this)
    if (rule !== 'public') this.identity = admit(rule, identify(store, this))
  })
  // Before the request is validated: others learn nothing of what the organiser's routes take.
  app.addHook('preValidation', (request, _reply, done) => {
    if (isForOrganiser(accessOf(request))) request.checkAccess()
    done()
  })
  app.addHook('preHandler', (request, reply, done) => {
    const access = accessOf(request)
    if (!isForOrganiser(access)) request.checkAccess()
    // What depends on the reader must not come to another one out of the cache of a proxy: a session is a cookie.
    if (dependsOnReader(access)) void reply.header('cache-control', 'private, no-cache')
    done()
  })
}

/** Fastify makes the options of a route anew whenever they are read, so a hook reads them once. */
const accessOf = ({ routeOptions }: FastifyRequest): Access | undefined => routeOptions.schema?.access

const dependsOnReader = (access: Access | undefined): boolean =>
  access !== undefined && access !== 'public' && !isWireRule(access)

const isForOrganiser = (access: Access | undefined): boolean => access === 'organiser' || access === 'worker'

const isWireRule = (access: Access): access is WireRule => typeof access === 'object' && 'wire' in access

function admit(
  rule: number | Exclude<Rule, 'public' | 'worker'>,
  identity: Identity | undefined,
): Identity | undefined {
  if (rule === 'anybody') return identity
  if (!identity)
    throw new RequestError('no-key', 'This needs your key: send it as "Authorization: Bearer KEY"')
  const { id, role } = identity.person
  if (rule === 'team' || role === 'organiser' || id === rule) return identity
  throw forbidden(rule === 'organiser' ? 'Only the organiser may do this' : 'This belongs to another team')
}

/** The team that calls a route which is not open to everybody. */
export function identityOf({ identity, routeOptions }: FastifyRequest): Identity {
  if (identity) return identity
  throw new Error(`The access of ${routeOptions.url} lets clients in without a key`)
}

const filesOf = new WeakSet<App>()

/** Registers a plugin that serves files: its routes are public, and it cannot say so itself. */
export async function registerFiles(app: App, register: () => PromiseLike<unknown>): Promise<void> {
  filesOf.add(app)
  await register()
  filesOf.delete(app)
}

import cookie from '@fastify/cookie'
import websocket from '@fastify/websocket'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { guardRoutes, identityOf } from './access.ts'
import { admitRequests, ownerOf } from './admit-requests.ts'
import { compressAnswers } from './compress-answers.ts'
import { serializerCompiler } from './compile-serializer.ts'
import { validatorCompiler } from './compile-validator.ts'
import type { App, ServerContext } from './context.ts'
import { apiReader } from './api-reader.ts'
import { documentApi } from './document-api.ts'
import { explainError } from '../protocols/explain-error.ts'
import { tellProblem } from './tell-problem.ts'
import { SERVERS } from '../wires/servers.ts'
import { refuseWhileFull, tellsNothing } from './full-disk.ts'
import { guidePictures } from './guide-pictures.ts'
import { httpOptions } from './http-options.ts'
import { limitUpgrades } from './limit-upgrades.ts'
import { logActions } from './log-actions.ts'
import { RequestError } from '../protocols/request-error.ts'
import { identify } from './identity.ts'
import { notePresence } from './note-presence.ts'
import { queuePipelined } from './queue-pipelined.ts'
import { readBodies } from './read-bodies.ts'
import { refuseForeign, refuseOtherSites } from './refuse-foreign.ts'
import { noteRoutes } from './route-methods.ts'
import { apiRoutes } from './routes/index.ts'
import { clientRoutes } from './routes/client.ts'
import { webRoutes } from './routes/web.ts'
import { DATA_HEADERS, SECURITY_HEADERS } from './security-headers.ts'
import { watchBodies } from './watch-bodies.ts'
import { wireAt } from './wire-at.ts'

/** Requests are small; 64 KiB is a hundred times the largest legal one. Uploads have a limit of their own. */
const MAX_BODY = 64 * 1024

/** The whole HTTP application, not yet listening. */
export async function createApp(context: ServerContext): Promise<App> {
  const { store, metrics, settings } = context
  const app: App = fastify({
    bodyLimit: MAX_BODY,
    ...httpOptions(settings),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  }).withTypeProvider<TypeBoxTypeProvider>()

  // Closing the server closes every connection. A request that still runs gets no answer, and what it waits for ends before it.
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const refused = wireAt(request.url)?.refuse?.(error, request, reply)
    if (refused) return refused
    const problem = explainError(error)
    // A refusal is no failure, even with a status of 5xx.
    if (problem.status >= 500 && !(error instanceof RequestError) && !isClosing) {
      metrics.failures.inc()
      context.onFailure?.(error)
    }
    return tellProblem(problem, reply)
  }
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))

  app.setValidatorCompiler(validatorCompiler())
  app.setSerializerCompiler(serializerCompiler())
  const methodsOf = noteRoutes(app)

  queuePipelined(app)
  readBodies(app)
  compressAnswers(app, context)

  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(wireAt(request.url) ? DATA_HEADERS : SECURITY_HEADERS)
    done()
  })

  // A client that has closed its connection gets no answer, and has no address to count by.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress !== undefined) return done()
    reply.hijack()
    request.raw.destroy()
  })
  refuseWhileFull(app, store, context.space)
  guardRoutes(app, store)
  logActions(app, store)
  notePresence(app, context.presence)
  // An answer leaves the process only when all that it tells is on disk.
  app.decorateRequest('tells', undefined)
  app.addHook('onSend', ({ method, url, tells }, _reply, payload, done) =>
    tellsNothing(method, url) ? done(null, payload) : store.afterCommit(() => done(null, payload), tells),
  )
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.requests.add(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })

  await app.register(cookie)
  await app.register(websocket, { options: { maxPayload: 4096 } })
  // After the hook of the plugin above: it closes the connection of a refused upgrade.
  limitUpgrades(app)
  admitRequests(app, context)
  refuseForeign(app, settings.hosts)
  watchBodies(app, settings.patience.bodyMs)
  await documentApi(app)
  apiReader(app)

  await mountWires(app, context)
  await app.register(async (scope) => apiRoutes(scope as App, context))
  await guidePictures(app)
  clientRoutes(app, context)
  await webRoutes(app, context)

  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url)
    const isWrongMethod = methods.length > 0 && !methods.includes(request.method)
    if (isWrongMethod) void reply.header('allow', methods.join(', '))
    else if (settings.webFolder !== undefined && isPage(request))
      return reply.code(404).sendFile('index.html')
    const error = isWrongMethod
      ? new RequestError(
          'wrong-method',
          `Cannot ${request.method} this address: expected ${methods.join(', ')}`,
        )
      : new RequestError('not-found', 'There is nothing at this address')
    return answerError(error, request, reply)
  })
  return app
}

/** Each wire in a scope of its own, with what it needs of the server. */
async function mountWires(app: App, context: ServerContext): Promise<void> {
  const { store } = context
  const host = {
    ...context,
    identify: (request: FastifyRequest) => (request.identity ??= identify(store, request)),
    identityOf,
    ownerOf,
    refuseOtherSites,
  }
  for (const { wire, http } of SERVERS)
    if (http)
      await app.register(async (scope) => {
        notePresence(scope, context.presence, wire)
        http.mount(scope, host)
      })
}

/** A page that a person opened in a browser: the web application shows that there is none. */
const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  !url.startsWith('/api/') &&
  !wireAt(url) &&
  (headers.accept ?? '').startsWith('text/html')

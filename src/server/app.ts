import { isUtf8 } from 'node:buffer'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify'
import { answerBrokenRequest } from './broken-request.ts'
import { validatorCompiler } from './compile-validator.ts'
import type { App, ServerContext, TrustedProxies } from './context.ts'
import { documentApi } from './document-api.ts'
import { isPollingPath } from './is-polling-path.ts'
import { logActions } from './log-actions.ts'
import { RequestError, tooFast } from './problems.ts'
import { refuseForeign } from './refuse-foreign.ts'
import { actionRoutes } from './routes/actions.ts'
import { battleRoutes } from './routes/battles.ts'
import { botRoutes } from './routes/bots.ts'
import { challengeRoutes } from './routes/challenges.ts'
import { evaluationRoutes } from './routes/evaluations.ts'
import { formatRoutes } from './routes/formats.ts'
import { gameRoutes } from './routes/games.ts'
import { healthRoutes } from './routes/health.ts'
import { liveRoutes } from './routes/live.ts'
import { matchRoutes } from './routes/matches.ts'
import { organiserRoutes } from './routes/organiser.ts'
import { peopleRoutes } from './routes/people.ts'
import { sessionRoutes } from './routes/session.ts'
import { statisticsRoutes } from './routes/statistics.ts'
import { noteRoutes } from './route-methods.ts'
import { answerPolling, formatIn, pollingRoutes, refusalOf } from './routes/polling.ts'
import { tournamentRoutes } from './routes/tournaments.ts'
import { webRoutes } from './routes/web.ts'
import { DATA_HEADERS, SECURITY_HEADERS } from './security-headers.ts'
import { watchBodies } from './watch-bodies.ts'

/** Nobody has much to say to us, but for uploads, which have a limit of their own. */
const MAX_BODY = 64 * 1024

const QUIET = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

/** The whole HTTP application, not yet listening. */
export async function createApp(context: ServerContext): Promise<App> {
  const { store, metrics, settings } = context
  const app: App = fastify({
    bodyLimit: MAX_BODY,
    // A body has a deadline by its progress, not in total: `watchBodies`.
    requestTimeout: 0,
    keepAliveTimeout: 60_000,
    http: {
      headersTimeout: settings.patience.headersMs,
      connectionsCheckingInterval: settings.patience.headersMs / 2,
      maxHeaderSize: 16 * 1024,
    },
    forceCloseConnections: true,
    trustProxy: trustOf(settings.trustProxy),
    routerOptions: { maxParamLength: 256 },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    logger: false,
  }).withTypeProvider<TypeBoxTypeProvider>()

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (isPollingPath(request.url)) {
      const refused = refusalOf(error)
      return answerPolling(reply, formatIn(request), refused.document, refused.status)
    }
    const { status, code, message, retryAfter } = explain(error)
    if (status >= 500) {
      metrics.failures.inc()
      context.onFailure?.(error)
    }
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
    return reply.code(status).type('application/json; charset=utf-8').send({ error: code, message })
  }
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))

  app.setValidatorCompiler(validatorCompiler())
  const methodsOf = noteRoutes(app)

  // As usual, but what is not UTF-8 is refused, not mended.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) =>
    Buffer.isBuffer(body) && isUtf8(body) ? void parseJson(request, body.toString(), done) : done(NOT_UTF8),
  )

  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(isPollingPath(request.url) ? DATA_HEADERS : SECURITY_HEADERS)
    done()
  })

  // Who has hung up already gets no answer, and has no address to count by.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress !== undefined) return done()
    reply.hijack()
    request.raw.destroy()
  })
  logActions(app, store)
  // Nothing leaves the process before what it tells of is on disk.
  app.addHook('onSend', (_request, _reply, payload, done) => store.afterCommit(() => done(null, payload)))
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.requests.add(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })

  await app.register(cookie)
  await app.register(rateLimit, {
    max: settings.limits.perAddress,
    timeWindow: 10_000,
    cache: 20_000,
    skipOnError: true,
    // Who is within the limit need not be told so every time.
    addHeadersOnExceeding: QUIET,
    errorResponseBuilder: (_request, { ttl }) => tooFast(Math.ceil(ttl / 1000)),
  })
  await app.register(websocket, { options: { maxPayload: 4096 } })
  // After the WebSockets' own hook, without which a refused upgrade keeps its connection.
  refuseForeign(app, settings.hosts)
  watchBodies(app, settings.patience.bodyMs)
  await documentApi(app)

  await app.register(async (scope) => pollingRoutes(scope as App, context))
  await app.register(async (scope) => battleRoutes(scope as App, context))
  await app.register(async (scope) => {
    const routes = scope as App
    challengeRoutes(routes, context)
    peopleRoutes(routes, context)
    statisticsRoutes(routes, context)
    sessionRoutes(routes, context)
    gameRoutes(routes, context)
    matchRoutes(routes, context)
    liveRoutes(routes, context)
    botRoutes(routes, context)
    formatRoutes(routes)
    tournamentRoutes(routes, context)
    evaluationRoutes(routes, context)
    healthRoutes(routes, context)
    organiserRoutes(routes, context)
    actionRoutes(routes, context)
  })
  await webRoutes(app, context)

  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url)
    const isWrongMethod = methods.length > 0 && !methods.includes(request.method)
    if (isWrongMethod) void reply.header('allow', methods.join(', '))
    else if (settings.webFolder !== undefined && isPage(request))
      return reply.code(404).sendFile('index.html')
    const error = isWrongMethod
      ? new RequestError(
          405,
          'wrong-method',
          `Cannot ${request.method} this address: expected ${methods.join(', ')}`,
        )
      : new RequestError(404, 'not-found', 'There is nothing at this address')
    if (isPollingPath(request.url)) {
      const refused = refusalOf(Object.assign(new Error(error.message), { statusCode: error.status }))
      return answerPolling(reply, formatIn(request), refused.document, refused.status)
    }
    return answerError(error, request, reply)
  })
  return app
}

/** Hops are counted from the server: hop 0 is the connection itself. What a client wrote further left is not looked at. */
const trustOf = (proxies: TrustedProxies) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies && [...proxies]

/** What a person opened in a browser; the web application says in its own way that it is not there. */
const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' &&
  !url.startsWith('/api/') &&
  !isPollingPath(url) &&
  (headers.accept ?? '').startsWith('text/html')

function explain(error: unknown): {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly retryAfter?: number | undefined
} {
  if (error instanceof RequestError) return error
  const { statusCode = 500, validation, code, message } = error as Partial<FastifyError>
  if (validation) return { status: 400, code: 'bad-request', message: `Cannot read the request: ${message}` }
  if (statusCode >= 400 && statusCode < 500)
    return {
      status: statusCode,
      ...(WORDS[code ?? ''] ?? { code: 'bad-request', message: `Cannot read the request: ${message}` }),
    }
  return {
    status: 500,
    code: 'server-error',
    message: 'The server failed; what was played is safe, try again',
  }
}

const NOT_UTF8 = new RequestError(400, 'bad-request', 'Cannot read the request: expected it in UTF-8')

/** Where the framework would repeat the address, which may hold a key, or say it less well. */
const WORDS: Readonly<Record<string, { readonly code: string; readonly message: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too-big', message: 'Cannot read the request: its body is too big' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'bad-media-type',
    message: 'Cannot read the request: expected another media type',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 'bad-request',
    message: 'Cannot read the request: it is said to be JSON, but empty',
  },
  FST_ERR_BAD_URL: { code: 'bad-address', message: 'Cannot read the address: expected it in UTF-8' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'too-long', message: 'Cannot read the address: it is too long' },
}

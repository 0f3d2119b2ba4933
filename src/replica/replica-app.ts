import websocket from '@fastify/websocket'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { LiveQuery, MatchParams } from '../api/matches.ts'
import { TournamentParams } from '../api/tournaments.ts'
import { explainError } from '../protocols/explain-error.ts'
import { tellProblem } from '../server/tell-problem.ts'
import { RequestError } from '../protocols/request-error.ts'
import { validatorCompiler } from '../server/compile-validator.ts'
import type { App, ServerSettings } from '../server/context.ts'
import { httpOptions } from '../server/http-options.ts'
import { limitUpgrades } from '../server/limit-upgrades.ts'
import { queuePipelined } from '../server/queue-pipelined.ts'
import { openRecordStreams } from '../server/record-streams.ts'
import { refuseForeign } from '../server/refuse-foreign.ts'
import { SECURITY_HEADERS } from '../server/security-headers.ts'
import { overHttp, overSocket, type OpenStream } from '../server/spectator-stream.ts'
import type { StreamPlaces } from '../server/stream-places.ts'
import { watchBodies } from '../server/watch-bodies.ts'
import { endToEnd } from './forwarded-headers.ts'
import type { MatchFeeds } from './match-feeds.ts'
import { keepLast, keepMatches, type Keep, type NewsStreams } from './news-streams.ts'
import { passOn } from './pass-on.ts'
import { Refused, tellRefusal } from './refused.ts'
import type { ReplicaMetrics } from './replica-metrics.ts'
import type { SharedAnswers } from './shared-answers.ts'
import { readSharedQuestion, type SharedQuestion } from './shared-question.ts'
import type { Upstream, UpstreamAnswer } from './upstream.ts'

export interface ReplicaContext {
  readonly upstream: Upstream
  readonly feeds: MatchFeeds
  readonly news: NewsStreams
  readonly shared: SharedAnswers
  readonly streams: StreamPlaces
  readonly metrics: ReplicaMetrics
  readonly settings: Pick<ServerSettings, 'certificate' | 'hosts' | 'patience' | 'trustProxy'>
  readonly onFailure?: (error: unknown) => void
}

/** The HTTP application of a replica, not yet listening: its own streams and health, and the arena behind all other addresses. */
export async function createReplicaApp(context: ReplicaContext): Promise<App> {
  const { settings } = context
  const app: App = fastify({
    ...httpOptions(settings),
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  }).withTypeProvider<TypeBoxTypeProvider>()

  function answerError(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
    void reply.headers(SECURITY_HEADERS)
    if (error instanceof Refused) return tellRefusal(error, reply)
    const problem = explainError(error)
    if (problem.status >= 500 && !(error instanceof RequestError)) context.onFailure?.(error)
    return tellProblem(problem, reply)
  }
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setValidatorCompiler(validatorCompiler())
  // Bodies are passed on unread.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  queuePipelined(app)

  // A client that has closed its connection gets no answer, and has no address to count by.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress !== undefined) return done()
    reply.hijack()
    request.raw.destroy()
  })
  await app.register(websocket, { options: { maxPayload: 4096 } })
  limitUpgrades(app)
  refuseForeign(app, settings.hosts)
  watchBodies(app, settings.patience.bodyMs)

  healthRoutes(app, context)
  streamRoutes(app, context)
  arenaRoutes(app, context)
  return app
}

/** For monitoring and load balancers; these are about this process. */
function healthRoutes(app: App, { upstream, metrics }: ReplicaContext): void {
  app.get('/healthz', (_request, reply) => reply.headers(SECURITY_HEADERS).send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    await upstream.read('/healthz', {})
    return reply.headers(SECURITY_HEADERS).send({ status: 'ok' })
  })
  app.get('/metrics', async (_request, reply) =>
    reply
      .headers(SECURITY_HEADERS)
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics()),
  )
}

/** The streams that spectators have open. They are public, so a key changes nothing in them. */
function streamRoutes(app: App, { feeds, news, streams, metrics }: ReplicaContext): void {
  const count = (): (() => void) => {
    metrics.watchers++
    return () => void metrics.watchers--
  }
  const recordStreams = openRecordStreams({
    streams,
    count(feed) {
      const [leave, release] = [count(), feeds.hold(feed)]
      return () => {
        leave()
        release()
      }
    },
  })
  /** Refusals set the headers themselves: that of the arena is passed on. */
  const secured =
    (request: FastifyRequest, reply: FastifyReply): OpenStream =>
    () =>
      overHttp({ streams }, request, reply.headers(SECURITY_HEADERS))()
  // The arena itself describes these addresses.
  const match = {
    operation: 'hidden',
    access: 'public',
    params: MatchParams,
    querystring: LiveQuery,
  } as const

  const streamMatch = async (request: FastifyRequest, id: number, open: OpenStream): Promise<void> =>
    recordStreams.sse(request, open, await feeds.watch(id))

  app.route({
    method: 'GET',
    url: '/api/v1/matches/:id/events',
    schema: match,
    handler: (request, reply) => streamMatch(request, request.params.id, secured(request, reply)),
    wsHandler: (socket, request) =>
      streamMatch(request, request.params.id, overSocket({ streams }, request, socket)),
  })
  app.route({
    method: 'GET',
    url: '/api/v1/matches/:id/socket',
    schema: match,
    handler(_request, reply) {
      void reply.header('upgrade', 'websocket')
      throw new RequestError('no-socket', 'This address is for a WebSocket: ask for an upgrade')
    },
    wsHandler: (socket, request) =>
      recordStreams.socket(socket, request, () => feeds.watch(request.params.id)),
  })

  const tell = async (path: string, keep: Keep, open: OpenStream): Promise<void> => {
    const found = await news.listen(path, keep)
    const stream = open()
    stream.onClose(count())
    const leave = found.join(stream)
    if (leave) stream.onClose(leave)
    else stream.end()
  }
  const tellMatches = (open: OpenStream): Promise<void> => tell('/api/v1/live', keepMatches(), open)
  const tellTournament = (id: number, open: OpenStream): Promise<void> =>
    tell(`/api/v1/tournaments/${id}/events`, keepLast(), open)

  app.route({
    method: 'GET',
    url: '/api/v1/live',
    handler: (request, reply) => tellMatches(secured(request, reply)),
    wsHandler: (socket, request) => tellMatches(overSocket({ streams }, request, socket)),
  })
  app.route({
    method: 'GET',
    url: '/api/v1/tournaments/:tournament/events',
    schema: { operation: 'hidden', access: 'public', params: TournamentParams },
    handler: (request, reply) => tellTournament(request.params.tournament, secured(request, reply)),
    wsHandler: (socket, request) =>
      tellTournament(request.params.tournament, overSocket({ streams }, request, socket)),
  })
}

/** Everything else: shared where the answer is the same for all, passed on where it is not. */
function arenaRoutes(app: App, { upstream, shared, metrics }: ReplicaContext): void {
  app.all('/*', async (request, reply) => {
    const question = readSharedQuestion(upstream, request)
    if (!question) {
      metrics.requests.inc({ how: 'passed' })
      return passOn(upstream, request, reply)
    }
    metrics.requests.inc({ how: 'shared' })
    return tellAnswer(request, reply, await answerFor(question))
  })

  async function answerFor(question: SharedQuestion): Promise<UpstreamAnswer> {
    const { key, keepMs, shellKey } = question
    try {
      const answer = await shared.answer({
        ...question,
        ask() {
          metrics.requests.inc({ how: 'asked' })
          return question.ask()
        },
      })
      if (shellKey !== undefined && answer.status === 200) shared.keep(shellKey, answer)
      return answer
    } catch (error) {
      // A page that opens says itself that the arena is lost, and goes on when it is back.
      const known = keepMs > 0 ? (shared.stale(key) ?? shared.stale(shellKey ?? '')) : undefined
      if (known) return known
      throw error
    }
  }
}

function tellAnswer(request: FastifyRequest, reply: FastifyReply, answer: UpstreamAnswer): FastifyReply {
  const { 'content-length': _length, date: _date, ...headers } = endToEnd(answer.headers)
  void reply.headers(headers)
  const { etag } = answer.headers
  const isKnown = etag !== undefined && (request.headers['if-none-match'] ?? '').includes(etag)
  if (answer.status !== 200 || !isKnown) return reply.code(answer.status).send(answer.body)
  return reply.removeHeader('content-encoding').code(304).send()
}

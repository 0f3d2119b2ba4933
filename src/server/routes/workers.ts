import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { NewKeyBody } from '../../api/people.ts'
import { TextBody } from '../../api/schema.ts'
import { ArchiveParams, BuildParams, WorkersBody, WorkerWelcome, type WorkerBody } from '../../api/workers.ts'
import { issueWorkerKey } from '../../arena/people.ts'
import { overviewWorkers, type WorkerOverview } from '../../arena/worker-overview.ts'
import { found, granted, RequestError } from '../../protocols/request-error.ts'
import { identityOf } from '../access.ts'
import type { App, ServerContext } from '../context.ts'

const tags = ['workers']

/** What workers ask, and what the organiser sees of them. */
export function workerRoutes(app: App, { store, bots, arena, queue }: ServerContext): void {
  app.get(
    '/api/v1/worker',
    {
      schema: {
        summary: 'Whether the key of a worker is valid',
        operation: 'checkWorkerKey',
        tags,
        access: 'worker',
        response: { 200: WorkerWelcome },
      },
    },
    () => ({ gamegrid: 'arena' as const }),
  )

  app.get(
    '/api/v1/worker/archives/:sha',
    {
      schema: {
        summary: 'The built folder of an uploaded version, as a tar.gz; for workers',
        operation: 'downloadBuild',
        tags,
        access: 'worker',
        params: ArchiveParams,
        response: { 200: TextBody('application/octet-stream', 'The archive') },
        refuses: [404],
      },
    },
    (request, reply) => {
      const { sha } = request.params
      const file = found(bots.packedFile(sha), `archive ${sha}`)
      void reply.type('application/octet-stream')
      return createReadStream(file)
    },
  )

  app.get(
    '/api/v1/worker/builds/:ticket',
    {
      schema: {
        summary: 'The source of a version that a worker builds now; for workers',
        operation: 'downloadSource',
        tags,
        access: 'worker',
        params: BuildParams,
        response: { 200: TextBody('application/octet-stream', 'The upload') },
        refuses: [404],
      },
    },
    (request, reply) => {
      const { ticket } = request.params
      const file = found(bots.away?.sourceOf(ticket), `build ${ticket}`)
      void reply.type('application/octet-stream')
      return createReadStream(file)
    },
  )

  app.put(
    '/api/v1/worker/builds/:ticket',
    {
      schema: {
        summary: 'Hand over the built folder of a version, as a tar.gz; for workers',
        operation: 'handOverBuild',
        tags,
        access: 'worker',
        params: BuildParams,
        consumes: ['application/octet-stream'],
        response: { 204: Type.Null() },
        refuses: [404],
      },
    },
    async (request, reply) => {
      const { ticket } = request.params
      const built: unknown = request.body
      if (!(built instanceof Readable))
        throw new RequestError('bad-media-type', 'Expected an archive as the body: a tar.gz')
      granted(await found(bots.away, `build ${ticket}`).receive(ticket, built))
      void reply.code(204)
    },
  )

  app.post(
    '/api/v1/worker-keys',
    {
      schema: {
        summary: 'A key for workers, shown once',
        operation: 'addWorkerKey',
        tags,
        access: 'organiser',
        response: { 201: NewKeyBody },
        refuses: [409],
      },
    },
    (request, reply) => {
      const key = granted(issueWorkerKey(store, Date.now(), identityOf(request).key))
      void reply.code(201)
      return { id: key.id, key: key.text }
    },
  )

  app.get(
    '/api/v1/workers',
    {
      schema: {
        summary: 'The workers of the arena, and what waits for them',
        operation: 'listWorkers',
        tags,
        access: 'organiser',
        response: { 200: WorkersBody },
      },
    },
    () => {
      if (!queue)
        return {
          workers: null,
          waiting: 0,
          waitingSince: null,
          missing: [],
          waitingBuilds: 0,
          missingBuilds: [],
          finals: [],
        }
      const { workers, waiting, waitingSince, missing, waitingBuilds, opinions } = overviewWorkers(
        arena,
        queue,
        bots.away,
      )
      return {
        workers: workers.map(presentWorker),
        waiting,
        waitingSince: waitingSince === undefined ? null : new Date(waitingSince).toISOString(),
        missing: [...missing],
        waitingBuilds: waitingBuilds.length,
        missingBuilds: waitingBuilds.flatMap(({ bot, version, missing: why }) =>
          why === undefined ? [] : [{ bot, version, why }],
        ),
        finals: opinions.map(({ match, opinion }) => ({
          match,
          outcome: opinion.kind,
          says: describeOpinion(opinion),
        })),
      }
    },
  )
}

const presentWorker = ({
  card,
  playing,
  building,
  failures,
  aside,
}: WorkerOverview['workers'][number]): WorkerBody => ({
  name: card.name,
  release: card.rules.gamegrid,
  cores: card.cores,
  speed: card.speed,
  places: card.matchesAtOnce,
  runtimes: card.versions ? [...card.versions.runtimes] : null,
  sandboxProblem: card.versions?.sandboxProblem ?? null,
  playing: [...playing],
  building: building.map(({ bot, version }) => ({ bot, version })),
  failures,
  setAside: aside ?? null,
})

function describeOpinion(opinion: WorkerOverview['opinions'][number]['opinion']): string {
  switch (opinion.kind) {
    case 'same':
      return `${opinion.worker} got the same moves`
    case 'other':
      return `${opinion.worker} got other moves after ${opinion.moves} equal ones, so its bots depend on time or chance, or a worker is wrong`
    case 'none':
      return `no other worker played it: ${opinion.why}`
  }
}

import { createReadStream, existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import {
  BotParams,
  ProgramBody,
  UploadQuery,
  VersionBody,
  VersionList,
  VersionParams,
} from '../../api/bots.ts'
import { TextBody } from '../../api/schema.ts'
import { MAX_ARCHIVE } from '../../arena/receive-archive.ts'
import { identityOf, owned } from '../access.ts'
import type { App, ServerContext } from '../context.ts'
import { followBuild } from '../follow-build.ts'
import { presentVersion } from '../present.ts'
import { found, granted, RequestError } from '../../protocols/request-error.ts'
import type { PersonRow, Store, VersionRow } from '../../store/store.ts'
import { overHttp, overSocket, whileAllowed, type OpenStream } from '../spectator-stream.ts'
import { findBot } from './bots.ts'

const UPLOAD_TYPES = [
  'application/zip',
  'application/x-zip-compressed',
  'application/gzip',
  'application/x-gzip',
  'application/x-tar',
  'application/octet-stream',
]

const tags = ['bots']

type BuildRequest = FastifyRequest<{ Params: { readonly bot: number; readonly version: number } }>

/** Versions of a bot: uploaded as source and built here, or programs that the organiser names. */
export function versionRoutes(app: App, context: ServerContext): void {
  const { store, bots } = context
  const ownBot = ownBotIn(store)

  uploadRoutes(app, context)

  app.post(
    '/api/v1/bots/:bot/programs',
    {
      schema: {
        summary: 'Add a version that is a program on the server; for the organiser',
        operation: 'addProgram',
        tags,
        access: 'organiser',
        params: BotParams,
        body: ProgramBody,
        response: { 202: VersionBody },
        refuses: [404],
      },
    },
    (request, reply) => {
      const version = granted(bots.addProgram(findBot(store, request.params.bot).id, request.body.command))
      void reply.code(202)
      return presentVersion(version)
    },
  )

  app.get(
    '/api/v1/bots/:bot/versions',
    {
      schema: {
        summary: 'All versions; reports and logs are for the owner and the organiser',
        operation: 'listVersions',
        tags,
        access: 'anybody',
        params: BotParams,
        response: { 200: VersionList },
        refuses: [404],
      },
    },
    (request) => {
      const bot = findBot(store, request.params.bot)
      const person = request.identity?.person
      const isOwn = person?.id === bot.person || person?.role === 'organiser'
      const rows = isOwn ? store.versions(bot.id) : store.versionsWithoutLogs(bot.id)
      return {
        versions: rows.map((row) => ({ ...presentFor(person, row), ...(!isOwn && { report: null }) })),
      }
    },
  )

  function streamBuild(request: BuildRequest, open: OpenStream): void {
    const { person } = identityOf(request)
    const { bot, version } = request.params
    const find = (): VersionRow => found(store.version(bot, version), `version ${version} of bot ${bot}`)
    find()
    followBuild(
      {
        progress: bots.progressOf(bot, version),
        present: () => presentFor(person, find()),
        afterCommit: (callback) => store.afterCommit(callback),
      },
      whileAllowed(request, open)(),
    )
  }

  app.route({
    method: 'GET',
    url: '/api/v1/bots/:bot/versions/:version/events',
    exposeHeadRoute: false,
    schema: {
      summary: 'A running build and its trial, as server-sent events; for the owner and the organiser',
      operation: 'streamBuild',
      tags,
      access: ownBot,
      params: VersionParams,
      response: { 200: TextBody('text/event-stream', 'Events') },
      refuses: [404],
    },
    handler: (request, reply) => streamBuild(request, overHttp(context, request, reply)),
    wsHandler: (socket, request) => streamBuild(request, overSocket(context, request, socket)),
  })

  app.post(
    '/api/v1/bots/:bot/versions/:version/retry',
    {
      schema: {
        summary: 'Try a version again that the server failed to try; for the owner and the organiser',
        operation: 'retryVersion',
        tags,
        access: ownBot,
        params: VersionParams,
        response: { 202: VersionBody },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const version = granted(bots.retry(request.params.bot, request.params.version))
      void reply.code(202)
      return presentVersion(version)
    },
  )

  app.get(
    '/api/v1/bots/:bot/versions/:version/archive',
    {
      schema: {
        summary: 'The archive as it was uploaded; for the owner and the organiser',
        operation: 'downloadVersion',
        tags,
        access: ownBot,
        params: VersionParams,
        response: { 200: TextBody('application/octet-stream', 'The archive') },
        refuses: [404, 410],
      },
    },
    (request, reply) => {
      const { bot, version } = request.params
      const row = store.version(bot, version)
      const archive = found(row && bots.archiveOf(row), `archive of version ${version}`)
      const file = row?.source.kind === 'upload' ? row.source.file : undefined
      if (!existsSync(archive))
        throw new RequestError(
          'gone',
          `The archive of version ${version} is gone: the server removed it to make room for newer versions`,
        )
      void reply
        .type('application/octet-stream')
        .header('content-disposition', attachmentOf(file, `bot-${bot}-version-${version}`))
      return createReadStream(archive)
    },
  )
}

function uploadRoutes(app: App, { store, bots }: ServerContext): void {
  // The archive goes to disk as it comes in, never into memory.
  app.addContentTypeParser(UPLOAD_TYPES, { bodyLimit: MAX_ARCHIVE }, (_request, payload, done) =>
    done(null, payload),
  )

  app.post(
    '/api/v1/bots/:bot/versions',
    {
      schema: {
        summary: 'Upload a version: an archive of source (zip, tar, tar.gz) or one source file as the body',
        operation: 'uploadVersion',
        tags,
        access: ownBotIn(store),
        params: BotParams,
        consumes: UPLOAD_TYPES,
        querystring: UploadQuery,
        response: { 202: VersionBody },
        refuses: [404],
      },
    },
    async (request, reply) => {
      const { file, build, run } = request.query
      const archive: unknown = request.body
      if (!(archive instanceof Readable))
        throw new RequestError(
          'bad-media-type',
          'Expected an archive as the body: zip, tar or tar.gz; or, with ?file=bot.py, one source file',
        )
      // An upload may take longer than its key lives.
      const checked = Readable.from(thenCheck(archive, () => request.checkAccess()))
      const added = await bots.addUpload(request.params.bot, checked, {
        ...(file !== undefined && { file }),
        ...(build && { build }),
        ...(run !== undefined && { run }),
      })
      request.checkAccess()
      const version = granted(added)
      void reply.code(202)
      return presentVersion(version)
    },
  )
}

/** The team of the bot in the address, and the organiser. */
const ownBotIn = (store: Store) =>
  owned<{ Params: { bot: number } }>(({ params }) => findBot(store, params.bot).person)

/** A file has the name that its owner gave it, which may have any letters. */
const attachmentOf = (file: string | undefined, name: string): string =>
  file === undefined
    ? `attachment; filename="${name}"`
    : `attachment; filename*=UTF-8''${encodeURIComponent(file)}`

/** Faults of the server are shown to the organiser alone. */
const presentFor = (person: PersonRow | undefined, row: VersionRow): VersionBody => ({
  ...presentVersion(row),
  ...(row.status === 'unjudged' && person?.role !== 'organiser' && { log: null }),
})

/** All of a stream, and a check at its end that throws. */
async function* thenCheck(archive: Readable, check: () => void): AsyncGenerator {
  yield* archive
  check()
}

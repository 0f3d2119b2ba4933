import { createReadStream, existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { MAX_ARCHIVE } from '../../arena/receive-archive.ts'
import type { BotRow } from '../../store/store.ts'
import type { App, ServerContext } from '../context.ts'
import { identify, requireIdentity, requireOrganiser, requireSelf } from '../identity.ts'
import { pageOf } from '../page.ts'
import { presentBot, presentVersion } from '../present.ts'
import { found, granted, RequestError } from '../problems.ts'
import { ANYBODY, KEY, ORGANISER } from '../route-schema.ts'
import {
  BotBody,
  BotList,
  BotParams,
  BotQuery,
  NewBotBody,
  ProgramBody,
  UploadQuery,
  VersionBody,
  VersionList,
  VersionParams,
} from '../../api/bots.ts'
import { TextBody } from '../../api/schema.ts'

const UPLOAD_TYPES = [
  'application/zip',
  'application/x-zip-compressed',
  'application/gzip',
  'application/x-gzip',
  'application/x-tar',
  'application/octet-stream',
]

/** Programs that play for a team on this machine: registered by the organiser, or uploaded as source and built here. */
export function botRoutes(app: App, { store, bots }: ServerContext): void {
  const tags = ['bots']
  const params = BotParams

  // The archive goes to disk as it comes in, never into memory.
  app.addContentTypeParser(UPLOAD_TYPES, { bodyLimit: MAX_ARCHIVE }, (_request, payload, done) =>
    done(null, payload),
  )

  const find = (id: number): BotRow => found(store.bot(id), `bot ${id}`)

  app.post(
    '/api/v1/bots',
    {
      schema: {
        summary: 'Register a bot; its versions follow',
        tags,
        security: KEY,
        body: NewBotBody,
        response: { 201: BotBody },
        refuses: [409],
      },
    },
    (request, reply) => {
      const { person } = requireIdentity(store, request)
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
        tags,
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
    { schema: { summary: 'One bot', tags, params, response: { 200: BotBody }, refuses: [404] } },
    (request) => presentBot(find(request.params.bot)),
  )

  app.post(
    '/api/v1/bots/:bot/versions',
    {
      schema: {
        summary: 'Upload a version: an archive of source (zip, tar, tar.gz) as the body',
        description:
          'It is unpacked, built and tried in one game; ask for the version to see how that went. `build` (repeatable) and `run` are command lines; without them they are taken from gamegrid.json or guessed from the files. The first word of each is a file of the upload, like `./bot`, or the name of a runtime, like `python3`.',
        tags,
        security: KEY,
        params,
        consumes: UPLOAD_TYPES,
        querystring: UploadQuery,
        response: { 202: VersionBody },
        refuses: [404],
      },
    },
    async (request, reply) => {
      const bot = find(request.params.bot)
      requireSelf(store, request, bot.person)
      const { build, run } = request.query
      const archive: unknown = request.body
      if (!(archive instanceof Readable))
        throw new RequestError(415, 'bad-media-type', 'Expected an archive as the body: zip, tar or tar.gz')
      const mayUpload = (): unknown => requireSelf(store, request, bot.person)
      const added = await bots.addUpload(bot.id, Readable.from(thenCheck(archive, mayUpload)), {
        ...(build && { build }),
        ...(run !== undefined && { run }),
      })
      mayUpload()
      const version = granted(added)
      void reply.code(202)
      return presentVersion(version)
    },
  )

  app.post(
    '/api/v1/bots/:bot/programs',
    {
      schema: {
        summary: 'Add a version that is a program on the server; only the organiser may',
        tags,
        security: ORGANISER,
        params,
        body: ProgramBody,
        response: { 202: VersionBody },
        refuses: [404],
      },
    },
    (request, reply) => {
      requireOrganiser(store, request)
      const version = granted(bots.addProgram(find(request.params.bot).id, request.body.command))
      void reply.code(202)
      return presentVersion(version)
    },
  )

  app.get(
    '/api/v1/bots/:bot/versions',
    {
      schema: {
        summary: 'All versions; reports and logs are for the owner and the organiser',
        tags,
        security: ANYBODY,
        params,
        response: { 200: VersionList },
        refuses: [404],
      },
    },
    (request) => {
      const bot = find(request.params.bot)
      const person = identify(store, request)?.person
      const isOrganiser = person?.role === 'organiser'
      const isOwn = person?.id === bot.person || isOrganiser
      return {
        versions: store.versions(bot.id).map((row) => ({
          ...presentVersion(row),
          ...(!isOwn && { report: null }),
          // What went wrong with the server is for those who run it.
          ...((row.status === 'unjudged' ? !isOrganiser : !isOwn) && { log: null }),
        })),
      }
    },
  )

  app.post(
    '/api/v1/bots/:bot/versions/:version/retry',
    {
      schema: {
        summary: 'Have a version tried that the server failed to try; for the owner and the organiser',
        tags,
        security: KEY,
        params: VersionParams,
        response: { 202: VersionBody },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const bot = find(request.params.bot)
      requireSelf(store, request, bot.person)
      const version = granted(bots.retry(bot.id, request.params.version))
      void reply.code(202)
      return presentVersion(version)
    },
  )

  app.get(
    '/api/v1/bots/:bot/versions/:version/archive',
    {
      schema: {
        summary: 'The archive as it was uploaded; for the owner and the organiser',
        tags,
        security: KEY,
        params: VersionParams,
        response: { 200: TextBody('application/octet-stream', 'The archive') },
        refuses: [404, 410],
      },
    },
    (request, reply) => {
      const bot = find(request.params.bot)
      requireSelf(store, request, bot.person)
      const { version } = request.params
      const row = store.version(bot.id, version)
      const archive = found(row && bots.archiveOf(row), `archive of version ${version}`)
      if (!existsSync(archive))
        throw new RequestError(
          410,
          'gone',
          `The archive of version ${version} is not kept any more: the team needed the room`,
        )
      void reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="bot-${bot.id}-version-${version}"`)
      return createReadStream(archive)
    },
  )
}

/** All of a stream, and a check at its end that throws: an upload may take longer than its key lives. */
async function* thenCheck(archive: Readable, check: () => unknown): AsyncGenerator {
  yield* archive
  check()
}

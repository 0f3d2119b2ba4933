import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { basename, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { show } from '../base/fields.ts'
import { isFullDisk } from '../base/is-full-disk.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { findChallenge } from '../challenges/index.ts'
import { pause, realClock, type Clock } from '../runner/clock.ts'
import { readCommand } from '../runner/program-command.ts'
import { INSIDE_FOLDER } from '../runner/sandbox/inside-folder.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { keepHidden, readProgram } from '../runner/sandbox/resolve-command.ts'
import { offeredRuntimes } from '../runner/sandbox/runtimes.ts'
import { closeFiles, makePrivateFolder } from '../store/make-private.ts'
import type { BotRow, Store, VersionRow } from '../store/store.ts'
import { parseCommand } from '../workshop/parse-command.ts'
import { sweepWorkshop } from '../workshop/temp-folder.ts'
import { NO_ROOM, type DiskSpace } from './disk-space.ts'
import { examineVersion, type Verdict } from './examine-version.ts'
import { openFairQueue } from './fair-queue.ts'
import type { LocatedBot } from './seat-player.ts'
import { openTeamFiles } from './team-files.ts'

export interface NewBot {
  readonly person: number
  readonly challenge: string
  readonly name: string
}

export interface UploadCommands {
  readonly build?: readonly string[]
  readonly run?: string
}

/** The bots of an arena: every version is kept, is built and tried before it may play, and the newest that passed plays. */
export interface Bots extends AsyncDisposable {
  register(bot: NewBot): Result<BotRow>
  /** A command on this machine. */
  addProgram(bot: number, command: string): Result<VersionRow>
  /** An archive of source, as it arrives. */
  addUpload(bot: number, archive: Readable, commands: UploadCommands): Promise<Result<VersionRow>>
  /** Has a version judged that we failed to judge. */
  retry(bot: number, version: number): Result<VersionRow>
  /** How a version is started; for the arena. */
  locate(bot: number, version: number): Result<LocatedBot>
  /** Where the archive of a version is, if it was uploaded. */
  archiveOf(version: VersionRow): string | undefined
}

export const MAX_ARCHIVE = 32 << 20
/** What one team may store, archives and what was built of them together. */
const TEAM_QUOTA = 1 << 30
const MAX_BOTS_EACH = 20
const MAX_VERSIONS = 500
/** Versions of one team that wait to be built and tried. */
const MAX_WAITING = 5
/** How often a version is tried again when it was we who failed. */
const ATTEMPTS = 3
const UNJUDGED =
  'The server failed to try it, which is not its fault: nothing is lost, ask for another try or tell the organiser'

export interface BotsOptions {
  readonly clock?: Clock
  /** How much room the disk has; without it there is always enough. */
  readonly space?: DiskSpace
  /** Bytes that one team may store. */
  readonly teamQuota?: number
  /** A version could not be judged because of us. */
  onFailure?(version: string, why: string): void
}

export async function openBots(store: Store, folder: string, options: BotsOptions = {}): Promise<Bots> {
  const { clock = realClock, space, teamQuota: quotaBytes = TEAM_QUOTA } = options
  const archives = join(folder, 'archives')
  const versions = join(folder, 'versions')
  for (const path of [archives, versions]) makePrivateFolder(path)
  closeFiles(archives)
  await sweepWorkshop(versions)
  await sweepIncoming(archives)
  keepHidden(folder)
  await offeredRuntimes()
  const stop = new AbortController()
  /** A build takes a whole core, and running matches need the others; two at least, so that one team never holds up all. */
  const queue = openFairQueue({ places: Math.max(2, Math.floor(cpus().length / 2)), each: 1 })
  const judging = new Set<Promise<unknown>>()

  const folderOf = ({ bot, version }: { bot: number; version: number }): string =>
    join(versions, `bot-${bot}-version-${version}`)
  const archiveOf = ({ source }: VersionRow): string | undefined =>
    source.kind === 'upload' ? join(archives, source.archive) : undefined
  const files = openTeamFiles({ store, quotaBytes, archiveOf, folderOf })
  /** Uploads that are arriving now. */
  let arriving = 0
  /** One is taken in at a time, so that two do not find the same room. */
  let taking: Promise<unknown> = Promise.resolve()

  function enqueue(row: VersionRow): void {
    queue.add({
      owner: teamOf(row.bot),
      hasPriority: false,
      run() {
        const work = judge(row)
          .catch(() => {})
          .finally(() => judging.delete(work))
        judging.add(work)
        return work
      },
    })
  }

  const teamOf = (bot: number): string => `player ${store.bot(bot)?.person}`

  /** Nothing, or why a team may not add to what it has waiting. */
  function crowded(bot: number): ReturnType<typeof fail> | undefined {
    return queue.waitingOf(teamOf(bot)) < MAX_WAITING
      ? undefined
      : fail(
          'too-many-waiting',
          `Cannot add a version: ${MAX_WAITING} of your team wait to be built and tried, wait until one is`,
        )
  }

  async function judge({ bot: id, version, source }: VersionRow): Promise<void> {
    const bot = store.bot(id)
    const challenge = bot && findChallenge(bot.challenge)
    const judged = (verdict: Verdict): void =>
      void store.append({ kind: 'version-judged', bot: id, version, ...verdict })
    if (!challenge) return judged({ passed: false, report: 'its challenge is not played here any more' })
    const folder = folderOf({ bot: id, version })
    const { signal } = stop
    for (let attempt = 1; !signal.aborted; attempt++) {
      await space?.until('ample', signal)
      const examined = await examineVersion({
        source,
        name: bot.name,
        team: bot.person,
        challenge,
        archives,
        folder,
        signal,
      })
      if (signal.aborted) return
      if (examined.kind === 'judged' && examined.verdict.passed) {
        // Only now is known how much was built.
        const fits = await files.roomFor(bot.person, 0)
        if (fits.ok) return judged(examined.verdict)
        await removeFolder(folder)
        return judged({ passed: false, report: fits.problem.message })
      }
      if (examined.kind === 'judged' && (await hasRoom())) return judged(examined.verdict)
      const why = examined.kind === 'our-fault' ? examined.why : 'the disk of the server was full'
      if (attempt === ATTEMPTS) return giveUp(id, version, why)
      await pause(clock, 1000 * attempt, signal)
    }
  }

  /** A build or a trial on a full disk fails through no fault of the bot. */
  const hasRoom = async (): Promise<boolean> => space === undefined || (await space.roomFor(0)).ok

  /** Takes an archive in if there is room for it on the disk, with all that are arriving now, and among the team's files. */
  async function takeUpload(
    { id, person }: BotRow,
    archive: Readable,
    commands: UploadCommands,
  ): Promise<Result<VersionRow>> {
    const free = await space?.roomFor((arriving + 1) * MAX_ARCHIVE)
    if (free?.ok === false) return free
    arriving++
    try {
      const arrived = await receiveArchive(archives, archive)
      if (!arrived.ok) return arrived
      const { temp, hash, bytes } = arrived.value
      const kept = taking.then(async () => {
        const fits = await files.roomFor(person, bytes)
        if (!fits.ok) return fits
        await rename(temp, join(archives, hash))
        return addVersion(id, { kind: 'upload', archive: hash, bytes, ...commands })
      })
      taking = kept.catch(() => {})
      return await kept.finally(() => rm(temp, { force: true }))
    } finally {
      arriving--
    }
  }

  function giveUp(bot: number, version: number, why: string): void {
    store.append({ kind: 'version-unjudged', bot, version, report: UNJUDGED, log: why })
    options.onFailure?.(`version ${version} of bot ${bot}`, why)
  }

  function tryAgain({ bot, version }: VersionRow): VersionRow {
    store.append({ kind: 'version-retried', bot, version })
    const row = found(bot, version)
    enqueue(row)
    return row
  }

  const found = (bot: number, version: number): VersionRow => {
    const row = store.version(bot, version)
    if (!row) throw new Error(`version ${version} of bot ${bot} is not in the store`)
    return row
  }

  function addVersion(bot: number, source: VersionRow['source']): Result<VersionRow> {
    const version = store.versions(bot).length + 1
    if (version > MAX_VERSIONS)
      return fail('too-many-versions', `Cannot add a version: a bot has at most ${MAX_VERSIONS}`)
    const refused = crowded(bot)
    if (refused) return refused
    store.append({ kind: 'version-added', bot, version, source })
    const row = found(bot, version)
    enqueue(row)
    return ok(row)
  }

  for (const row of store.unjudgedVersions())
    if (row.status === 'waiting') enqueue(row)
    else tryAgain(row)

  return {
    register({ person, challenge, name: given }) {
      const name = given.trim()
      if (!findChallenge(challenge))
        return fail('unknown-challenge', `There is no challenge ${show(challenge)}`)
      if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u.test(name))
        return fail(
          'name',
          `Cannot call a bot ${show(given)}: expected 1 to 40 letters, digits, dots or dashes`,
        )
      const own = store.bots({ person }, { limit: MAX_BOTS_EACH })
      if (own.length >= MAX_BOTS_EACH)
        return fail('too-many-bots', `Cannot add a bot: a team has at most ${MAX_BOTS_EACH}`)
      if (own.some((bot) => bot.name === name && bot.challenge === challenge))
        return fail(
          'name-taken',
          `Cannot call a bot ${show(name)}: you have one of that name, add a version to it`,
        )
      const bot = store.nextBot()
      store.append({ kind: 'bot-registered', bot, person, challenge, name })
      const row = store.bot(bot)
      if (!row) throw new Error(`bot ${bot} is not in the store after being registered`)
      return ok(row)
    },
    addProgram(bot, command) {
      const located = readCommand(command)
      return located.ok ? addVersion(bot, { kind: 'program', command }) : located
    },
    async addUpload(bot, archive, commands) {
      for (const line of [...(commands.build ?? []), ...(commands.run === undefined ? [] : [commands.run])]) {
        const read = parseCommand(line)
        if (!read.ok) return read
        const program = readProgram(read.value[0], await offeredRuntimes())
        if (!program.ok) return program
      }
      if (commands.build && commands.run === undefined)
        return fail('run', 'Cannot use build commands alone: expected a run command as well')
      const row = store.bot(bot)
      if (!row) return fail('unknown-bot', `There is no bot ${bot}`)
      return crowded(bot) ?? takeUpload(row, archive, commands)
    },
    retry(bot, version) {
      const row = store.version(bot, version)
      if (!row) return fail('unknown-version', `There is no version ${version} of bot ${bot}`)
      if (row.status !== 'unjudged')
        return fail('not-unjudged', `Cannot try version ${version} again: it is ${row.status}`)
      return crowded(bot) ?? ok(tryAgain(row))
    },
    locate(bot, version) {
      const row = store.version(bot, version)
      if (row?.status !== 'passed') return fail('bot', `version ${version} of bot ${bot} may not play`)
      if (row.source.kind === 'program') {
        const located = readCommand(row.source.command)
        return located.ok
          ? ok({ process: { ...located.value, env: PYTHON, sandbox: { from: 'person' } } })
          : located
      }
      const argv = parseCommand(row.run ?? '')
      if (!argv.ok) return argv
      const [program, ...args] = argv.value
      return ok({
        process: {
          // Versions of older servers may name a runtime by its full path.
          argv: [OTHER_PATH.test(program) ? basename(program) : program, ...args],
          cwd: folderOf(row),
          env: PYTHON,
          sandbox: { from: 'upload', team: store.bot(bot)?.person ?? 0 },
        },
        ...(row.wire !== undefined && { wire: row.wire }),
      })
    },
    archiveOf,
    async [Symbol.asyncDispose]() {
      stop.abort()
      queue.stop()
      await Promise.all(judging)
    },
  }
}

/** An absolute one, but not that of the bot's own folder. */
const OTHER_PATH = new RegExp(`^/(?!${INSIDE_FOLDER.slice(1)}/)`)

const PYTHON = { PYTHONUNBUFFERED: '1' } as const

const INCOMING = '.incoming-'

/** Removes what was arriving when the server ended. */
async function sweepIncoming(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(INCOMING)) await rm(join(folder, name), { force: true })
}

interface ArrivedArchive {
  readonly temp: string
  /** Its name from then on: the same archive twice is kept once. */
  readonly hash: string
  readonly bytes: number
}

/** Writes an archive to a file of a passing name, all of it or nothing. */
async function receiveArchive(folder: string, archive: Readable): Promise<Result<ArrivedArchive>> {
  const temp = join(folder, `${INCOMING}${process.pid}-${process.hrtime.bigint()}`)
  const hash = createHash('sha256')
  let bytes = 0
  let isWhole = false
  try {
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        hash.update(chunk)
        if (bytes > MAX_ARCHIVE) done(new TooBig())
        else done(null, chunk)
      },
    })
    await pipeline(archive, measure, createWriteStream(temp, { mode: 0o600, flush: true }))
    if (bytes === 0) return fail('archive.empty', 'Cannot use the archive: it is empty')
    isWhole = true
    return ok({ temp, hash: hash.digest('hex'), bytes })
  } catch (error) {
    if (error instanceof TooBig)
      return fail('too-big', `Cannot take the archive: expected at most ${MAX_ARCHIVE >> 20} MiB`)
    if (archive.readableAborted)
      return fail('archive.cut', 'Cannot take the archive: it did not arrive whole')
    if (isFullDisk(error)) return fail('no-room', `Cannot take the archive: ${NO_ROOM}`)
    throw error
  } finally {
    if (!isWhole) await rm(temp, { force: true })
  }
}

class TooBig extends Error {}

import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { hasUnseenSigns } from '../base/unseen-signs.ts'
import { findChallenge } from '../challenges/index.ts'
import { realClock, type Clock } from '../runner/clock.ts'
import { readCommand } from '../runner/program-command.ts'
import { readProgram } from '../runner/sandbox/resolve-command.ts'
import { LANGUAGES, offeredRuntimes, TOOLS } from '../runner/sandbox/runtimes.ts'
import { sandboxMachine } from '../runner/sandbox/sandbox-machine.ts'
import type { BotRow, Store, VersionRow } from '../store/store.ts'
import { parseCommand } from '../workshop/parse-command.ts'
import { checkSourceName } from '../workshop/place-source.ts'
import { openBotFolders } from './bot-folders.ts'
import type { BuildProgress } from './build-progress.ts'
import { openBuildQueue } from './build-queue.ts'
import { openBuildsAway, type BuildsAway, type BuildsAwayOptions } from './builds-away.ts'
import type { DiskSpace } from './disk-space.ts'
import { locateVersion } from './locate-version.ts'
import { openPackedVersions } from './packed-versions.ts'
import { MAX_ARCHIVE, receiveArchive } from './receive-archive.ts'
import type { LocatedBot } from './seat-player.ts'
import { openTeamFiles } from './team-files.ts'

export interface NewBot {
  readonly person: number
  readonly challenge: string
  readonly name: string
}

/** What the owner says about an upload. */
export interface UploadWords {
  /** It is no archive but one source file of this name. */
  readonly file?: string
  readonly build?: readonly string[]
  readonly run?: string
}

/** The bots of an arena. Each version is built and tried before it may play; the newest that passed plays. */
export interface Bots extends AsyncDisposable {
  register(bot: NewBot): Result<BotRow>
  /** Adds a version that is a command on this machine. */
  addProgram(bot: number, command: string): Result<VersionRow>
  /** Adds a version from an archive of source, or from one source file, read as it arrives. */
  addUpload(bot: number, archive: Readable, said: UploadWords): Promise<Result<VersionRow>>
  /** Judges a version again that the server failed to judge. */
  retry(bot: number, version: number): Result<VersionRow>
  /** How the program of a version is started. */
  locate(bot: number, version: number): Result<LocatedBot>
  /** What happens to a version that waits or is examined; undefined for all others. */
  progressOf(bot: number, version: number): BuildProgress | undefined
  /** Packs what was built of a version for workers, and gives the SHA-256 of the archive. */
  pack(bot: number, version: number): Promise<string>
  /** The file of such an archive. */
  packedFile(sha: string): string | undefined
  /** The builds that workers do; undefined if versions are built here. */
  readonly away: Pick<BuildsAway, 'sourceOf' | 'receive' | 'ordered'> | undefined
  /** To be called when the number of workers has changed. */
  workersChanged(): void
  /** The path of a version's archive; undefined for a command. */
  archiveOf(version: VersionRow): string | undefined
}

/** Bytes that one team may store: its archives, and what was built of them. */
const TEAM_QUOTA = 1 << 30
const MAX_BOTS_EACH = 20
const MAX_VERSIONS = 500
/** Versions of one team that may wait to be built and tried. */
const MAX_WAITING = 5

export interface BotsOptions {
  readonly clock?: Clock
  /** Free space of the disk; without it there is always enough. */
  readonly space?: DiskSpace
  /** Bytes that one team may store. */
  readonly teamQuota?: number
  /** Lets workers build uploaded versions; without it they are built here. */
  readonly queue?: BuildsAwayOptions['queue']
  /** A version could not be judged because the server failed. */
  onFailure?(version: string, why: string): void
}

export async function openBots(store: Store, folder: string, options: BotsOptions = {}): Promise<Bots> {
  const { clock = realClock, space, teamQuota = TEAM_QUOTA } = options
  const folders = await openBotFolders(folder)
  // At the start, because this starts a program and blocks the thread until it has ended: no request waits yet.
  sandboxMachine()
  const files = openTeamFiles({ store, folders, quotaBytes: teamQuota })
  const packed = await openPackedVersions(join(folder, 'packed'), (name) => folders.hasBuilt(name))
  const away =
    options.queue &&
    openBuildsAway({
      queue: options.queue,
      folders,
      packed,
      clock,
      space,
      placesChanged: () => queue.placesChanged(),
    })
  const queue = openBuildQueue({ ...options, store, folders, files, packed, clock, space, away })
  /** Uploads that are arriving now. */
  let arriving = 0
  /** Their promises: closing waits for them. */
  const uploads = new Set<Promise<unknown>>()
  /** A mutex: uploads are added one at a time, so that two do not count on the same free space. */
  let taking: Promise<unknown> = Promise.resolve()

  /** The problem if too many versions of the team wait; otherwise undefined. */
  function crowded(bot: number): ReturnType<typeof fail> | undefined {
    return queue.waitingWith(bot) < MAX_WAITING
      ? undefined
      : fail(
          'too-many-waiting',
          `Cannot add a version: ${MAX_WAITING} of your team wait to be built and tried, wait until one is`,
        )
  }

  /** Adds a version from an archive, if the disk has room for all uploads that are arriving, and the team's quota for this one. */
  async function takeUpload(
    { id, person }: BotRow,
    upload: Readable,
    said: UploadWords,
  ): Promise<Result<VersionRow>> {
    // Counted before the disk is measured: uploads that begin meanwhile see this one.
    arriving++
    try {
      const free = await space?.roomFor(arriving * MAX_ARCHIVE)
      if (free?.ok === false) return free
      const received = await receiveArchive(folders.archives, upload)
      if (!received.ok) return received
      const { temp, hash, bytes, received: complete } = received.value
      const taken = taking.then(async () => {
        const fits = await files.roomFor(person, bytes)
        if (!fits.ok) return fits
        await rename(temp, join(folders.archives, hash))
        return addVersion(id, { kind: 'upload', archive: hash, bytes, ...said }, complete)
      })
      taking = taken.catch(() => {})
      return await taken.finally(() => rm(temp, { force: true }))
    } finally {
      arriving--
    }
  }

  function tryAgain({ bot, version }: VersionRow): VersionRow {
    store.append({ kind: 'version-retried', bot, version })
    return enqueue(bot, version)
  }

  function enqueue(bot: number, version: number): VersionRow {
    const row = store.version(bot, version)
    if (!row) throw new Error(`version ${version} of bot ${bot} is not in the store`)
    queue.add(row)
    return row
  }

  function addVersion(bot: number, source: VersionRow['source'], received?: number): Result<VersionRow> {
    const version = (store.newestVersion(bot)?.version ?? 0) + 1
    if (version > MAX_VERSIONS)
      return fail('too-many-versions', `Cannot add a version: a bot has at most ${MAX_VERSIONS}`)
    const refused = crowded(bot)
    if (refused) return refused
    store.append({
      kind: 'version-added',
      bot,
      version,
      source,
      ...(received !== undefined && { received }),
    })
    return ok(enqueue(bot, version))
  }

  for (const row of store.unjudgedVersions())
    if (row.status === 'waiting') queue.add(row)
    else tryAgain(row)

  return {
    register: (bot) => registerBot(store, bot),
    addProgram(bot, command) {
      const located = readCommand(command)
      return located.ok ? addVersion(bot, { kind: 'program', command }) : located
    },
    async addUpload(bot, archive, said) {
      const readable = await checkWords(said, away !== undefined)
      if (!readable.ok) return readable
      const row = store.bot(bot)
      if (!row) return fail('unknown-bot', `There is no bot ${bot}`)
      const refused = crowded(bot)
      if (refused) return refused
      const upload = takeUpload(row, archive, said)
      uploads.add(upload)
      return upload.finally(() => uploads.delete(upload))
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
      if (row?.status !== 'passed')
        return fail('bot-not-ready', `version ${version} of bot ${bot} may not play`)
      return locateVersion(row, folders.builtOf(row), store.bot(bot)?.person ?? 0)
    },
    progressOf: (bot, version) => queue.progressOf(bot, version),
    async pack(bot, version) {
      const row = store.version(bot, version)
      if (!row) throw new Error(`version ${version} of bot ${bot} is not in the store`)
      return packed.pack(folders.nameOf(row), folders.builtOf(row))
    },
    packedFile: (sha) => packed.fileOf(sha),
    away,
    workersChanged: () => queue.placesChanged(),
    archiveOf: (version) => folders.archiveOf(version),
    async [Symbol.asyncDispose]() {
      // The store must be open while an upload is recorded.
      await Promise.allSettled(uploads)
      await queue[Symbol.asyncDispose]()
    },
  }
}

function registerBot(store: Store, { person, challenge, name: given }: NewBot): Result<BotRow> {
  // A folder of macOS has its name in other characters than a keyboard writes.
  const name = given.normalize('NFC').trim()
  if (!findChallenge(challenge)) return fail('unknown-challenge', `There is no challenge ${show(challenge)}`)
  if (!/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,39}$/u.test(name) || hasUnseenSigns(name))
    return fail(
      'bad-name',
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
}

/**
 * Checks that the name of a single file tells its language, and that the commands can be parsed and name programs that this server
 * offers; if workers build the version, any known runtime.
 */
async function checkWords({ file, build, run }: UploadWords, isAway: boolean): Promise<Result<void>> {
  const named = file === undefined ? ok(undefined) : checkSourceName(file, run !== undefined)
  if (!named.ok) return named
  for (const line of [...(build ?? []), ...(run === undefined ? [] : [run])]) {
    const read = parseCommand(line)
    if (!read.ok) return read
    const [word] = read.value
    if (isAway && [...LANGUAGES, ...TOOLS].includes(word)) continue
    const program = readProgram(word, await offeredRuntimes())
    if (!program.ok) return program
  }
  return build && run === undefined
    ? fail('no-run-command', 'Cannot use build commands alone: expected a run command as well')
    : ok(undefined)
}

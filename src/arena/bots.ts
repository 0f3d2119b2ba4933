import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { findChallenge } from '../challenges/index.ts'
import { pause, realClock } from '../runner/clock.ts'
import { readCommand } from '../runner/program-command.ts'
import type { BotRow, Store, VersionRow } from '../store/store.ts'
import { parseCommand } from '../workshop/parse-command.ts'
import { prepareVersion } from '../workshop/prepare-version.ts'
import { sweepWorkshop } from '../workshop/temp-folder.ts'
import { tryBot } from '../workshop/try-bot.ts'
import type { LocatedBot } from './seat-player.ts'

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
  /** How a version is started; for the arena. */
  locate(bot: number, version: number): Result<LocatedBot>
  /** Where the archive of a version is, if it was uploaded. */
  archiveOf(version: VersionRow): string | undefined
}

export const MAX_ARCHIVE = 32 << 20
const MAX_BOTS_EACH = 20
const MAX_VERSIONS = 500
const MAX_LOG = 64 * 1024
/** How often a version is tried again when it was we who failed. */
const ATTEMPTS = 3

export async function openBots(store: Store, folder: string): Promise<Bots> {
  const archives = join(folder, 'archives')
  const versions = join(folder, 'versions')
  for (const path of [archives, versions]) await mkdir(path, { recursive: true, mode: 0o755 })
  await sweepWorkshop(versions)
  const stop = new AbortController()
  /** One at a time: a build takes a whole core, and running matches come first. */
  let line: Promise<void> = Promise.resolve()

  const folderOf = ({ bot, version }: { bot: number; version: number }): string =>
    join(versions, `bot-${bot}-version-${version}`)

  function enqueue(row: VersionRow): void {
    line = line.then(() => judge(row)).catch(() => {})
  }

  async function judge(row: VersionRow): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS && !stop.signal.aborted; attempt++) {
      const verdict = await examine(row)
      if (stop.signal.aborted) return
      if (verdict)
        return void store.append({ kind: 'version-judged', bot: row.bot, version: row.version, ...verdict })
      await pause(realClock, 1000 * attempt, stop.signal)
    }
  }

  /** Undefined when it was we who failed. */
  async function examine(row: VersionRow): Promise<Verdict | undefined> {
    const bot = store.bot(row.bot)
    const challenge = bot && findChallenge(bot.challenge)
    if (!challenge) return { passed: false, report: 'its challenge is not played here any more' }
    return row.source.kind === 'upload'
      ? await examineUpload(row, row.source)
      : await examineProgram(row.source.command)

    async function examineUpload(
      version: VersionRow,
      source: Extract<VersionRow['source'], { kind: 'upload' }>,
    ): Promise<Verdict | undefined> {
      if (!challenge || !bot) return undefined
      const made = await prepareVersion({
        archive: join(archives, source.archive),
        folder: folderOf(version),
        challenge,
        name: bot.name,
        ...(source.run !== undefined && { commands: { build: source.build ?? [], run: source.run } }),
        signal: stop.signal,
      })
      if (made.ok) {
        const { log, trial, commands } = made.value
        return {
          passed: true,
          report: trial.verdict,
          run: commands.run,
          ...(commands.wire !== undefined && { wire: commands.wire }),
          log: clip(`${log}${trial.errors}`),
        }
      }
      if (made.blame === 'host') return undefined
      return {
        passed: false,
        report: made.problem.message,
        log: clip(`${made.log ?? ''}${made.trial?.errors ?? ''}`),
      }
    }

    async function examineProgram(command: string): Promise<Verdict | undefined> {
      if (!challenge || !bot) return undefined
      const located = readCommand(command)
      if (!located.ok) return { passed: false, report: located.problem.message }
      const { argv, cwd } = located.value
      const trial = await tryBot({
        challenge,
        folder: cwd,
        run: argv.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' '),
        name: bot.name,
        signal: stop.signal,
      })
      if (trial.ok)
        return { passed: trial.value.passed, report: trial.value.verdict, log: clip(trial.value.errors) }
      return /^(sandbox|trial)\./.test(trial.problem.code)
        ? undefined
        : { passed: false, report: trial.problem.message }
    }
  }

  function addVersion(bot: number, source: VersionRow['source']): Result<VersionRow> {
    const version = store.versions(bot).length + 1
    if (version > MAX_VERSIONS)
      return fail('too-many-versions', `Cannot add a version: a bot has at most ${MAX_VERSIONS}`)
    store.append({ kind: 'version-added', bot, version, source })
    const row = store.version(bot, version)
    if (!row) throw new Error(`version ${version} of bot ${bot} is not in the store after being added`)
    enqueue(row)
    return ok(row)
  }

  for (const row of store.unjudgedVersions()) enqueue(row)

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
      }
      if (commands.build && commands.run === undefined)
        return fail('run', 'Cannot use build commands alone: expected a run command as well')
      const kept = await keepArchive(archives, archive)
      if (!kept.ok) return kept
      return addVersion(bot, { kind: 'upload', ...kept.value, ...commands })
    },
    locate(bot, version) {
      const row = store.version(bot, version)
      if (row?.status !== 'passed') return fail('bot', `version ${version} of bot ${bot} may not play`)
      if (row.source.kind === 'program') {
        const located = readCommand(row.source.command)
        return located.ok ? ok({ process: { ...located.value, env: PYTHON, sandbox: {} } }) : located
      }
      const argv = parseCommand(row.run ?? '')
      if (!argv.ok) return argv
      return ok({
        process: { argv: argv.value, cwd: folderOf(row), env: PYTHON, sandbox: {} },
        ...(row.wire !== undefined && { wire: row.wire }),
      })
    },
    archiveOf: ({ source }) => (source.kind === 'upload' ? join(archives, source.archive) : undefined),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await line
    },
  }
}

interface Verdict {
  readonly passed: boolean
  readonly report: string
  readonly run?: string
  readonly wire?: string
  readonly log?: string
}

const PYTHON = { PYTHONUNBUFFERED: '1' } as const

const clip = (text: string): string => text.slice(0, MAX_LOG)

/** Keeps an archive under its hash: the same archive twice is kept once. */
async function keepArchive(
  folder: string,
  archive: Readable,
): Promise<Result<{ readonly archive: string; readonly bytes: number }>> {
  const temp = join(folder, `.incoming-${process.pid}-${process.hrtime.bigint()}`)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        hash.update(chunk)
        if (bytes > MAX_ARCHIVE) done(new TooBig())
        else done(null, chunk)
      },
    })
    await pipeline(archive, measure, createWriteStream(temp, { mode: 0o644, flush: true }))
    if (bytes === 0) return fail('archive.empty', 'Cannot use the archive: it is empty')
    const name = hash.digest('hex')
    await rename(temp, join(folder, name))
    return ok({ archive: name, bytes })
  } catch (error) {
    if (error instanceof TooBig)
      return fail('too-big', `Cannot take the archive: expected at most ${MAX_ARCHIVE >> 20} MiB`)
    if (archive.readableAborted)
      return fail('archive.cut', 'Cannot take the archive: it did not arrive whole')
    throw error
  } finally {
    await rm(temp, { force: true })
  }
}

class TooBig extends Error {}

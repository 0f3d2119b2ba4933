import { existsSync, readdirSync, rmSync } from 'node:fs'
import { open, rename, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { show, typedSettings } from '../base/fields.ts'
import { isFullDisk } from '../base/is-full-disk.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { fileFailure } from '../store/data-folder.ts'
import { databaseFailure } from '../store/database.ts'
import { LOCK_HOLDER, lockFolder } from '../store/lock-folder.ts'
import { makeFolder } from '../store/make-folder.ts'
import { OtherPlayersError, type Course } from '../tournament/course.ts'
import type { Pairing } from '../tournament/tournament.ts'
import {
  firstDifference,
  headerOf,
  readHeader,
  tryTournamentCourse,
  type TournamentSpec,
} from './tournament-spec.ts'
import { formatLedgerEntry, parseLedgerEntry, type LedgerEntry } from './ledger-entry.ts'
import type { KeptMatch } from './play-pairing.ts'
import type { Ledger } from './run-tournament.ts'
import { readWholeLines, type WholeLines } from '../runner/whole-lines.ts'

/** A tournament on disk, as far as it has been played. */
export interface TournamentData {
  readonly tournament: TournamentSpec
  readonly entries: readonly LedgerEntry[]
}

/** A tournament on disk that is being played here, and nowhere else. */
export interface TournamentFolder extends TournamentData, Ledger<LedgerEntry>, AsyncDisposable {
  save(pairing: Pairing, kept: KeptMatch): Promise<void>
}

const RESULTS = 'results.jsonl'

/** Whether a tournament was begun there: the header of its ledger is complete, or the ledger cannot be read. */
export function hasTournament(folder: string): boolean {
  const lines = readLines(folder)
  return !lines.ok || lines.value.whole.length > 0
}

/** Reads a tournament without its lock: another process may be playing it. */
export function readTournamentFolder(folder: string): Result<TournamentData> {
  const lines = readLines(folder)
  if (!lines.ok) return lines
  const { whole } = lines.value
  if (whole.length > 0) return readResults(folder, whole)
  // Another process may be about to begin it.
  if (existsSync(join(folder, LOCK_HOLDER))) {
    const lock = takeLock(folder)
    if (!lock.ok) return lock
    lock.value[Symbol.dispose]()
  }
  return fail('folder-empty', `Cannot find a tournament in ${show(folder)}: none was begun there`)
}

const readLines = (folder: string): Result<WholeLines> => readWholeLines(join(folder, RESULTS))

/** The course after the results of a folder. An edited folder may hold results of other matches. */
export function courseOfFolder(folder: string, { tournament, entries }: TournamentData): Result<Course> {
  const course = tryTournamentCourse(tournament, entries)
  if (!(course instanceof OtherPlayersError)) return ok(course)
  return fail(
    'folder-results',
    `${course.message}: that result or line 1 of ${join(folder, RESULTS)} was changed`,
  )
}

/**
 * Opens a folder to play a tournament in it, and locks it. With `resume` it goes on with the tournament that was begun
 * there, if it is the same one. An incomplete last line, left by a host that died while writing, is cut off.
 */
export async function openTournamentFolder(
  folder: string,
  tournament: TournamentSpec,
  resume: boolean,
): Promise<Result<TournamentFolder>> {
  try {
    makeFolder(join(folder, 'records'))
    makeFolder(join(folder, 'logs'))
  } catch (error) {
    return fail('bad-folder', `Cannot use folder ${show(folder)}: ${describeFailure(error)}`)
  }
  const lock = takeLock(folder)
  if (!lock.ok) return lock
  const opened = await openResults(folder, tournament, resume).catch((error: unknown) => {
    if (isFullDisk(error) || isForbidden(error))
      return fail('bad-folder', `Cannot use folder ${show(folder)}: ${describeFailure(error)}`)
    lock.value[Symbol.dispose]()
    throw error
  })
  if (!opened.ok) {
    lock.value[Symbol.dispose]()
    return opened
  }
  const { file, data } = opened.value
  const append = appendTo(file)
  removeParts(join(folder, 'records'))
  const logNames = fileNames(tournament)
  return ok({
    ...data,
    append: (entry) => append(formatLedgerEntry(entry)),
    async save({ key, players }, { record, logs }) {
      await writeWhole(join(folder, 'records', `${key}.jsonl`), record)
      for (const player of [0, 1] as const)
        if (logs[player] !== '')
          await writeFile(
            join(folder, 'logs', `${key}-${logNames.get(players[player]) ?? player}.txt`),
            logs[player],
          )
    },
    async [Symbol.asyncDispose]() {
      await file.close()
      lock.value[Symbol.dispose]()
    },
  })
}

async function openResults(
  folder: string,
  tournament: TournamentSpec,
  resume: boolean,
): Promise<Result<{ readonly file: FileHandle; readonly data: TournamentData }>> {
  const lines = readLines(folder)
  if (!lines.ok) return lines
  const { whole, rest } = lines.value
  if (whole.length > 0 && !resume)
    return fail(
      'folder-used',
      `Cannot begin a tournament in ${show(folder)}: one was begun there, and --resume goes on with it`,
    )
  const found = whole.length === 0 ? ok({ tournament, entries: [] }) : readResults(folder, whole)
  if (!found.ok) return found
  const same = checkSame(folder, tournament, found.value.tournament)
  if (!same.ok) return same
  // The first line was cut; what begins like no header is a file of somebody else.
  if (whole.length === 0 && !beginsLikeHeader(rest))
    return fail(
      'folder-results',
      `Cannot use folder ${show(folder)}: its ${RESULTS} is not that of a tournament`,
    )
  const file = await open(join(folder, RESULTS), 'a')
  try {
    await file.truncate(whole.length)
    if (whole.length === 0) await file.appendFile(`${JSON.stringify(headerOf(tournament))}\n`)
    await file.datasync()
  } catch (error) {
    await file.close()
    throw error
  }
  return ok({ file, data: found.value })
}

const HEADER = '{"tournament":1,'
const beginsLikeHeader = (line: Buffer): boolean =>
  HEADER.startsWith(line.subarray(0, HEADER.length).toString())

/** Whether the tournament that a command asks for is the one that was begun there. */
export function checkSame(folder: string, asked: TournamentSpec, begun: TournamentSpec): Result<void> {
  const difference = firstDifference(headerOf(typed(asked)), headerOf(typed(begun)))
  return difference === undefined
    ? ok(undefined)
    : fail(
        'folder-other',
        `Cannot resume in ${show(folder)}: it holds another tournament, with ${describeDifference(difference)}`,
      )
}

/** Older folders have numbers of settings as text. */
const typed = (tournament: TournamentSpec): TournamentSpec => ({
  ...tournament,
  settings: typedSettings(tournament.challenge.game.settings, tournament.settings),
})

const describeDifference = ({ what, a, b }: { what: string; a: unknown; b: unknown }): string =>
  WORDS[what] ? `other ${WORDS[what]}` : `${what} ${show(b)} instead of ${show(a)}`

/** The parts of a header that are too long to show. */
const WORDS: Readonly<Record<string, string>> = {
  entrants: 'entrants',
  rules: 'rules or another clock',
  settings: 'settings of the game',
  options: 'settings of the format',
  how: 'ways to run its bots',
}

function readResults(folder: string, whole: Buffer): Result<TournamentData> {
  const [header = '', ...lines] = whole.toString().split('\n').slice(0, -1)
  const tournament = readHeader(header)
  if (!tournament.ok)
    return fail(tournament.problem.code, `${tournament.problem.message} (${join(folder, RESULTS)}, line 1)`)
  const names = new Set(tournament.value.entrants.map(({ name }) => name))
  const entries: LedgerEntry[] = []
  for (const [at, line] of lines.entries()) {
    const bad = (why: string) =>
      fail('folder-results', `Cannot read ${join(folder, RESULTS)}, line ${at + 2}: ${why}`)
    const entry = parseLedgerEntry(line)
    if (entry === undefined) return bad('it is not a result')
    const stranger = entry.players.find((player) => !names.has(player))
    if (stranger !== undefined) return bad(`line 1 has no entrant ${show(stranger)}`)
    entries.push(entry)
  }
  return ok({ tournament: tournament.value, entries })
}

/** A batch queue: lines that come while a write is under way are written together, with one `datasync`. */
function appendTo(file: FileHandle): (line: string) => Promise<void> {
  let waiting: string[] = []
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function writeAfter(before: Promise<void>): Promise<void> {
    await before
    const lines = waiting
    waiting = []
    next = undefined
    await file.appendFile(lines.join(''))
    await file.datasync()
  }

  return (line) => {
    waiting.push(line)
    next ??= writeAfter(last)
    last = next
    return next
  }
}

/** Writes a file atomically: a temporary file is synced, then renamed. */
async function writeWhole(path: string, text: string): Promise<void> {
  const part = `${path}.part`
  const file = await open(part, 'w')
  try {
    await file.writeFile(text)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(part, path)
}

function removeParts(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name))
}

/** File names for entrants, unique on file systems that ignore case, too. */
function fileNames({ entrants }: TournamentSpec): ReadonlyMap<string, string> {
  const used = new Set<string>()
  return new Map(
    entrants.map(({ name }, at) => {
      const plain = name.replaceAll(/[^\w-]/g, '_')
      const own = used.has(plain.toLowerCase()) ? `${plain}-${at + 1}` : plain
      used.add(own.toLowerCase())
      return [name, own]
    }),
  )
}

function takeLock(folder: string): Result<Disposable> {
  try {
    const lock = lockFolder(folder)
    return lock.ok ? lock : fail('folder-busy', `Cannot use folder ${show(folder)}: ${lock.problem.message}`)
  } catch (error) {
    if (!isForbidden(error)) throw error
    return fail('bad-folder', `Cannot use folder ${show(folder)}: it cannot be written`)
  }
}

/** Whether the files of the folder belong to another user, who began the tournament. */
const isForbidden = (error: unknown): boolean =>
  databaseFailure(error) === 'forbidden' || fileFailure(error) === 'forbidden'

function describeFailure(error: unknown): string {
  const code = errorCode(error) ?? String(error)
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it is not a folder'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
      return 'it cannot be written'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full'
    default:
      return code
  }
}

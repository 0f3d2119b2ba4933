import { chmod, mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { messageOf } from '../base/message-of.ts'
import { show } from '../base/fields.ts'
import type { ProblemCode } from '../base/problem-codes.ts'
import { fail, ok, type Problem, type Result } from '../base/result.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { walkFolder } from '../runner/sandbox/walk-folder.ts'
import type { ArchiveEntry } from './archive-entry.ts'
import { EntryLedger } from './entry-ledger.ts'
import { parseEntryName } from './entry-name.ts'
import { readTar } from './read-tar.ts'
import { readZip } from './read-zip.ts'
import { makeTemp } from './temp-folder.ts'

export interface UnpackLimits {
  /** The limits in bytes: of all files together, and of each file. */
  readonly bytes: number
  readonly fileBytes: number
  /** Files and folders. */
  readonly entries: number
  readonly depth: number
  /** The largest ratio of unpacked to packed size; checked from one megabyte on. */
  readonly ratio: number
}

const MB = 1024 * 1024

export const UNPACK_LIMITS: UnpackLimits = {
  bytes: 64 * MB,
  fileBytes: 32 * MB,
  entries: 2000,
  depth: 16,
  ratio: 100,
}

export interface Unpacked {
  readonly files: number
  readonly bytes: number
}

/**
 * Unpacks an uploaded zip, tar or tar.gz into a new folder, completely or not at all. Only files and folders are
 * unpacked. Of the mode only the executable bit is kept; owners and times are dropped. A single folder at the top is
 * stripped.
 */
export async function unpackArchive(
  file: string,
  folder: string,
  limits: Partial<UnpackLimits> = {},
  /** A folder for unfinished work, on the same disk. */
  scratch = dirname(folder),
): Promise<Result<Unpacked>> {
  const all = { ...UNPACK_LIMITS, ...limits }
  const temp = await makeTemp(scratch)
  try {
    return await unpackWhole(file, folder, temp, all)
  } catch (error) {
    return explain(error)
  } finally {
    await removeFolder(temp)
  }
}

async function unpackWhole(
  file: string,
  folder: string,
  temp: string,
  limits: UnpackLimits,
): Promise<Result<Unpacked>> {
  const { size } = await stat(file)
  const entries = openEntries(await readStart(file), file, limits)
  if (entries === undefined)
    return fail(
      'archive-format',
      'Cannot unpack the archive: expected a .zip, a .tar or a .tar.gz, or one source with its name (?file=bot.py)',
    )
  const writer = new EntryWriter(temp, limits, size)
  for await (const entry of entries) {
    const problem = await writer.take(entry)
    if (problem) return { ok: false, problem }
  }
  const { files, bytes } = writer
  if (files === 0) return fail('archive-empty', 'Cannot unpack the archive: there is no file in it')
  const top = join(temp, writer.ledger.onlyFolder() ?? '')
  await openFolders(top)
  await rename(top, folder)
  return ok({ files, bytes })
}

/** Sets the modes explicitly, whatever the umask is: the bot runs as another user. */
async function openFolders(top: string): Promise<void> {
  for await (const { path, stat } of walkFolder(top)) if (stat.isDirectory()) await chmod(path, 0o755)
}

const START_BYTES = 512

async function readStart(file: string): Promise<Buffer> {
  await using handle = await open(file)
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

/** Detects the format by the content, not by the name. */
function openEntries(
  start: Buffer,
  file: string,
  limits: UnpackLimits,
): AsyncGenerator<ArchiveEntry> | undefined {
  // The second signature is that of an empty zip.
  if (ZIP_STARTS.has(start.toString('latin1', 0, 4))) return readZip(file)
  const isCompressed = start[0] === 0x1f && start[1] === 0x8b
  if (!isCompressed && start.toString('latin1', 257, 262) !== 'ustar') return undefined
  return readTar(file, { isCompressed, mostBytes: limits.bytes + limits.entries * HEADER_BYTES + MB })
}

const ZIP_STARTS: ReadonlySet<string> = new Set(['PK\u0003\u0004', 'PK\u0005\u0006'])

/** The most bytes that a tar adds to a file: its header, its padding and extended headers. */
const HEADER_BYTES = 4096

/** Writes entries into a folder and counts them against the limits. */
class EntryWriter {
  readonly ledger = new EntryLedger()
  readonly #folder: string
  readonly #limits: UnpackLimits
  readonly #mostByRatio: number
  #entries = 0
  files = 0
  bytes = 0

  constructor(folder: string, limits: UnpackLimits, archiveBytes: number) {
    this.#folder = folder
    this.#limits = limits
    this.#mostByRatio = Math.max(MB, archiveBytes * limits.ratio)
  }

  async take(entry: ArchiveEntry): Promise<Problem | undefined> {
    const parts = parseEntryName(entry.name, this.#limits.depth)
    if (!parts.ok) return parts.problem
    if (++this.#entries > this.#limits.entries)
      return refuse('archive-entries', entry, `it is one of more than ${this.#limits.entries} entries`)
    if (entry.kind === 'link')
      return refuse('archive-link', entry, 'it is a link, expected files and folders')
    if (entry.kind === 'special')
      return refuse(
        'archive-special',
        entry,
        'it is a device, a pipe or the like, expected files and folders',
      )
    const isFile = entry.kind === 'file'
    const clash =
      isFile && parts.value.length === 0
        ? refuse('archive-name', entry, 'it is a file without a name')
        : this.ledger.add(isJunk(parts.value) ? [] : parts.value, isFile)
    if (clash) return clash
    const path = join(this.#folder, ...parts.value)
    if (!isFile) {
      if (!isJunk(parts.value)) await mkdir(path, { recursive: true })
      return undefined
    }
    if (entry.obstacle !== undefined) return refuse('archive-unreadable', entry, entry.obstacle)
    const problem = this.#checkSize(entry)
    if (problem || isJunk(parts.value)) return problem
    await mkdir(dirname(path), { recursive: true })
    return this.#write(entry, path)
  }

  async #write(entry: ArchiveEntry, path: string): Promise<Problem | undefined> {
    await using handle = await open(path, 'wx')
    let written = 0
    let checksum = 0
    try {
      for await (const chunk of await entry.open()) {
        written += chunk.length
        if (written > entry.size) return lies(entry, 'more')
        checksum = crc32(chunk, checksum)
        for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at)).bytesWritten
      }
    } catch (error) {
      if (isOurs(error)) throw error
      return refuse('archive-damaged', entry, `it is damaged or cut short (${messageOf(error)})`)
    }
    if (written < entry.size) return lies(entry, 'fewer')
    if (entry.checksum !== undefined && checksum !== entry.checksum)
      return refuse('archive-damaged', entry, 'it is damaged, its checksum is another')
    await handle.chmod(entry.isExecutable ? 0o755 : 0o644)
    this.files++
    this.bytes += written
    return undefined
  }

  /** Checks the declared size; the real size is checked while the file is written. */
  #checkSize(entry: ArchiveEntry): Problem | undefined {
    const { size } = entry
    const { fileBytes, bytes, ratio } = this.#limits
    if (size > fileBytes) return refuse('archive-size', entry, `it is larger than ${inMb(fileBytes)}`)
    if (this.bytes + size > bytes)
      return refuse('archive-size', entry, `with it the archive unpacks to more than ${inMb(bytes)}`)
    if (this.bytes + size > this.#mostByRatio)
      return refuse('archive-size', entry, `with it the archive unpacks to more than ${ratio} times its size`)
    return undefined
  }
}

/** Files that macOS adds to an archive. */
const isJunk = (parts: readonly string[]): boolean => parts[0] === '__MACOSX' || parts.at(-1) === '.DS_Store'

const lies = (entry: ArchiveEntry, how: string): Problem =>
  refuse('archive-damaged', entry, `it holds ${how} bytes than the ${entry.size} it is said to hold`)

const refuse = (code: ProblemCode, { name }: ArchiveEntry, why: string): Problem =>
  fail(code, `Cannot unpack ${show(name)}: ${why}`).problem

const inMb = (bytes: number): string =>
  bytes < MB ? `${bytes} bytes` : `${Math.round((bytes / MB) * 10) / 10} MiB`

/** Whether the error is the host's own, such as a full disk. */
const isOurs = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error

function explain(error: unknown): Result<never> {
  // Only the code: the message contains our own paths.
  if (isOurs(error)) return fail('workshop-disk', `Cannot unpack the archive here: ${error.code}`)
  if (/encrypt/.test(messageOf(error)))
    return fail('archive-unreadable', 'Cannot unpack the archive: it is encrypted')
  return fail(
    'archive-damaged',
    `Cannot unpack the archive: it is damaged or cut short (${messageOf(error)})`,
  )
}

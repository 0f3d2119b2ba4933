import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../base/message-of.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { likenFolder } from './liken-folder.ts'
import { removeFolder } from './remove-folder.ts'
import { stageFolder } from './stage.ts'

/** The folder to show to a bot: the original, or its likeness on the stage. */
export interface BotFolder extends Disposable {
  readonly path: string
}

/** Who is to read the folder. */
export interface FolderReader {
  /** We are root, and the bot is a user whom the folder does not know. */
  readonly isRoot: boolean
  /** It must not find out where the folder lies on the host. */
  readonly isHidden: boolean
  /** The bot's group, if it has one. */
  readonly gid: number | undefined
}

const COPY_CAP_MB = 256

export async function openBotFolder(folder: string, reader: FolderReader): Promise<Result<BotFolder>> {
  try {
    if (reader.isHidden)
      return ok(isLocked(folder) ? await borrow(folder, reader) : await stage(folder, reader))
    if (!reader.isRoot || isKnownOpen(folder)) return ok({ path: folder, [Symbol.dispose]() {} })
    return ok(await stage(folder, reader, COPY_CAP_MB * 1024 * 1024))
  } catch (error) {
    // The words of the system name our folders, and players may get to read this.
    const why = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error)
    return fail('sandbox-folder', `Cannot show its folder to the bot: ${why}`)
  }
}

interface Staged extends BotFolder {
  readonly bytes: number
}

async function stage(folder: string, reader: FolderReader, mostCopied = Infinity): Promise<Staged> {
  const path = await mkdtemp(join(stageFolder(), 'bot-'))
  const dispose = (): void => void removeFolder(path).catch(() => {})
  try {
    const { bytes, copied } = await likenFolder(folder, path, (stat) => mayRead(stat, reader), mostCopied)
    if (copied <= mostCopied) return { path, bytes, [Symbol.dispose]: dispose }
  } catch (error) {
    dispose()
    throw error
  }
  dispose()
  throw new Error('its user may not read it, and it is too large to copy (chmod -R go+rX)')
}

/** Whether the bot's user may, if a file keeps its owner and mode. */
function mayRead({ mode, gid }: Stats, reader: FolderReader): boolean {
  if (!reader.isRoot) return true
  const needed = mode & 0o111 ? 0o5 : 0o4
  const granted = gid === reader.gid ? mode >> 3 : mode
  return (granted & needed) === needed
}

/** A version that has passed is locked for good. */
const isLocked = (folder: string): boolean => (lstatSync(folder).mode & 0o222) === 0

interface Loan {
  readonly staged: Promise<Staged>
  users: number
}

/** Likenesses of locked folders, the least recently used first: a bot that plays round after round is staged once. */
const loans = new Map<string, Loan>()

async function borrow(folder: string, reader: FolderReader): Promise<BotFolder> {
  const { ino, ctimeMs } = lstatSync(folder)
  const key = `${folder} ${ino} ${ctimeMs} ${reader.gid}`
  const loan = loans.get(key) ?? { staged: stage(folder, reader), users: 0 }
  loans.delete(key)
  loans.set(key, loan)
  loan.users++
  try {
    const { path } = await loan.staged
    return {
      path,
      [Symbol.dispose]() {
        loan.users--
        void dropIdle()
      },
    }
  } catch (error) {
    loans.delete(key)
    throw error
  }
}

const MOST_IDLE = 64
const MOST_IDLE_BYTES = 1024 ** 3

async function dropIdle(): Promise<void> {
  let [count, bytes] = [0, 0]
  for (const [key, { staged, users }] of [...loans].reverse()) {
    if (users > 0) continue
    const folder = await staged
    count++
    bytes += folder.bytes
    const isStillIdle = loans.get(key)?.users === 0
    if (!isStillIdle || (count <= MOST_IDLE && bytes <= MOST_IDLE_BYTES)) continue
    loans.delete(key)
    folder[Symbol.dispose]()
  }
}

const open = new Map<string, number>()

/** A large folder is not searched again for every round, unless it has changed. */
function isKnownOpen(folder: string): boolean {
  const changed = lstatSync(folder).mtimeMs
  if (open.get(folder) === changed) return true
  if (!isOpen(folder)) return false
  open.set(folder, changed)
  return true
}

const READ = 0o004
const ENTER = 0o005

/** Whether everybody may read all of it. Links do not count: they lead nowhere inside. */
function isOpen(path: string): boolean {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return true
  if (!stat.isDirectory()) return (stat.mode & READ) === READ
  return (stat.mode & ENTER) === ENTER && readdirSync(path).every((name) => isOpen(join(path, name)))
}

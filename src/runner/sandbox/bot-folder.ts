import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { errorCode } from '../../base/error-code.ts'
import { messageOf } from '../../base/message-of.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { realClock } from '../clock.ts'
import { likenFolder } from './liken-folder.ts'
import { removeFolder } from './remove-folder.ts'
import { stageFolder } from './stage.ts'

/** The folder that a sandbox mounts as /bot: the original, or a copy in the stage folder. */
export interface BotFolder extends Disposable {
  readonly path: string
}

/** The user that is to read the folder. */
export interface FolderReader {
  /** The host runs as root, so the bot is another user that does not own the folder. */
  readonly isRoot: boolean
  /** The bot must not learn the path of the folder on the host. */
  readonly isHidden: boolean
  /** The bot's group, if it has one. */
  readonly gid: number | undefined
}

const COPY_CAP_MB = 256

export async function openBotFolder(folder: string, reader: FolderReader): Promise<Result<BotFolder>> {
  try {
    if (reader.isHidden) {
      refuseNoFolder(folder)
      return ok(isLocked(folder) ? await borrow(folder, reader) : await stage(folder, reader))
    }
    if (!reader.isRoot || (await isKnownOpen(folder))) return ok({ path: folder, [Symbol.dispose]() {} })
    return ok(await stage(folder, reader, COPY_CAP_MB * 1024 * 1024))
  } catch (error) {
    // Messages of the system contain our paths, and players may read this.
    const why = errorCode(error) ?? messageOf(error)
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

/** The folder of an upload is one that we made: if it is anything else, somebody has changed it. */
function refuseNoFolder(folder: string): void {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return
  const what = stat === undefined ? 'it is gone' : stat.isSymbolicLink() ? 'it is a link' : 'it is a file'
  throw new Error(`${what}, expected the folder that was built: upload the bot again`)
}

/** Whether the bot's user can read a file with this owner and mode. */
function mayRead({ mode, gid }: Stats, reader: FolderReader): boolean {
  if (!reader.isRoot) return true
  const needed = mode & 0o111 ? 0o5 : 0o4
  const granted = gid === reader.gid ? mode >> 3 : mode
  return (granted & needed) === needed
}

/** Whether the folder is read-only: a version that has passed is never changed again. */
const isLocked = (folder: string): boolean => (lstatSync(folder).mode & 0o222) === 0

interface Loan {
  readonly staged: Promise<Staged>
  users: number
}

/** An LRU cache of copies of locked folders: a bot that plays many rounds is copied once. */
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

/** Folders that all users may read, with the time of their last change. */
const open = new Map<string, Promise<number | undefined>>()

/** Whether all users may read the folder. Cached, so that a large folder is searched again only after it has changed. */
async function isKnownOpen(folder: string): Promise<boolean> {
  const changed = lstatSync(folder).mtimeMs
  if ((await open.get(folder)) === changed) return true
  const search = isOpen(folder).then((is) => (is ? changed : undefined))
  // Sandboxes that start at the same time share a search.
  open.set(folder, search)
  try {
    return (await search) === changed
  } catch (error) {
    open.delete(folder)
    throw error
  }
}

const READ = 0o004
const ENTER = 0o005
/** A search holds the event loop for so long at most: the folder of a person may have 100,000 files. */
const SLICE_MS = 2

/** Whether all users may read all of it. Links are skipped: inside the sandbox they lead nowhere. */
async function isOpen(folder: string): Promise<boolean> {
  let until = realClock.now() + SLICE_MS
  const left = [folder]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (realClock.now() > until) {
      await setImmediate()
      until = realClock.now() + SLICE_MS
    }
    const stat = lstatSync(path, { throwIfNoEntry: false })
    // Gone meanwhile, or a link.
    if (stat === undefined || stat.isSymbolicLink()) continue
    const needed = stat.isDirectory() ? ENTER : READ
    if ((stat.mode & needed) !== needed) return false
    if (stat.isDirectory()) for (const name of readdirSync(path)) left.push(join(path, name))
  }
  return true
}

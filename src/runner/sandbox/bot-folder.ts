import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../base/result.ts'
import { watchdog } from '../process/watchdog.ts'

/** The folder to show to a bot; a copy, if the bot's own user could not read the original. */
export interface BotFolder extends Disposable {
  readonly path: string
}

const COPY_CAP_MB = 256

/** `asStranger`: the bot runs as a user whom the folder does not know. */
export function openBotFolder(folder: string, asStranger: boolean): Result<BotFolder> {
  if (!asStranger || isKnownOpen(folder)) return ok({ path: folder, [Symbol.dispose]() {} })
  stage ??= makeStage()
  const copy = mkdtempSync(join(stage, 'bot-'))
  const dispose = (): void => rmSync(copy, { recursive: true, force: true })
  const budget = { bytes: COPY_CAP_MB * 1024 * 1024 }
  copyFolder(folder, copy, budget)
  if (budget.bytes >= 0) return ok({ path: copy, [Symbol.dispose]: dispose })
  dispose()
  return fail(
    'sandbox.folder',
    `Cannot show ${folder} to the bot: its user may not read it, and it is too large to copy (chmod -R go+rX)`,
  )
}

let stage: string | undefined

/** One folder for all copies, which goes when we go. */
function makeStage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-'))
  watchdog.remove(folder)
  return folder
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

/** Files, folders and links; anything else has no business in a bot. */
function copyFolder(from: string, to: string, budget: { bytes: number }): void {
  chmodSync(to, 0o755)
  for (const name of readdirSync(from)) {
    if (budget.bytes < 0) return
    const [source, target] = [join(from, name), join(to, name)]
    const stat = lstatSync(source)
    if (stat.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (stat.isDirectory()) {
      mkdirSync(target)
      copyFolder(source, target, budget)
    } else if (stat.isFile()) {
      budget.bytes -= stat.size
      copyFileSync(source, target)
      chmodSync(target, stat.mode & 0o111 ? 0o755 : 0o644)
    }
  }
}

import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { getSystemErrorName } from 'node:util'
import { messageOf } from '../../base/message-of.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { findTool } from './find-program.ts'

const SOURCE = resolve(import.meta.dirname, '../../../native/terminal.c')
const COMPILERS = ['cc', 'gcc', 'clang']

/**
 * The helper program that runs a bot on pseudo-terminals. It is compiled on first use, cached in the user's cache
 * folder, and tested once per process, so that a machine without terminals is noticed before a match.
 */
export async function terminalHelper(): Promise<Result<string>> {
  const helper = await (built ??= buildAndTry())
  // Not cached: a compiler may be installed meanwhile.
  if (!helper.ok) built = undefined
  return helper
}

let built: Promise<Result<string>> | undefined

async function buildAndTry(): Promise<Result<string>> {
  const file = await build()
  if (!file.ok) return file
  const { stderr, error } = await run(file.value, ['both', '2', 'true'])
  if (stderr.startsWith('P')) return file
  const errno = /^T(\d+)/.exec(stderr)?.[1]
  return cannotOpen(
    errno ? `this machine gives none (${getSystemErrorName(-Number(errno))})` : messageOf(error),
  )
}

async function build(): Promise<Result<string>> {
  const source = readFileSync(SOURCE)
  const key = createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(source)
    .digest('hex')
  const folder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'gamegrid')
  const file = join(folder, `terminal-${key.slice(0, 16)}`)
  const refused = makeOwnFolder(folder)
  if (refused !== undefined) return cannotOpen(refused)
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) return ok(file)
  const compiler = COMPILERS.map(findTool).find((tool) => tool !== undefined)
  if (compiler === undefined)
    return cannotOpen('it takes a C compiler once, and there is none (apt-get install gcc libc6-dev)')
  // Processes may build at the same time: each writes a file of its own, and a rename is atomic.
  const draft = `${file}.${randomUUID()}`
  const { error, stderr } = await run(compiler, ['-std=c99', '-O2', '-o', draft, SOURCE])
  if (error !== undefined) {
    rmSync(draft, { force: true })
    return cannotOpen(`${compiler} cannot build its helper (${stderr.trim().split('\n')[0]})`)
  }
  renameSync(draft, file)
  return ok(file)
}

/** Files of this folder are executed, so no other user may write there. Gives the problem with the folder. */
function makeOwnFolder(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = lstatSync(folder)
    if (uid === process.getuid?.() && (mode & 0o022) === 0) return undefined
    return `others may write to ${folder}, where its helper is kept (chmod 700, or set XDG_CACHE_HOME)`
  } catch (error) {
    return `its helper cannot be kept in ${folder} (${messageOf(error)}); set XDG_CACHE_HOME`
  }
}

const cannotOpen = (why: string): Result<never> =>
  fail('terminal-missing', `Cannot open a pseudo-terminal: ${why}`)

const run = (
  file: string,
  args: readonly string[],
): Promise<{ readonly error: Error | undefined; readonly stderr: string }> =>
  new Promise((resolve) =>
    execFile(file, args, (error, _, stderr) => resolve({ error: error ?? undefined, stderr })),
  )

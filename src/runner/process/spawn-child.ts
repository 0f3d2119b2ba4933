import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { statSync } from 'node:fs'
import { messageOf } from '../../base/message-of.ts'
import { show } from '../../base/fields.ts'
import { isShortage } from '../is-shortage.ts'
import type { ProcessEnd } from './bot-process.ts'
import { sendSignal } from './process-tree.ts'

/** A child process that really runs, or why there is none. Nothing is thrown. */
export async function spawnChild(
  file: string,
  args: readonly string[],
  options: SpawnOptions & { readonly cwd: string },
): Promise<StartedChild | ProcessEnd> {
  if (!isFolder(options.cwd)) return cannotStart('bot', file, `there is no folder ${options.cwd}`)
  try {
    const child = spawn(file, args, options)
    if (child.pid !== undefined) return child.on('error', () => {}) as StartedChild
    return await new Promise((resolve) => child.on('error', (error) => resolve(explainError(file, error))))
  } catch (error) {
    return explainError(file, error)
  }
}

export type StartedChild = ChildProcess & { readonly pid: number }

/** Goes on with a child that has just been started; if we fail at that, the child and its whole session end at once. */
export async function endingOnFailure<T>(child: StartedChild, goOn: () => Promise<T>): Promise<T> {
  try {
    return await goOn()
  } catch (error) {
    sendSignal(-child.pid, 'SIGKILL')
    for (const stream of child.stdio) stream?.destroy()
    throw error
  }
}

export const cannotStart = (blame: 'bot' | 'host', file: string, why: string): ProcessEnd => ({
  kind: 'could-not-start',
  blame,
  message: `Cannot start ${show(file)}: ${why}`,
})

function explainError(file: string, error: unknown): ProcessEnd {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOENT':
      return cannotStart('bot', file, 'there is no such program')
    case 'EACCES':
      return cannotStart('bot', file, 'it may not be executed (chmod +x)')
    case 'ENOEXEC':
      return cannotStart(
        'bot',
        file,
        'it is neither a program for this machine nor a script that begins with #!',
      )
    case 'E2BIG':
    case 'EISDIR':
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'ENOTDIR':
    case 'ERR_INVALID_ARG_VALUE':
      return cannotStart('bot', file, messageOf(error))
    default:
      return cannotStart(
        'host',
        file,
        isShortage(error) ? `the machine has no more room for it (${String(code)})` : messageOf(error),
      )
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

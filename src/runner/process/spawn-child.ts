import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { statSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { messageOf } from '../../base/message-of.ts'
import { show } from '../../base/fields.ts'
import { isShortage } from '../is-shortage.ts'
import type { ProcessEnd } from './bot-process.ts'
import { sendSignal } from './process-tree.ts'

/** Spawns a child process; gives the problem instead of throwing. `name` stands for it in the message. */
export async function spawnChild(
  file: string,
  args: readonly string[],
  options: SpawnOptions & { readonly cwd: string },
  name: string = file,
): Promise<StartedChild | ProcessEnd> {
  if (!isFolder(options.cwd)) return cannotStart('bot', name, `there is no folder ${options.cwd}`)
  try {
    const child = spawn(file, args, options)
    if (child.pid !== undefined) return child.on('error', () => {}) as StartedChild
    return await new Promise((resolve) => child.on('error', (error) => resolve(explainError(name, error))))
  } catch (error) {
    return explainError(name, error)
  }
}

/** Its stdin, stdout and stderr are pipes. */
export type StartedChild = ChildProcess & { readonly pid: number }

/** A pipe between us and a child, by the child's descriptor. */
export const pipeTo = (child: ChildProcess, fd: number): Writable => pipes(child)[fd] as Writable
export const pipeFrom = (child: ChildProcess, fd: number): Readable => pipes(child)[fd] as Readable
const pipes = (child: ChildProcess): readonly unknown[] => child.stdio

export const pipesOf = (
  child: ChildProcess,
): { readonly stdin: Writable; readonly stdout: Readable; readonly stderr: Readable } => ({
  stdin: pipeTo(child, 0),
  stdout: pipeFrom(child, 1),
  stderr: pipeFrom(child, 2),
})
/** Runs `goOn` for a child that has just been started; if it throws, the child and its whole session are killed. */
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

const explainError = (file: string, error: unknown): ProcessEnd =>
  explainErrorCode(
    file,
    error instanceof Error && 'code' in error ? String(error.code) : '',
    messageOf(error),
  )

/** Explains an error code of spawn. */
export function explainErrorCode(file: string, code: string, message: string = code): ProcessEnd {
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
      return cannotStart('bot', file, message)
    default:
      return cannotStart(
        'host',
        file,
        isShortage({ code }) ? `the machine has no more room for it (${code})` : message,
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

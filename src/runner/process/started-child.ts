import type { Duplex, Readable, Writable } from 'node:stream'
import { sendSignal } from './process-tree.ts'

/** A child process to be started, in a session of its own. */
export interface SpawnPlan {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Pipes besides stdin, stdout and stderr: descriptors 3, 4 … of the child. */
  readonly controlPipes: number
  /** Whether descriptors that the starting process itself inherited are kept from the child. */
  readonly isSealed: boolean
}

/** A child process that runs, wherever it was started. */
export interface StartedChild {
  readonly pid: number
  /** Our ends of its pipes, by the child's descriptor. */
  readonly stdio: readonly Duplex[]
  readonly exit: Promise<ChildExit>
}

export type ChildExit =
  | {
      readonly kind: 'exited'
      readonly code: number | null
      readonly signal: NodeJS.Signals | null
    }
  /** The process that started it has ended, and the child was killed: how the child would have ended is not known. */
  | { readonly kind: 'lost' }

/** Why a child could not be started, as the system says it. */
export interface SpawnFailure {
  readonly code: string
  readonly message: string
}

/** A pipe between us and a child, by the child's descriptor. */
export const pipeOf = (child: StartedChild, fd: number): Duplex => child.stdio[fd] as Duplex

export const pipesOf = (
  child: StartedChild,
): { readonly stdin: Writable; readonly stdout: Readable; readonly stderr: Readable } => ({
  stdin: pipeOf(child, 0),
  stdout: pipeOf(child, 1),
  stderr: pipeOf(child, 2),
})

/** Runs `goOn` for a child that has just been started; if it throws, the child and its whole session are killed. */
export async function endingOnFailure<T>(child: StartedChild, goOn: () => Promise<T>): Promise<T> {
  try {
    return await goOn()
  } catch (error) {
    sendSignal(-child.pid, 'SIGKILL')
    for (const stream of child.stdio) stream.destroy()
    throw error
  }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { errorCode } from '../../base/error-code.ts'
import { messageOf } from '../../base/message-of.ts'
import { leakedDescriptors } from './leaked-descriptors.ts'
import type { SpawnFailure, SpawnPlan } from './started-child.ts'

export type SpawnedHere = ChildProcess & { readonly pid: number; readonly stdio: readonly Duplex[] }

/**
 * Spawns a child of this very process. `own`: what the child gets as its stdin, stdout and stderr; pipes to this
 * process if left out.
 */
export async function spawnHere(
  { file, args, cwd, env, controlPipes, isSealed }: SpawnPlan,
  own: readonly (Duplex | 'pipe')[] = ['pipe', 'pipe', 'pipe'],
): Promise<SpawnedHere | SpawnFailure> {
  try {
    const child = spawn(file, args, {
      cwd,
      env,
      detached: true,
      windowsHide: true,
      stdio: [...own, ...descriptorsFrom3(controlPipes, isSealed)],
    })
    if (child.pid !== undefined) return child.on('error', () => {}) as unknown as SpawnedHere
    return await new Promise((resolve) => child.on('error', (error) => resolve(failureOf(error))))
  } catch (error) {
    return failureOf(error)
  }
}

const failureOf = (error: unknown): SpawnFailure => ({
  code: errorCode(error) ?? '',
  message: messageOf(error),
})

/** The pipes, and in a sealed child /dev/null in place of every descriptor that it would inherit by accident. */
function descriptorsFrom3(pipes: number, isSealed: boolean): ('pipe' | 'ignore' | number)[] {
  const leaked = isSealed ? leakedDescriptors() : NONE
  if (isSealed) nothing ??= openSync('/dev/null', 'r+')
  const place = (fd: number): 'pipe' | 'ignore' | number =>
    fd < 3 + pipes ? 'pipe' : leaked.has(fd) ? (nothing as number) : 'ignore'
  return Array.from({ length: Math.max(2 + pipes, ...leaked) - 2 }, (_, i) => place(i + 3))
}

const NONE: ReadonlySet<number> = new Set()

/** A descriptor of /dev/null that stays open: Node's `ignore` leaves descriptors above 2 as they are. */
let nothing: number | undefined

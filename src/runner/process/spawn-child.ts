import { once } from 'node:events'
import { statSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { show } from '../../base/fields.ts'
import { isShortage } from '../is-shortage.ts'
import type { ProcessEnd } from './bot-process.ts'
import { launcher } from './launcher.ts'
import { STANDARD } from './launcher-messages.ts'
import { spawnHere } from './spawn-here.ts'
import { whyNoProgram } from './why-no-program.ts'
import type { SpawnFailure, SpawnPlan, StartedChild } from './started-child.ts'

/**
 * Starts a child process, through the launcher where one is in use; gives the problem instead of throwing. `name`
 * stands for the program in the message.
 */
export async function spawnChild(
  plan: SpawnPlan,
  name: string = plan.file,
): Promise<StartedChild | ProcessEnd> {
  if (!isFolder(plan.cwd)) return cannotStart('bot', name, `there is no folder ${plan.cwd}`)
  const child = launcher.isInUse ? await launcher.spawn(plan) : await spawnOurselves(plan)
  return 'pid' in child ? child : explainErrorCode(name, child.code, plan.cwd, child.message)
}

async function spawnOurselves(plan: SpawnPlan): Promise<StartedChild | SpawnFailure> {
  const child = await spawnHere(plan)
  if (!('pid' in child)) return child
  const { pid } = child
  const exit = once(child, 'exit').then(
    ([code, signal]) =>
      ({ kind: 'exited', code: code as number | null, signal: signal as NodeJS.Signals | null }) as const,
  )
  const descriptors: readonly Duplex[] = child.stdio
  // After the pipes Node lists null for each descriptor that is no pipe.
  return { pid, stdio: descriptors.slice(0, STANDARD + plan.controlPipes), exit }
}

export const cannotStart = (blame: 'bot' | 'host', file: string, why: string): ProcessEnd => ({
  kind: 'could-not-start',
  blame,
  message: `Cannot start ${show(file)}: ${why}`,
})

/** Explains an error code of spawn. */
export function explainErrorCode(
  file: string,
  code: string,
  cwd: string,
  message: string = code,
): ProcessEnd {
  switch (code) {
    case 'ENOENT':
      return cannotStart('bot', file, whyNoProgram(file, cwd))
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

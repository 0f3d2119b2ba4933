import { readdirSync, readFileSync } from 'node:fs'
import type { ProcessEnd, ProcessOptions } from './bot-process.ts'
import { nap } from './nap.ts'
import { ProcessTree, sendSignal } from './process-tree.ts'
import type { Launch } from './running-process.ts'
import { spawnChild } from './spawn-child.ts'
import { watchdog } from './watchdog.ts'

/** Starts a program as it is, in a session of its own so that all of it can be stopped and ended. */
export async function launchPlain({ argv, cwd, env }: ProcessOptions): Promise<Launch | ProcessEnd> {
  const [file, ...args] = argv
  const mark = nextMark()
  const child = await spawnChild(file, args, {
    cwd,
    env: { ...process.env, ...env, ...mark.env },
    detached: true,
    windowsHide: true,
  })
  if ('kind' in child) return child
  const { pid, stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('spawn gave no pipes')
  watchdog.guard(pid)
  const tree = new ProcessTree(pid, pid)
  return {
    child,
    stdin,
    stdout,
    stderr,
    tree: () => tree,
    terminate() {
      tree.signal('SIGTERM')
      // Whoever stands still hears of it only now.
      tree.signal('SIGCONT')
    },
    kill: () => tree.signal('SIGKILL'),
    explain: explainExit,
    cleanUp() {
      killRest(tree, mark.text)
      watchdog.release(pid)
    },
  }
}

export const explainExit = (code: number | null, signal: NodeJS.Signals | null): ProcessEnd =>
  signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'killed', signal }

export interface Mark {
  readonly text: string
  readonly env: Readonly<Record<string, string>>
}

let marks = 0

/** Put into the environment, it tells a bot's processes from all others, wherever they have gone. */
export function nextMark(): Mark {
  const text = `${watchdog.mark}.${++marks}`
  const [name = '', value = ''] = text.split('=')
  return { text, env: { [name]: value } }
}

/** Kills what the program has left behind, also what has left its group and its parent. */
export function killRest(tree: ProcessTree, mark: string): void {
  tree.refresh()
  tree.signal('SIGKILL')
  if (process.platform !== 'linux') return
  // Again, in case one of them was just starting another.
  for (let round = 0; round < 5 && killMarked(mark) > 0; round++) nap(1)
}

function killMarked(mark: string): number {
  const marked = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && hasMark(name, mark))
  for (const pid of marked) sendSignal(Number(pid), 'SIGKILL')
  return marked.length
}

function hasMark(pid: string, mark: string): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`)
    return environment.includes(`${mark}\0`)
  } catch {
    return false
  }
}

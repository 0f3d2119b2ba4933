import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { ok, type Result } from '../../base/result.ts'
import type { ProcessEnd, ProcessOptions } from './bot-process.ts'
import { forksSoFar, newerProcesses } from './newer-processes.ts'
import { sleepSync } from './sleep-sync.ts'
import { ProcessTree, sendSignal } from './process-tree.ts'
import type { Launch } from './running-process.ts'
import { spawnChild } from './spawn-child.ts'
import { endingOnFailure, pipesOf, type StartedChild } from './started-child.ts'
import { onTerminal, reportFrom } from './terminal.ts'
import { watchdog } from './watchdog.ts'

/** Starts a program without a sandbox, in a session of its own, so that all its processes can be stopped and ended. */
export async function launchPlain(options: ProcessOptions): Promise<Result<Launch | ProcessEnd>> {
  const { argv, cwd, env, pty = false } = options
  const mark = `${watchdog.mark}.${++marks}`
  const [name = '', value = ''] = mark.split('=')
  // A terminal without capabilities: the program must not send escape sequences.
  const environment = { ...process.env, ...(pty && { TERM: 'dumb' }), ...env, [name]: value }
  const command = pty ? await onTerminal(argv, options, REPORT_FD) : ok(argv)
  if (!command.ok) return command
  const [file, ...args] = command.value
  const plan = { file, args, cwd, env: environment, controlPipes: pty ? 1 : 0, isSealed: false }
  const forks = forksSoFar()
  const child = await spawnChild(plan, argv[0])
  if ('kind' in child) return ok(child)
  return endingOnFailure(child, () =>
    superviseProgram(child, argv, cwd, pty, { mark, forks, pid: child.pid }),
  )
}

/** Registers a program with the watchdog, so that it ends with the host, and describes how to end it. */
async function superviseProgram(
  child: StartedChild,
  argv: ProcessOptions['argv'],
  cwd: string,
  pty: boolean,
  origin: Origin,
): Promise<Result<Launch | ProcessEnd>> {
  if (pty) watchdog.guard(child.pid)
  const pid = pty ? await reportFrom(child, REPORT_FD, argv[0], cwd) : child.pid
  if (typeof pid !== 'number') {
    watchdog.release(child.pid)
    return ok(pid)
  }
  watchdog.guard(pid)
  const tree = new ProcessTree(pid, pid)
  return ok({
    child,
    ...pipesOf(child),
    tree: () => tree,
    peakBytes: () => tree.peakBytes(),
    terminate() {
      tree.signal('SIGTERM')
      // A stopped process handles the signal only once it is continued.
      tree.signal('SIGCONT')
    },
    kill() {
      tree.refresh()
      tree.signal('SIGKILL')
      if (pty) sendSignal(child.pid, 'SIGKILL')
    },
    explain: explainExit,
    cleanUp() {
      killRest(tree, origin)
      for (const group of [child.pid, pid]) watchdog.release(group)
    },
  })
}

let marks = 0

/** How processes of a program are recognised after they have left its tree. */
interface Origin {
  /** In their environment. */
  readonly mark: string
  /** The first of them: the others are younger. */
  readonly pid: number
  /** `forksSoFar` before it began. */
  readonly forks: number
}

/** The descriptor on which the terminal helper reports about the program. */
const REPORT_FD = 3

const explainExit = (code: number | null, signal: NodeJS.Signals | null): ProcessEnd =>
  signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'killed', signal }

/** Shells report a signal n as the exit code 128 + n. */
export function explainShellExit(code: number | null, signal: NodeJS.Signals | null): ProcessEnd {
  const number = (code ?? 0) - 128
  // A program can exit with 137 by itself, to look as if it had run out of memory: that stays an exit code.
  const name =
    number === constants.signals.SIGKILL
      ? undefined
      : Object.entries(constants.signals).find(([, value]) => value === number)?.[0]
  return name === undefined ? explainExit(code, signal) : { kind: 'killed', signal: name }
}

/** Kills all remaining processes of the program, also those that left its process group or lost their parent. */
function killRest(tree: ProcessTree, origin: Origin): void {
  tree.refresh()
  tree.signal('SIGKILL')
  if (process.platform !== 'linux') return
  // Repeated, because a process may have forked meanwhile.
  for (let round = 0; round < 5 && killMarked(origin) > 0; round++) sleepSync(1)
}

function killMarked({ mark, pid: first, forks }: Origin): number {
  const marked = newerProcesses(first, forks).filter((name) => hasMark(name, mark))
  for (const pid of marked) sendSignal(Number(pid), 'SIGKILL')
  return marked.length
}

function hasMark(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(`${mark}\0`)
  } catch {
    return false
  }
}

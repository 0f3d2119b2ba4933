import { deferred } from '../../base/deferred.ts'
import { relative, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { threadId } from 'node:worker_threads'
import { parseObject } from '../../base/json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { hasFreeDescriptor } from '../is-shortage.ts'
import { CPU_SECONDS, MEMORY_MB, type ProcessEnd, type ProcessOptions } from '../process/bot-process.ts'
import { explainShellExit } from '../process/launch-plain.ts'
import { ProcessTree, sendSignal } from '../process/process-tree.ts'
import type { Launch } from '../process/running-process.ts'
import { cannotStart, spawnChild } from '../process/spawn-child.ts'
import { endingOnFailure, pipeOf, pipesOf, type StartedChild } from '../process/started-child.ts'
import { onTerminal } from '../process/terminal.ts'
import { watchdog } from '../process/watchdog.ts'
import { openBotFolder } from './bot-folder.ts'
import { BLOCK_FD, SECCOMP_FD, STATUS_FD, sandboxCommand } from './bwrap-arguments.ts'
import { leaseCore } from './core-leases.ts'
import { explainSetUp } from './explain-set-up.ts'
import { groupOf } from './group-of.ts'
import { handOver } from './hand-over.ts'
import { MemoryGroup } from './memory-group.ts'
import { childrenOf } from '../process/descendants.ts'
import { MemoryWatch } from './memory-watch.ts'
import { lacksProgram, resolveCommand } from './resolve-command.ts'
import { refuse, TOOL_PACKAGES, type SandboxMachine } from './sandbox-machine.ts'
import { PLAY, type SandboxPolicy } from './sandbox-policy.ts'
import { seccompProgram } from './seccomp.ts'

/**
 * A program in a sandbox, and the host's pid of the first process there: when it ends, all processes of the sandbox
 * end.
 */
export interface SandboxLaunch extends Launch {
  readonly init: number
}

/**
 * Starts a program in a sandbox. `isFiltered` is false only in the test that shows what the filter prevents. A problem
 * is the machine's fault; a fault of the bot is a `ProcessEnd`.
 */
export async function launchSandbox(
  options: ProcessOptions,
  machine: SandboxMachine,
  isFiltered = true,
  policy: SandboxPolicy = PLAY,
): Promise<Result<SandboxLaunch | ProcessEnd>> {
  const { argv, cwd, env = {}, pty = false } = options
  const { sandbox = {} } = options
  const { memoryMb = MEMORY_MB, folder = cwd, cpuSeconds = CPU_SECONDS } = sandbox
  const missing = sandbox.cores?.find((core) => !machine.cores.includes(core))
  const { from = 'upload', team } = sandbox
  if (missing !== undefined)
    return fail(
      'sandbox-cores',
      `Cannot run on core ${missing}: this machine offers ${machine.cores.join(', ')}`,
    )
  const command = await resolveCommand(argv, { cwd: resolve(cwd), folder: resolve(folder), from })
  if (!command.ok) {
    // Resolving the command opens files, which fails without free descriptors.
    const blame = hasFreeDescriptor() ? 'bot' : 'host'
    return ok({ kind: 'could-not-start', blame, message: command.problem.message })
  }
  const uid = machine.isRoot ? nextUid() : undefined
  const gid = machine.isRoot && team !== undefined ? groupOf(team) : undefined
  const shown =
    policy.kind === 'build'
      ? await handOver(resolve(folder), policy.scratch, uid)
      : await openBotFolder(resolve(folder), { isRoot: machine.isRoot, isHidden: from === 'upload', gid })
  if (!shown.ok) return shown
  const held = new DisposableStack()
  held.use(shown.value)
  const lease = (): number => held.use(leaseCore(machine.cores, sandbox.match, sandbox.matchesAtOnce)).core
  const cores = sandbox.cores ?? [lease()]

  const startIn = relative(resolve(folder), resolve(cwd))
  const whole = sandboxCommand({
    command: command.value,
    folder: shown.value.path,
    startIn: startIn.startsWith('..') ? '' : startIn,
    env,
    memoryMb,
    uid,
    ...(gid !== undefined && { gid }),
    isCounted: machine.memoryPlace !== undefined,
    cores,
    // Several threads can use the time of several cores.
    cpuSeconds: cpuSeconds * cores.length,
    tools: machine.tools,
    policy,
    isFiltered,
  })
  // The terminal helper runs outside the sandbox: the bot gets only its two descriptors.
  const wrapped = pty ? await onTerminal(whole, options) : ok(whole)
  if (!wrapped.ok) {
    held.dispose()
    return wrapped
  }
  const [file, ...args] = wrapped.value
  const child = await spawnChild({
    file,
    args,
    cwd: '/',
    env: {},
    controlPipes: BLOCK_FD - 2,
    isSealed: true,
  })
  if ('kind' in child) {
    held.dispose()
    return refuse(child.kind === 'could-not-start' ? child.message : 'bubblewrap did not run')
  }
  return endingOnFailure(child, () =>
    superviseSandbox(child, options, command.value.argv, machine, held, memoryMb, policy.kind),
  ).catch((error: unknown) => {
    held.dispose()
    throw error
  })
}

/**
 * Waits until the sandbox is set up, applies its memory limit and starts the bot. `inside` is the command there; `held` is disposed
 * of at its end.
 */
async function superviseSandbox(
  child: StartedChild,
  { argv }: ProcessOptions,
  inside: readonly string[],
  machine: SandboxMachine,
  held: DisposableStack,
  memoryMb: number,
  purpose: SandboxPolicy['kind'],
): Promise<Result<SandboxLaunch | ProcessEnd>> {
  watchdog.guard(child.pid)
  held.defer(() => watchdog.release(child.pid))
  const pipes = pipesOf(child)
  const status = new SandboxStatus(child)
  feed(child, SECCOMP_FD, seccompProgram(machine.architecture, purpose, machine.memoryPlace !== undefined))
  // Node drops the output of an ended child if no listener waits for it, and bubblewrap may have ended with a reason.
  const hold = (): void => {}
  pipes.stderr.on('readable', hold)
  const init = await status.init
  if (init === undefined) {
    pipes.stderr.off('readable', hold)
    const words = await text(pipes.stderr)
    held.dispose()
    return refuse(explainSetUp(words, machine.isRoot))
  }
  const { memoryPlace } = machine
  const group = memoryPlace && held.use(await MemoryGroup.around(init, memoryPlace, memoryMb))
  const watch = group ? undefined : held.use(new MemoryWatch(init, memoryMb, purpose))
  pipes.stderr.off('readable', hold)
  feed(child, BLOCK_FD, Buffer.from('.'))

  let tree: ProcessTree | undefined
  const findTree = (): ProcessTree | undefined => {
    if (tree) return tree
    const bot = childOf(init)
    return bot === undefined ? undefined : (tree = new ProcessTree(bot))
  }
  const kill = (): void => {
    // When the first process dies, the kernel kills all others of the namespace, also stopped ones.
    sendSignal(init, 'SIGKILL')
  }
  return ok({
    child,
    init,
    ...pipes,
    tree: findTree,
    hasBegun: () => hasBegun(findTree()),
    peakBytes: () => group?.peakBytes() || (findTree()?.peakBytes() ?? 0),
    // No grace period: a bot has nothing to save.
    terminate: kill,
    kill,
    explain(code, signal, stderr): ProcessEnd {
      if (group?.wasExceeded()) return { kind: 'out-of-memory', limitMb: memoryMb }
      const exit = status.exitCode
      if (exit === undefined)
        return {
          kind: 'could-not-start',
          blame: 'host',
          message: refuse(explainSetUp(stderr, machine.isRoot)).problem.message,
        }
      const failed =
        exit === 126 || exit === 127
          ? /^prlimit: failed to execute [^\n]*: ([^:\n]+)$/m.exec(stderr)?.[1]
          : undefined
      return failed === undefined
        ? explainShellExit(exit, null)
        : cannotStart(lacksProgram(inside) ? 'host' : 'bot', argv[0], failed.toLowerCase())
    },
    cleanUp: () => held.dispose(),
    memoryMb,
    // The kernel kills a whole bot that exceeds its memory, but only one process of a build.
    ...(watch && { isOverMemory: () => watch.isExceeded() }),
    ...(group && purpose === 'build' && { isOverMemory: () => group.wasExceeded() }),
  })
}

/** Reads the status messages of bwrap, one JSON object a line. */
class SandboxStatus {
  /** The host's pid of the first process inside; undefined if there was none. */
  readonly init: Promise<number | undefined>
  /** Undefined if the bot itself never ran. */
  exitCode: number | undefined

  constructor(child: StartedChild) {
    const { promise, resolve } = deferred<number | undefined>()
    this.init = promise
    let rest = ''
    const stream = pipeOf(child, STATUS_FD)
    stream.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const { 'child-pid': pid, 'exit-code': code } = parseObject(line) ?? {}
        if (typeof pid === 'number') resolve(pid)
        if (typeof code === 'number') this.exitCode = code
      }
    })
    stream.on('error', () => {}).on('close', () => resolve(undefined))
  }
}

function feed(child: StartedChild, fd: number, bytes: Buffer): void {
  const pipe = pipeOf(child, fd)
  pipe.on('error', () => {})
  pipe.end(bytes)
}

let users = threadId * 97

/** A different user id for each bot: the kernel limits threads per user, and bots must not share that limit. */
const nextUid = (): number => 1_900_000_000 + (process.pid % 65_536) * 1024 + (++users % 1024)

/**
 * Whether the bot has replaced the tools that start it (by exec). A bot with the name of a tool is recognised by its
 * CPU time: the tools need a few milliseconds only.
 */
function hasBegun(tree: ProcessTree | undefined): boolean {
  if (!tree) return false
  const name = tree.rootName()
  return name === undefined || !TOOL_NAMES.has(name) || tree.spentMs() > TOOLS_MS
}

const TOOL_NAMES: ReadonlySet<string> = new Set(Object.keys(TOOL_PACKAGES))
const TOOLS_MS = 500

const childOf = (pid: number): number | undefined => childrenOf(pid, pid)[0]

import type { Clock } from '../clock.ts'
import { realClock } from '../clock.ts'
import { MEMORY_MB } from '../process/bot-process.ts'
import { findTool } from '../process/find-program.ts'
import type { SandboxTools } from './bwrap-arguments.ts'
import { findObstacles } from './find-obstacles.ts'
import { refuse, sandboxMachine, TOOL_PACKAGES, type SandboxMachine } from './sandbox-machine.ts'
import { testSandbox } from './test-sandbox.ts'

/** What this machine can enforce, for an organiser who wants to run untrusted programs on it. */
export interface SandboxReport {
  /** Why there is no sandbox; undefined if there is one and it passed its test. */
  readonly problem: string | undefined
  /** What keeps the machine from having one, and what to do: one sentence each. */
  readonly obstacles: readonly string[]
  readonly items: readonly SandboxItem[]
}

export interface SandboxItem {
  readonly what: string
  readonly isEnforced: boolean
  /** The mechanism that enforces it; empty if it is not enforced. */
  readonly how: string
}

export async function examineSandbox(clock: Clock = realClock): Promise<SandboxReport> {
  const machine = sandboxMachine()
  const tested = machine.ok ? await testSandbox(machine.value, clock) : machine
  if (!machine.ok || !tested.ok) {
    const obstacles = machine.ok ? await obstaclesOf(machine.value) : missingPrograms()
    const reason = tested.ok ? '' : tested.problem.message
    return {
      problem: obstacles.length === 0 ? reason : refuse(obstacles.join('; ')).problem.message,
      obstacles,
      items: WHATS.map((what) => ({ what, isEnforced: false, how: '' })),
    }
  }
  const means = describeMeans(machine.value)
  return {
    problem: undefined,
    obstacles: [],
    items: WHATS.map((what) => ({ what, isEnforced: true, how: means[what] })),
  }
}

const obstaclesOf = ({ tools, isRoot }: SandboxMachine): Promise<readonly string[]> =>
  findObstacles(tools.bwrap, isRoot)

const missingPrograms = (): readonly string[] =>
  process.platform === 'linux'
    ? (Object.keys(TOOL_PACKAGES) as (keyof SandboxTools)[])
        .filter((program) => findTool(program) === undefined)
        .map((program) => `${program} is missing (apt-get install ${TOOL_PACKAGES[program]})`)
    : []

const WHATS = [
  'no other processes',
  'limited memory',
  'one core',
  'no files but its own folder and language runtimes',
  'nothing to write to',
  'no network',
  'no talk with other bots',
  'no environment',
  'suspended while the opponent moves',
  'no privileges',
  'gone with the host',
] as const

function describeMeans(machine: SandboxMachine): Readonly<Record<(typeof WHATS)[number], string>> {
  const { isRoot, memoryPlace, architecture, cores } = machine
  return {
    'no other processes': `a seccomp filter for ${architecture} refuses fork, vfork and clone; threads are allowed, up to 128`,
    'limited memory': memoryPlace
      ? `a control group (version ${memoryPlace.version}) of ${MEMORY_MB} MiB unless told otherwise, below ${memoryPlace.folder}`
      : `pages, page tables and sockets are added up every 5 ms until it stands still, ${MEMORY_MB} MiB unless told otherwise, because no control group for memory can be made here`,
    'one core': `each match leases one of ${cores.length === 1 ? 'core' : 'the cores'} ${cores.join(', ')}, set by taskset; the filter refuses to change it`,
    'no files but its own folder and language runtimes':
      'bubblewrap shows /usr, the runtimes and the folder, all read-only',
    'nothing to write to': memoryPlace
      ? 'every file system is read-only but a /tmp of 64 MiB'
      : 'every file system is read-only, /tmp as well, because nothing would count the files in it',
    'no network': 'an empty network namespace, and the filter refuses all sockets but pairs within the bot',
    'no talk with other bots':
      'the filter refuses locks, leases, watches and times of files, and futexes that are not private',
    'no environment': 'it starts with PATH, HOME, LANG and what the runtimes need to know of the limit',
    'suspended while the opponent moves':
      'SIGSTOP to all its threads, checked one by one; the filter refuses timers that would wake it',
    'no privileges': isRoot
      ? 'a user of its own for every bot, without capabilities, and set-uid programs gain none'
      : 'a user namespace without capabilities, in which no more can be made',
    'gone with the host': 'the kernel kills it when the host dies, even by SIGKILL',
  }
}

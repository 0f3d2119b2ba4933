import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { INSIDE_FOLDER } from './inside-folder.ts'
import type { InsideCommand } from './resolve-command.ts'
import type { SandboxPolicy } from './sandbox-policy.ts'

/** Everything that defines a sandbox. */
export interface SandboxPlan {
  readonly command: InsideCommand
  /** The folder on the host that is shown as /bot, and where to start below it. */
  readonly folder: string
  readonly startIn: string
  readonly env: Readonly<Record<string, string>>
  readonly memoryMb: number
  /** If the host runs as root, the bot becomes this user; otherwise it gets a user namespace. */
  readonly uid: number | undefined
  /** The group that may read its folder; its own if undefined. */
  readonly gid?: number
  /**
   * Whether a control group counts its memory. Without one, files in /tmp and shared memory (such as a mapped
   * /dev/zero) would not be counted, so /tmp is read-only and /dev/zero is missing.
   */
  readonly isCounted: boolean
  readonly cores: readonly number[]
  /** Infinity for no limit. */
  readonly cpuSeconds: number
  readonly tools: SandboxTools
  readonly policy: SandboxPolicy
  /** False only in the test that shows what the filter prevents. */
  readonly isFiltered: boolean
}

export interface SandboxTools {
  readonly bwrap: string
  readonly setpriv: string
  readonly prlimit: string
  readonly taskset: string
}

/** Descriptors of the child besides stdin, stdout and stderr. */
export const SECCOMP_FD = 3
export const STATUS_FD = 4
export const BLOCK_FD = 5

/** The whole command line. */
export function sandboxCommand(plan: SandboxPlan): readonly [string, ...string[]] {
  const { tools, uid, command } = plan
  return [
    tools.taskset,
    '--cpu-list',
    plan.cores.join(','),
    tools.bwrap,
    ...namespaces(uid === undefined),
    ...system(command.runtimes.some(isLocal)),
    ...devices(plan),
    ...temporary(plan),
    ...words('--remount-ro /'),
    ...environment(plan),
    ...privileges(uid === undefined),
    ...words(`--die-with-parent --new-session --json-status-fd ${STATUS_FD} --block-fd ${BLOCK_FD}`),
    ...(plan.isFiltered ? ['--seccomp', `${SECCOMP_FD}`] : []),
    '--',
    ...(uid === undefined ? [] : becomeUser(tools.setpriv, uid, plan.gid ?? uid)),
    ...limits(plan),
    ...(plan.policy.kind === 'build' ? WITH_ERRORS : []),
    ...command.argv,
  ]
}

/** Joins stdout and stderr of a build, so that both appear in the order of writing. */
const WITH_ERRORS: readonly string[] = ['/bin/sh', '-c', 'exec "$@" 2>&1', 'build']

const namespaces = (isUser: boolean): readonly string[] => [
  ...words('--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try --hostname bot'),
  ...(isUser ? ['--unshare-user', '--disable-userns', '--uid', '65534', '--gid', '65534'] : []),
]

/** Mounts the programs and libraries of the system, and the few settings that they need. */
function system(needsLocal: boolean): readonly string[] {
  const key = needsLocal ? 1 : 0
  return (systems[key] ??= listSystem(needsLocal))
}

/** Cached: the same for every start. */
const systems: [(readonly string[])?, (readonly string[])?] = []

function listSystem(needsLocal: boolean): readonly string[] {
  const top = ['bin', 'sbin', 'lib', 'lib32', 'lib64'].filter((name) => existsSync(`/${name}`))
  const settings = readdirSync('/etc').filter((name) => SETTINGS.test(name))
  return [
    ...words('--ro-bind /usr /usr'),
    ...(existsSync('/usr/local') && !needsLocal
      ? ['--tmpfs', '/usr/local', '--remount-ro', '/usr/local']
      : []),
    ...top.flatMap((name) =>
      lstatSync(`/${name}`).isSymbolicLink()
        ? ['--symlink', readlinkSync(`/${name}`), `/${name}`]
        : ['--ro-bind', `/${name}`, `/${name}`],
    ),
    ...words('--perms 0755 --dir /etc'),
    ...settings.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
  ]
}

const isLocal = (runtime: string): boolean => runtime === '/usr/local' || runtime.startsWith('/usr/local/')

const SETTINGS = /^(ld\.so\.cache|alternatives|localtime|java-.*|mono|python3.*|dotnet)$/

const devices = ({ isCounted, policy }: SandboxPlan): readonly string[] => [
  ...words('--perms 0755 --size 65536 --tmpfs /dev'),
  // No terminals: the hang-up of one would wake a suspended bot.
  ...['null', 'full', 'random', 'urandom', ...(isCounted || policy.kind === 'build' ? ['zero'] : [])].flatMap(
    (name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`],
  ),
  ...words('--symlink /proc/self/fd /dev/fd --symlink /proc/self/fd/0 /dev/stdin'),
  ...words('--symlink /proc/self/fd/1 /dev/stdout --symlink /proc/self/fd/2 /dev/stderr'),
  ...words('--remount-ro /dev --proc /proc'),
  // Process 1 is bwrap, which is never suspended and knows paths of the host: hide it.
  ...words('--perms 0000 --size 4096 --tmpfs /proc/1 --remount-ro /proc/1'),
]

const TMP_BYTES = 64 * 1024 * 1024

function temporary({ command, folder, startIn, isCounted, policy }: SandboxPlan): readonly string[] {
  const runtimes = [...new Set(command.runtimes)].filter((runtime) => !isLocal(runtime))
  const parents = [...new Set(runtimes.flatMap(parentsOf))].filter((parent) => !runtimes.includes(parent))
  return [
    ...(policy.kind === 'build'
      ? ['--bind', policy.scratch, '/tmp']
      : words(`--perms 1777 --size ${TMP_BYTES} --tmpfs /tmp`)),
    // The folders above a runtime can be entered but not listed: one of them may be a home.
    ...parents.flatMap((parent) => [
      '--perms',
      parent.startsWith('/tmp/') ? '0711' : '0111',
      '--dir',
      parent,
    ]),
    ...runtimes.flatMap((runtime) => ['--ro-bind', runtime, runtime]),
    policy.kind === 'build' ? '--bind' : '--ro-bind',
    folder,
    INSIDE_FOLDER,
    '--chdir',
    join(INSIDE_FOLDER, startIn),
    ...(isCounted || policy.kind === 'build' ? [] : ['--remount-ro', '/tmp']),
  ]
}

/** From the top down, without those that the system part has made already. */
const parentsOf = (path: string): readonly string[] =>
  path === '/' || dirname(path) === '/' ? [] : [...parentsOf(dirname(path)), dirname(path)]

function environment({ command, env, memoryMb }: SandboxPlan): readonly string[] {
  const variables = {
    PATH: [...new Set([...command.path, '/usr/bin', '/bin'])].join(':'),
    HOME: '/tmp',
    LANG: 'C.UTF-8',
    // Without these, both runtimes would assume the memory of the whole machine.
    JAVA_TOOL_OPTIONS: `-XX:MaxRAM=${memoryMb}m -XX:MaxRAMPercentage=75`,
    NODE_OPTIONS: `--max-old-space-size=${Math.floor(memoryMb * 0.75)}`,
    ...env,
  }
  return ['--clearenv', ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value])]
}

const privileges = (isUser: boolean): readonly string[] => [
  ...words('--cap-drop ALL'),
  ...(isUser
    ? []
    : ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((capability) => ['--cap-add', capability])),
]

const becomeUser = (setpriv: string, uid: number, gid: number): readonly string[] => [
  setpriv,
  ...words(`--reuid=${uid} --regid=${gid} --clear-groups --inh-caps=-all --ambient-caps=-all`),
  ...words('--bounding-set=-all --'),
]

/** Runtimes reserve address space that they never use: Node half a gigabyte for every worker. */
const DATA_MARGIN_MB = 3072

/**
 * Resource limits, set inside the sandbox so that they count this bot alone. The data limit is a second line of defence
 * behind the memory watch.
 */
const limits = ({ tools, memoryMb, isCounted, cpuSeconds, policy }: SandboxPlan): readonly string[] => [
  tools.prlimit,
  ...(cpuSeconds < Infinity ? [`--cpu=${Math.ceil(cpuSeconds)}:${Math.ceil(cpuSeconds) + 1}`] : []),
  ...(isCounted ? [] : [`--data=${(memoryMb + DATA_MARGIN_MB) * 1024 * 1024}`]),
  ...words(
    policy.kind === 'build'
      ? `--nproc=${policy.processes} --nofile=1024 --fsize=${policy.fileMb * 1024 * 1024}`
      : '--nproc=128 --nofile=256 --fsize=67108864',
  ),
  ...words('--core=0 --memlock=65536 --msgqueue=0 --sigpending=256 --rtprio=0 --nice=0 --'),
]

const words = (text: string): readonly string[] => text.split(' ')

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { errorCode } from '../../base/error-code.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { watchdog } from '../process/watchdog.ts'
import type { SandboxTools } from './bwrap-arguments.ts'
import { findTool } from '../process/find-program.ts'
import { findMemoryPlace, groupPrefix, sweepMemoryGroups, type MemoryPlace } from './memory-group.ts'
import { ARCHITECTURES, type Architecture } from './syscalls.ts'

/** The parts of this machine that a sandbox is built from. */
export interface SandboxMachine {
  readonly architecture: Architecture
  readonly tools: SandboxTools
  readonly isRoot: boolean
  /** Undefined if there are no control groups: then memory is polled every few milliseconds. */
  readonly memoryPlace: MemoryPlace | undefined
  /** The cores that this process may use. */
  readonly cores: readonly number[]
}

let machine: Result<SandboxMachine> | undefined

/** Collected once; the sandbox is not tested yet. */
export function sandboxMachine(): Result<SandboxMachine> {
  machine ??= inspectMachine()
  return machine
}

/** The programs that the sandbox needs, and their Debian packages. */
export const TOOL_PACKAGES: Readonly<Record<keyof SandboxTools, string>> = {
  bwrap: 'bubblewrap',
  setpriv: 'util-linux',
  prlimit: 'util-linux',
  taskset: 'util-linux',
}

export const refuse = (why: string): ReturnType<typeof fail> =>
  fail('sandbox-unavailable', `Cannot start the sandbox: ${why}`)

function inspectMachine(): Result<SandboxMachine> {
  if (process.platform !== 'linux') return refuse(`it needs Linux, and this is ${process.platform}`)
  const architecture = ARCHITECTURES.find((name) => name === process.arch)
  if (architecture === undefined)
    return refuse(`it has a filter for ${ARCHITECTURES.join(' and ')} only, and this is ${process.arch}`)
  const tools: Partial<Record<keyof SandboxTools, string>> = {}
  for (const name of Object.keys(TOOL_PACKAGES) as (keyof SandboxTools)[]) {
    const file = findTool(name)
    const wanted = TOOL_PACKAGES[name]
    if (file === undefined) return refuse(`${wanted} is missing (apt-get install ${wanted})`)
    tools[name] = file
  }
  const version = bubblewrapVersion(tools.bwrap as string)
  if (typeof version === 'string')
    return refuse(
      `${tools.bwrap} cannot be executed (${version}): install it again (apt-get install --reinstall bubblewrap)`,
    )
  if (version < OLDEST_BUBBLEWRAP)
    return refuse(`bubblewrap is too old, 0.8 or newer is needed (apt-get install bubblewrap)`)
  const memoryPlace = findMemoryPlace()
  if (memoryPlace) {
    sweepMemoryGroups(memoryPlace)
    watchdog.removeEmpty(`${memoryPlace.folder}/${groupPrefix()}`)
  }
  return ok({
    architecture,
    tools: tools as SandboxTools,
    isRoot: process.getuid?.() === 0,
    memoryPlace,
    cores: allowedCores(readFileSync('/proc/self/status', 'utf8')),
  })
}

const OLDEST_BUBBLEWRAP = 8

/** The minor version of 0.x; infinite from version 1 on, and if it was killed. The reason, if the machine cannot execute the file. */
function bubblewrapVersion(bwrap: string): number | string {
  const { stdout, stderr, status, error } = spawnSync(bwrap, ['--version'], { encoding: 'utf8' })
  const code = errorCode(error) ?? ''
  if (NOT_EXECUTABLE.has(code)) return code
  if (status !== null && status !== 0) return stderr.trim() || `exit ${status}`
  const minor = /\b0\.(\d+)/.exec(stdout ?? '')?.[1]
  return minor === undefined ? Infinity : Number(minor)
}

/** Other errors, like EAGAIN, may pass. */
const NOT_EXECUTABLE: ReadonlySet<string> = new Set(['EACCES', 'ENOENT', 'ENOEXEC', 'EPERM'])

/** `Cpus_allowed_list: 0-3,8` → 0 1 2 3 8. */
export function allowedCores(status: string): readonly number[] {
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '0'
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}

import type { SandboxPolicy } from './sandbox-policy.ts'
import { allowed, inspected, refused, type Architecture } from './syscalls.ts'

/**
 * The seccomp filter of a bot's system calls, as a classic BPF program for `bwrap --seccomp`. It forbids other
 * processes, network, channels to other bots and ways to run while suspended; it allows threads and everything else
 * that language runtimes need. A build may start processes, but no new namespaces.
 *
 * `isCounted`: whether a control group counts its memory. Without one, memory that /proc does not attribute to the bot
 * is refused.
 */
export function seccompProgram(
  architecture: Architecture,
  purpose: Purpose = 'play',
  isCounted = true,
): Buffer {
  return (programs[`${purpose}-${architecture}-${isCounted}`] ??= build(architecture, purpose, isCounted))
}

type Purpose = SandboxPolicy['kind']

const programs: Partial<Record<`${Purpose}-${Architecture}-${boolean}`, Buffer>> = {}

function build(architecture: Architecture, purpose: Purpose, isCounted: boolean): Buffer {
  const inspections: typeof INSPECTIONS = {
    ...INSPECTIONS,
    ...(purpose === 'build' && BUILD_INSPECTIONS),
    ...(purpose === 'play' && !isCounted && UNCOUNTED_INSPECTIONS),
  }
  const blocks = new Map(inspected().map(({ name }) => [name, inspections[name] ?? missing(name)]))
  const steps = stepsOf(architecture, purpose === 'build' ? BUILD_VERDICTS : {})
  const checkArchitecture: readonly Instruction[] = [
    load(ARCHITECTURE_OFFSET),
    jumpIfEqual(AUDIT_ARCHITECTURES[architecture], 1, 0),
    // Another architecture numbers its calls differently: int 0x80 on x64.
    give(errno(ENOSYS)),
    load(NUMBER_OFFSET),
  ]
  const starts = new Map<string, number>()
  let at = steps.length * 2 + 1
  for (const [name, block] of blocks) {
    starts.set(name, at)
    at += block.length
  }
  const dispatch = steps.flatMap(({ until, verdict }, i): readonly Instruction[] => [
    jumpIfAtLeast(until, 1, 0),
    typeof verdict === 'number' ? give(verdict) : jump((starts.get(verdict.inspect) as number) - (i * 2 + 2)),
  ])
  return encode([...checkArchitecture, ...dispatch, give(errno(ENOSYS)), ...[...blocks.values()].flat()])
}

/** The verdict on a call: a seccomp action, or a check of its arguments. */
type Verdict = number | { readonly inspect: string }

/** Covers all call numbers below `until` that no earlier step covers. */
interface Step {
  readonly until: number
  readonly verdict: Verdict
}

/** Numbers above the last step do not exist; those of the x32 interface (2³⁰ and up) are among them. */
function stepsOf(architecture: Architecture, exceptions: Readonly<Record<string, number>>): readonly Step[] {
  const verdicts = new Map<number, Verdict>()
  const put = (number: number | undefined, verdict: Verdict): void => {
    if (number !== undefined) verdicts.set(number, verdict)
  }
  for (const { name, numbers } of allowed()) put(numbers[architecture], exceptions[name] ?? ALLOW)
  for (const { name, numbers } of refused()) put(numbers[architecture], exceptions[name] ?? errno(EPERM))
  for (const { name, numbers } of inspected()) put(numbers[architecture], { inspect: name })
  const steps: Step[] = []
  const add = (until: number, verdict: Verdict): void => {
    const last = steps.at(-1)
    if (last?.verdict === verdict) steps[steps.length - 1] = { until, verdict }
    else steps.push({ until, verdict })
  }
  const highest = Math.max(...verdicts.keys())
  for (let number = 0; number <= highest; number++) add(number + 1, verdicts.get(number) ?? errno(ENOSYS))
  return steps
}

/** Seccomp's names for an action: see seccomp(2). */
const ALLOW = 0x7fff_0000
const errno = (code: number): number => 0x0005_0000 | code
const EPERM = 1
const ENOMEM = 12
const ENOSYS = 38
const EOPNOTSUPP = 95
const EAFNOSUPPORT = 97

const AUDIT_ARCHITECTURES: Readonly<Record<Architecture, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }
const NUMBER_OFFSET = 0
const ARCHITECTURE_OFFSET = 4
/** The offset of the lower half of an argument: all inspected arguments are 32 bits wide in the kernel. */
const argument = (index: number): number => 16 + index * 8

interface Instruction {
  readonly code: number
  readonly jt: number
  readonly jf: number
  readonly k: number
}

const load = (offset: number): Instruction => ({ code: 0x20, jt: 0, jf: 0, k: offset })
const jump = (by: number): Instruction => ({ code: 0x05, jt: 0, jf: 0, k: by })
const jumpIfEqual = (k: number, jt: number, jf: number): Instruction => ({ code: 0x15, jt, jf, k })
const jumpIfAtLeast = (k: number, jt: number, jf: number): Instruction => ({ code: 0x35, jt, jf, k })
const jumpIfAnyBit = (k: number, jt: number, jf: number): Instruction => ({ code: 0x45, jt, jf, k })
const give = (verdict: number): Instruction => ({ code: 0x06, jt: 0, jf: 0, k: verdict })

const refuseThese = (index: number, values: readonly number[]): readonly Instruction[] => [
  load(argument(index)),
  ...values.map((value, i) => jumpIfEqual(value, values.length - i, 0)),
  give(ALLOW),
  give(errno(EPERM)),
]

const allowOnly = (index: number, values: readonly number[], otherwise: number): readonly Instruction[] => [
  load(argument(index)),
  ...values.map((value, i) => jumpIfEqual(value, values.length - i, 0)),
  give(otherwise),
  give(ALLOW),
]

const allowAll: readonly Instruction[] = [give(ALLOW)]

const CLONE_VFORK = 0x4000
const CLONE_THREAD = 0x0001_0000
const AF_UNIX = 1

/**
 * Socket options that a program may query on its stdin: SO_TYPE, SO_ERROR, SO_SNDBUF, SO_RCVBUF, SO_ACCEPTCONN,
 * SO_PROTOCOL, SO_DOMAIN.
 */
const SOCKET_QUESTIONS = [3, 4, 7, 8, 30, 38, 39]
/** SO_SNDBUF, SO_RCVBUF, and both with FORCE. */
const SOCKET_BUFFERS = [7, 8, 32, 33]

/**
 * F_SETSIG could choose SIGCONT as the signal of a pipe. F_SETLEASE and F_NOTIFY reveal what other processes open.
 * F_SETPIPE_SZ uses kernel memory. F_SET_RW_HINT and F_SET_FILE_RW_HINT store a value that other bots can read.
 */
const FILE_TRICKS = [10, 1024, 1026, 1031, 1036, 1038]
/** F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW. */
const FILE_LOCKS = [5, 6, 7, 36, 37, 38]

/** TIOCSPGRP, TIOCSCTTY, TIOCSTI, TIOCLINUX, TIOCNOTTY, TIOCSETD. */
const TERMINAL_TRICKS = [0x5410, 0x540e, 0x5412, 0x541c, 0x5422, 0x5423]
/** SIOCGIFCONF and similar: a bot's stdin is a socket of the host, so they would list the host's network interfaces. */
const [SOCKET_IOCTLS, SOCKET_IOCTLS_END] = [0x8900, 0x8a00]

/** PR_SET_SECCOMP, PR_SET_MM, PR_SCHED_CORE. */
const PROCESS_TRICKS = [22, 35, 62]
/** Querying the personality, and setting the default one. */
const PERSONALITIES = [0xffff_ffff, 0]

const FUTEX_PRIVATE = 128
/** FUTEX_WAIT and FUTEX_WAIT_BITSET, by either clock: pthread_join waits by one that is not private. */
const FUTEX_WAITS = [0, 9, 0x100, 0x109]

/** POSIX_FADV_DONTNEED: another bot can measure that a shared file is no longer cached. */
const DROP_FROM_CACHE = 4

const MAP_SHARED = 1
const MAP_ANONYMOUS = 0x20

const INSPECTIONS: Readonly<Record<string, readonly Instruction[]>> = {
  // CLONE_VFORK: a thread that waits for its child ignores SIGSTOP, so the bot could not be suspended.
  clone: [
    load(argument(0)),
    jumpIfAnyBit(CLONE_VFORK, 2, 0),
    jumpIfAnyBit(CLONE_THREAD, 0, 1),
    give(ALLOW),
    give(errno(EPERM)),
  ],
  socket: [give(errno(EAFNOSUPPORT))],
  // Event loops (Python's asyncio, Rust's tokio) wake themselves through a socket pair.
  socketpair: allowOnly(0, [AF_UNIX], errno(EAFNOSUPPORT)),
  getsockopt: allowOnly(2, SOCKET_QUESTIONS, errno(EPERM)),
  setsockopt: [give(errno(EPERM))],
  fcntl: refuseThese(1, [...FILE_TRICKS, ...FILE_LOCKS]),
  ioctl: [
    load(argument(1)),
    ...TERMINAL_TRICKS.map((value, i) => jumpIfEqual(value, TERMINAL_TRICKS.length - i + 2, 0)),
    jumpIfAtLeast(SOCKET_IOCTLS, 0, 1),
    jumpIfAtLeast(SOCKET_IOCTLS_END, 0, 1),
    give(ALLOW),
    give(errno(EPERM)),
  ],
  prctl: refuseThese(0, PROCESS_TRICKS),
  personality: allowOnly(0, PERSONALITIES, errno(EPERM)),
  // A shared futex is identified by its file, and files of the system are shared by all bots.
  futex: [
    load(argument(1)),
    jumpIfAnyBit(FUTEX_PRIVATE, FUTEX_WAITS.length + 1, 0),
    ...FUTEX_WAITS.map((value, i) => jumpIfEqual(value, FUTEX_WAITS.length - i, 0)),
    give(errno(EPERM)),
    give(ALLOW),
  ],
  fadvise64: refuseThese(3, [DROP_FROM_CACHE]),
  mmap: allowAll,
}

/** Anonymous shared memory can outlive its mapping, and /proc does not count it then. */
const UNCOUNTED_INSPECTIONS: typeof INSPECTIONS = {
  mmap: [
    load(argument(3)),
    jumpIfAnyBit(MAP_ANONYMOUS, 0, 1),
    jumpIfAnyBit(MAP_SHARED, 1, 0),
    give(ALLOW),
    give(errno(ENOMEM)),
  ],
}

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e02_0000

/** Builds may lock files and use sockets between their processes, as compilers do. */
const BUILD_INSPECTIONS: typeof INSPECTIONS = {
  clone: [load(argument(0)), jumpIfAnyBit(NEW_NAMESPACES, 1, 0), give(ALLOW), give(errno(EPERM))],
  socket: allowOnly(0, [AF_UNIX], errno(EAFNOSUPPORT)),
  setsockopt: refuseThese(2, SOCKET_BUFFERS),
  fcntl: refuseThese(1, FILE_TRICKS),
  futex: allowAll,
}

const BUILD_VERDICTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    `fork vfork flock connect accept accept4 bind listen sendmsg sendmmsg utime utimes futimesat utimensat`
      .split(' ')
      .map((name) => [name, ALLOW]),
  ),
  // fallocate fills a disk at once. Without it a build must write the bytes, and the size check sees it in time.
  fallocate: errno(EOPNOTSUPP),
}

function missing(name: string): never {
  throw new Error(`Cannot build the filter: nothing says how to inspect ${name}`)
}

/** Eight bytes an instruction, in the byte order of both architectures. */
function encode(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8)
  for (const [i, { code, jt, jf, k }] of instructions.entries()) {
    bytes.writeUInt16LE(code, i * 8)
    bytes.writeUInt8(jt, i * 8 + 2)
    bytes.writeUInt8(jf, i * 8 + 3)
    bytes.writeUInt32LE(k >>> 0, i * 8 + 4)
  }
  return bytes
}

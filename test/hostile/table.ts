/** How a game with a hostile program must end. */
export const VERDICTS = [
  'plays',
  'time limit',
  'memory limit',
  'line too long',
  'out of turn',
  'illegal output',
  'exited',
  'crashed',
] as const
export type Verdict = (typeof VERDICTS)[number]

/** Programs by verdict. `plays` means that every attack was denied, and that the program then played on. */
const PROGRAMS: Readonly<Record<Verdict, readonly string[]>> = {
  plays: words(`
    c/plays python/plays.py node/plays.mjs python/slow.py c/byte-by-byte python/crlf.py
    c/fork-bomb
    c/spawn-ways
    python/spawn-ways.py
    node/spawns.mjs
    c/daemon
    c/exec-then-fork
    c/foreign-calls c/many-threads c/many-descriptors c/inherited python/reads.py
    python/environment.py python/writes.py python/network.py node/connects.mjs c/kills
    c/ptrace c/privileged c/affinity c/hidden-memory python/terminals.py c/wakes-itself
    c/gains-root c/spins-in-threads node/spins-in-workers.mjs c/timers c/false-rest c/thinks-on
    python/fills-tmp.py python/many-files.py c/much-stderr c/new-session
    java/Plays python/event-loop.py
    c/socket-buffers c/sends-descriptors c/large-pipes python/sockets.py c/asks-about-host
    python/locks.py c/watches-files c/shared-futex c/touches-devices c/talks
    c/waits-like-vfork c/populates c/becomes-itself c/other-names c/undumpable c/many-maps
    c/raises-itself c/newer-calls
  `),
  'time limit': words(`
    c/stops-itself python/ignores-term.py python/never-reads.py node/busy-loop.mjs
    c/half-a-line c/closes-stdout c/floods-stderr
  `),
  'memory limit': words(`
    c/memory-malloc
    c/memory-shared
    c/memory-jump
    c/first-thread-ends
    c/page-tables
    c/gives-back-in-time
    c/hidden-shared-memory
    c/deep-recursion
    java/OutsideTheHeap
    node/shared-memory.mjs
    python/memory.py
    node/memory.mjs
  `),
  'line too long': words('c/floods-stdout'),
  'out of turn': words('python/floods-lines.py c/moves-ahead python/early.py'),
  'illegal output': words(`
    python/junk.py
    c/nul
    python/escapes.py
    node/not-a-number.mjs
    python/huge-number.py
  `),
  exited: words(`
    python/exits-at-once.py
    c/exits-after-move
    python/exits-137.py
    python/throws.py
    node/throws.mjs
    c/dies-by-its-own-hand
  `),
  crashed: words('c/segfault c/aborts'),
}

export interface Case {
  readonly program: string
  readonly verdict: Verdict
}

export const CASES: readonly Case[] = VERDICTS.flatMap((verdict) =>
  PROGRAMS[verdict].map((program) => ({ program, verdict })),
)

/** Programs that play against themselves. */
export const AGAINST_ITSELF: ReadonlySet<string> = new Set(['c/talks'])

/** Attacks that succeed without the filter. */
export const STOPPED_BY_FILTER: Readonly<Record<string, readonly string[]>> = {
  'c/spawn-ways': ['fork', 'vfork', 'clone', 'posix_spawn', 'system', 'popen'],
  'python/spawn-ways.py': ['os.fork', 'os.system', 'subprocess', 'multiprocessing'],
  'node/spawns.mjs': ['spawn', 'fork', 'execSync'],
  'c/daemon': ['daemon'],
  'c/exec-then-fork': ['fork after exec'],
  'c/ptrace': ['ptrace traceme', 'process_vm_readv', 'process_vm_writev'],
  'c/affinity': ['sched_setaffinity', 'more than one core'],
  'c/hidden-memory': ['memfd_create', 'shmget'],
  'c/socket-buffers': ['a socket', 'a larger buffer'],
  'c/sends-descriptors': ['a descriptor in flight', 'a descriptor for the host'],
  'c/large-pipes': ['a pipe of a megabyte'],
  'c/asks-about-host': ['its interfaces', 'its hardware', 'SO_PEERCRED', 'a name in its network'],
  'python/locks.py': ['flock', 'flock of a device', 'lockf'],
  'c/watches-files': ['inotify_init1', 'inotify_add_watch', 'F_NOTIFY'],
  'c/shared-futex': ['FUTEX_WAKE', 'FUTEX_REQUEUE'],
  'c/touches-devices': ['utimensat', 'utimensat by name'],
  'c/talks': ['a lock', 'a lock of one byte', 'who reads', 'a name', 'a time'],
  'c/wakes-itself': ['a timer that continues', 'a pipe that continues'],
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** How a contest with a hostile program must end. */
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
  `),
  'time limit': words(`
    c/stops-itself python/ignores-term.py python/never-reads.py node/busy-loop.mjs
    c/half-a-line c/closes-stdout c/floods-stderr
  `),
  'memory limit': words(`
    c/memory-malloc
    c/memory-shared
    c/memory-jump
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

/** Those that get through when the filter is left out, and by what. */
export const STOPPED_BY_FILTER: Readonly<Record<string, readonly string[]>> = {
  'c/spawn-ways': ['fork', 'vfork', 'clone', 'posix_spawn', 'system', 'popen'],
  'python/spawn-ways.py': ['os.fork', 'os.system', 'subprocess', 'multiprocessing'],
  'node/spawns.mjs': ['spawn', 'fork', 'execSync'],
  'c/daemon': ['daemon'],
  'c/exec-then-fork': ['fork after exec'],
  'c/ptrace': ['ptrace traceme', 'process_vm_readv', 'process_vm_writev'],
  'c/affinity': ['sched_setaffinity', 'more than one core'],
  'c/hidden-memory': ['memfd_create', 'shmget'],
  'c/wakes-itself': ['a timer that continues', 'a pipe that continues'],
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/**
 * A running program that plays. No method throws because of what the program does: a full or closed pipe, a crash at
 * any moment and a flood of output are all expected.
 */
export interface BotProcess extends AsyncDisposable {
  /** Writes to its stdin. False once it has closed it or left too much unread: then nothing is sent any more. */
  write(text: string): boolean
  closeInput(): void
  /**
   * The next bytes from its stdout, at most 64 KiB; undefined once it is closed. While a read is pending, another call
   * gives the same promise.
   */
  read(): Promise<Buffer | undefined>
  /** Bytes that have arrived and were not read; for a suspended bot that is output out of turn. */
  readonly ahead: number
  /** All its output so far, at most 64 KiB, without waiting. Suspend the program first for an exact answer. */
  drain(): Promise<Buffer>
  /** The first bytes of its stderr. */
  errors(): string
  /** What came after the word `remark` in the last line of its stderr that begins so; each such line is given once at most. */
  takeRemark(): string | undefined
  /** Resolves when all that a suspended bot has written before has arrived; undefined if it has arrived already. */
  arrival(): Promise<void> | undefined
  /**
   * Stops all its processes and threads. Gives true, at once or by a promise, when all of them have provably stopped or ended; false
   * where the platform cannot prove it. Input for a suspended bot is buffered until it is resumed. A bot that runs on
   * for more than `mostMs` of CPU time, in a system call that no signal interrupts, is killed.
   *
   * With `onHeld` it may be true before the stop is seen, for a bot that has one thread and has stopped at once
   * before: it runs no more code of its own. `onHeld` gets a promise of the CPU time in milliseconds that the kernel
   * still spends on it until it is seen stopped or is resumed; 0 if that is less than a millisecond.
   */
  suspend(mostMs?: number, onHeld?: (overrun: Promise<number>) => void): boolean | Promise<boolean>
  /** The CPU time it took after the last `suspend`, in milliseconds. */
  readonly overrunMs: number
  resume(): void
  /**
   * CPU time of all its processes and threads since the start, in milliseconds; undefined where the system does not
   * tell.
   */
  spent(): number | undefined
  /**
   * The peak memory of all its processes so far, in bytes; undefined where the system does not tell. After its end it
   * is the last known value.
   */
  peakMemory(): number | undefined
  /** Whether it waits for input now, in a read of its stdin or an event loop; undefined where the kernel does not tell. */
  awaitsInput(): boolean | undefined
  /** Resolves when its own program runs, after the tools that set the sandbox up; at the latest with its end. */
  readonly begun: Promise<void>
  /** Undefined while it runs. */
  readonly end: ProcessEnd | undefined
  /** Resolves as soon as the program has ended; its last output can still be read. */
  readonly ended: Promise<ProcessEnd>
  /** Ends it and all its processes: SIGTERM first, then SIGKILL. */
  stop(): Promise<ProcessEnd>
}

/** Why a program no longer runs. The first cause wins. */
export type ProcessEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  /** Killed by the host, after this much CPU time when it had to stand still. */
  | { readonly kind: 'ran-on'; readonly ms: number }
  | { readonly kind: 'out-of-memory'; readonly limitMb: number }
  /** `blame`: whether the program or the host is at fault; a fault of the host costs no player anything. */
  | { readonly kind: 'could-not-start'; readonly blame: 'bot' | 'host'; readonly message: string }
  /** Ended by the host. */
  | { readonly kind: 'stopped' }

export interface ProcessOptions {
  /** The program and its arguments. A program without a slash is looked for in PATH. */
  readonly argv: readonly [string, ...string[]]
  /** Where it starts; programs and files with relative names are found from here. */
  readonly cwd: string
  /** Added to the environment; in a sandbox that is otherwise empty. */
  readonly env?: Readonly<Record<string, string>>
  readonly sandbox?: SandboxOptions
  /** Runs it on a pseudo-terminal, for programs that buffer their output when it is a pipe. */
  readonly pty?: boolean
  /** Bytes of stderr that are kept. */
  readonly stderrCap?: number
}

export interface SandboxOptions {
  readonly memoryMb?: number
  /** Core numbers it may run on; a leased core if left out. */
  readonly cores?: readonly number[]
  /** Decides which program it shares a leased core with. */
  readonly match?: MatchOnCores
  /**
   * How many matches the host plays at once, if known: with enough cores, players that move at the same time get one
   * each.
   */
  readonly matchesAtOnce?: number
  /** CPU time it may take on each core, in seconds; Infinity for no limit. */
  readonly cpuSeconds?: number
  /** The only folder of the machine it may read, besides language runtimes; `cwd` if it is missing. */
  readonly folder?: string
  /** Who wrote the command; an untrusted upload if left out. */
  readonly from?: CommandSource
  /** The team that owns it: if the host runs as root, only the group of that team can read its folder. */
  readonly team?: number
}

/** The match that a program plays in. */
export interface MatchOnCores {
  /** The same object for both players. */
  readonly key: object
  /** Whether both players run at the same time. */
  readonly isSimultaneous: boolean
}

/**
 * Who wrote a command. An upload may name files of its own folder and the runtimes that the machine offers. A person at
 * the keyboard, or the organiser, may name any program.
 */
export type CommandSource = 'upload' | 'person'

export const MEMORY_MB = 1024
export const CPU_SECONDS = 600
export const STDERR_CAP = 64 * 1024
export const CHUNK_CAP = 64 * 1024

/** How a program ended, as the end of a sentence about it. */
export function describeProcessEnd(end: ProcessEnd): string {
  switch (end.kind) {
    case 'exited':
      return `it ended with exit code ${end.code}`
    case 'killed':
      return `it was killed by ${end.signal}`
    case 'ran-on':
      return `it ran on for ${Math.round(end.ms)} ms of processor time when it had to stand still, so it was killed`
    case 'out-of-memory':
      return `it used more than ${end.limitMb} MiB of memory`
    case 'could-not-start':
      return end.message
    case 'stopped':
      return 'it was stopped'
  }
}

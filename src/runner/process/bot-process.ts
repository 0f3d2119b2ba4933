/**
 * A running program that plays. Nothing here throws on what the program does: a pipe that is full or closed, a
 * death at any moment and a flood of output are all ordinary.
 */
export interface BotProcess extends AsyncDisposable {
  /** Sends text to its stdin. False: it reads too little to be sent anything ever again, or has closed it. */
  write(text: string): boolean
  closeInput(): void
  /**
   * The next bytes from its stdout, at most 64 KiB; undefined once it is closed. A read that nobody waits for any
   * longer stays open: the next call gives the same promise.
   */
  read(): Promise<Buffer | undefined>
  /** Bytes that have come without being asked for; for a suspended bot that is output out of turn. */
  readonly ahead: number
  /** All it has sent so far, at most 64 KiB of it, without waiting for more. Suspend it first to have it exact. */
  drain(): Promise<Buffer>
  /** The first bytes of its stderr. */
  errors(): string
  /**
   * Makes every process and thread of it stand still, by the time the promise gives true, or be gone. False where the
   * platform has no proof of it. What is written to a suspended bot reaches it when it is resumed. One that runs on for
   * more than `mostMs` of CPU time, in a call of the kernel that no signal stops, is killed.
   */
  suspend(mostMs?: number): Promise<boolean>
  /** How long it has run on after it was last suspended, in milliseconds of CPU time. */
  readonly overrunMs: number
  resume(): void
  /** CPU time of all its processes and threads since the start, in milliseconds; undefined where nobody can say. */
  spent(): number | undefined
  /**
   * The most memory all its processes have had so far, in bytes; undefined where nobody can say. After its end that is
   * what was known before.
   */
  peakMemory(): number | undefined
  /** Whether it waits for input now, in a read of its stdin or an event loop; undefined where the kernel does not tell. */
  awaitsInput(): boolean | undefined
  /** Comes when its own program runs, in the place of what has set the sandbox up; at the latest with its end. */
  readonly begun: Promise<void>
  /** Undefined while it runs. */
  readonly end: ProcessEnd | undefined
  /** Comes as soon as the program has ended; what it wrote before can still be read. */
  readonly ended: Promise<ProcessEnd>
  /** Ends it, politely if it lets us, and everything it has started. */
  stop(): Promise<ProcessEnd>
}

/** Why a program no longer runs. The first cause wins. */
export type ProcessEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'out-of-memory'; readonly limitMb: number }
  /** `blame`: whether the program itself or the machine was at fault; the machine's fault is nobody's loss. */
  | { readonly kind: 'could-not-start'; readonly blame: 'bot' | 'host'; readonly message: string }
  /** By us. */
  | { readonly kind: 'stopped' }

export interface ProcessOptions {
  /** The program and its arguments. A program without a slash is looked for in PATH. */
  readonly argv: readonly [string, ...string[]]
  /** Where it starts; programs and files with relative names are found from here. */
  readonly cwd: string
  /** Added to the environment; in a sandbox that is otherwise empty. */
  readonly env?: Readonly<Record<string, string>>
  readonly sandbox?: SandboxOptions
  /** Makes its stdout a terminal, for programs that keep their output back when it is a pipe. */
  readonly pty?: boolean
  /** Bytes of stderr that are kept. */
  readonly stderrCap?: number
}

export interface SandboxOptions {
  readonly memoryMb?: number
  /** Core numbers it may run on; without them, one that is leased. */
  readonly cores?: readonly number[]
  /** Decides which program it shares a leased core with. */
  readonly match?: MatchOnCores
  /** Matches that the host plays at once, if that is known: with cores to spare, players that move at once get one each. */
  readonly matchesAtOnce?: number
  /** CPU time it may take on each core, in seconds; Infinity for no limit. */
  readonly cpuSeconds?: number
  /** The only folder of the machine it may read, besides language runtimes; `cwd` if it is missing. */
  readonly folder?: string
  /** Whose words the command is made of; a stranger's, unless it says otherwise. */
  readonly from?: CommandSource
  /** The team that owns it: where we are root, its folder is open to the group of that team alone. */
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
    case 'out-of-memory':
      return `it used more than ${end.limitMb} MiB of memory`
    case 'could-not-start':
      return end.message
    case 'stopped':
      return 'it was stopped'
  }
}

import { beginsWith, numberAt, page, ProcFile, skipFields } from './proc-file.ts'
import { fieldsFromState } from './watched-process.ts'

/**
 * A process that has one thread and no children, as far as it does. Blocked in read(2) on its stdin, it is as still as a
 * stopped one: only the host can wake it, because the host holds the other end of the pipe. With SIGSTOP pending it runs
 * no more code of its own: the kernel takes the signal before it returns to user mode.
 */
export class SoleThread implements Disposable {
  readonly #stat: ProcFile
  readonly #syscall: ProcFile
  readonly #schedstat: ProcFile
  readonly #status: ProcFile
  readonly #children: ProcFile
  readonly #stdinInfo: ProcFile
  readonly #io: ProcFile | undefined
  /** What the kernel says about the pipe that is its stdin, its inode among it. */
  readonly #ourPipe: Buffer
  #spentNs = 0
  #hasReaped = false

  /** Undefined where the kernel does not tell. */
  static open(pid: number): SoleThread | undefined {
    try {
      return new SoleThread(pid)
    } catch {
      return undefined
    }
  }

  private constructor(pid: number) {
    this.#stat = new ProcFile(`/proc/${pid}/stat`)
    this.#syscall = new ProcFile(`/proc/${pid}/syscall`)
    this.#schedstat = new ProcFile(`/proc/${pid}/schedstat`)
    this.#status = new ProcFile(`/proc/${pid}/status`)
    this.#children = new ProcFile(`/proc/${pid}/task/${pid}/children`)
    this.#stdinInfo = new ProcFile(`/proc/${pid}/fdinfo/0`)
    this.#io = ProcFile.openIfThere(`/proc/${pid}/io`)
    this.#ourPipe = Buffer.from(page.subarray(0, Math.max(0, this.#stdinInfo.read())))
  }

  /** Reads the CPU time first, so that `hasStirred` sees anything it does from then on. */
  isAtRest(): boolean {
    this.#spentNs = this.#readSpent()
    if (!this.#isOneThread()) return false
    const fields = fieldsFromState()
    // Only for a sleeping process: during an exec, reading the files below would block.
    if (page[fields] !== SLEEPING) return false
    if ((numberAt(skipFields(fields, 31)) & ~HARMLESS) !== 0) return false
    return this.#isReadingStdin() && this.#children.read() === 0 && this.#isOurPipe()
  }

  /** To be called after SIGSTOP was sent. Notes the CPU time, which is exact for a process that is off the processor. */
  look(): Look {
    if (!this.#isOneThread()) return 'others'
    const isStopped = page[fieldsFromState()] === STOPPED
    if (this.#children.read() !== 0) return 'others'
    this.#spentNs = this.#readSpent()
    if (isStopped) return 'stopped'
    const arrivals = numberAt(skipFields(0, 2))
    return this.#countDepartures() === arrivals ? 'held' : 'running'
  }

  /** Whether it has one thread and no children now. */
  isSole(): boolean {
    return this.#isOneThread() && this.#children.read() === 0
  }

  /** The CPU time that it took since the last `look`, in milliseconds. */
  ranForMs(): number {
    const now = this.#readSpent()
    return now < 0 ? 0 : (now - this.#spentNs) / 1e6
  }

  /** Its CPU time in milliseconds; undefined if it ever had children, because theirs is not included. */
  spentMs(): number | undefined {
    const now = this.#hasReaped ? -1 : this.#readSpent()
    return now < 0 ? undefined : now / 1e6
  }

  /** The same as of the last `isAtRest`, without another read. */
  spentAtRestMs(): number | undefined {
    return this.#hasReaped ? undefined : this.#spentNs / 1e6
  }

  /** How many bytes it has written, wherever to; -1 if the kernel does not tell. */
  writtenBytes(): number {
    return this.#io && this.#io.read() > 0 ? numberAt(skipFields(0, 2)) : -1
  }

  /** Whether it has run since it was seen at rest. */
  hasStirred(): boolean {
    return this.#readSpent() !== this.#spentNs
  }

  [Symbol.dispose](): void {
    this.#stat[Symbol.dispose]()
    this.#syscall[Symbol.dispose]()
    this.#schedstat[Symbol.dispose]()
    this.#status[Symbol.dispose]()
    this.#children[Symbol.dispose]()
    this.#stdinInfo[Symbol.dispose]()
    this.#io?.[Symbol.dispose]()
  }

  /** Leaves its stat file in `page`. */
  #isOneThread(): boolean {
    if (this.#stat.read() <= 0) return false
    const childUser = skipFields(fieldsFromState(), 13)
    this.#hasReaped = numberAt(childUser) !== 0 || numberAt(skipFields(childUser, 1)) !== 0
    return numberAt(skipFields(childUser, 4)) === 1
  }

  #isReadingStdin(): boolean {
    return beginsWith(READ_STDIN, this.#syscall.read())
  }

  /** Whether its stdin is still our pipe: a timer descriptor in its place would wake the process. */
  #isOurPipe(): boolean {
    const length = this.#stdinInfo.read()
    return length === this.#ourPipe.length && beginsWith(this.#ourPipe, length)
  }

  /** How often it has left a core. The kernel counts in schedstat how often it has come to one: one more while it runs. */
  #countDepartures(): number {
    const length = this.#status.read()
    const last = page.lastIndexOf('\t', length)
    const voluntary = page.lastIndexOf('\t', last - 1)
    return length <= 0 ? -1 : numberAt(voluntary + 1) + numberAt(last + 1)
  }

  #readSpent(): number {
    return this.#schedstat.read() > 0 ? numberAt(0) : -1
  }
}

/**
 * What a process is, once SIGSTOP was sent: stopped; off the processor with the signal pending; still on the processor; or
 * one with other threads or children.
 */
export type Look = 'stopped' | 'held' | 'running' | 'others'

const SLEEPING = 'S'.charCodeAt(0)
const STOPPED = 'T'.charCodeAt(0)

/** The number of read(2) and its first argument. */
const READ_STDIN = Buffer.from(process.arch === 'arm64' ? '63 0x0 ' : '0 0x0 ')

/** Signals that a program may handle and still be trusted to rest: no timer sends them. */
const HARMLESS = [1, 2, 3, 4, 6, 7, 8, 11, 13, 15, 17, 28].reduce(
  (mask, signal) => mask | (1 << (signal - 1)),
  0,
)

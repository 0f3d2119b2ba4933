import { readlinkSync } from 'node:fs'
import { numberAt, page, ProcFile, skipFields } from './proc-file.ts'
import { fieldsFromState } from './watched-process.ts'

/**
 * Detects that a single-threaded process without children is blocked in read(2) on its stdin. Such a process is as
 * still as a stopped one: only the host can wake it, because the host holds the other end of the pipe.
 */
export class RestWatch implements Disposable {
  readonly #pid: number
  readonly #stat: ProcFile
  readonly #syscall: ProcFile
  readonly #schedstat: ProcFile
  readonly #children: ProcFile
  readonly #stdin: string
  #spentNs = 0
  #hasReaped = false

  /** Undefined where the kernel does not tell. */
  static open(pid: number): RestWatch | undefined {
    try {
      return new RestWatch(pid)
    } catch {
      return undefined
    }
  }

  private constructor(pid: number) {
    this.#pid = pid
    this.#stat = new ProcFile(`/proc/${pid}/stat`)
    this.#syscall = new ProcFile(`/proc/${pid}/syscall`)
    this.#schedstat = new ProcFile(`/proc/${pid}/schedstat`)
    this.#children = new ProcFile(`/proc/${pid}/task/${pid}/children`)
    this.#stdin = readlinkSync(`/proc/${pid}/fd/0`)
  }

  /** Reads the CPU time first, so that `hasStirred` sees anything it does from then on. */
  isAtRest(): boolean {
    this.#spentNs = this.#readSpent()
    if (this.#stat.read() <= 0) return false
    const fields = fieldsFromState()
    // Only for a sleeping process: during an exec, reading the files below would block.
    if (page[fields] !== SLEEPING) return false
    const childUser = skipFields(fields, 13)
    this.#hasReaped = numberAt(childUser) !== 0 || numberAt(skipFields(childUser, 1)) !== 0
    const threads = skipFields(childUser, 4)
    if (numberAt(threads) !== 1) return false
    if ((numberAt(skipFields(threads, 14)) & ~HARMLESS) !== 0) return false
    return this.#isReadingStdin() && this.#children.read() === 0 && this.#isOurPipe()
  }

  /**
   * Its CPU time when it was last at rest, in milliseconds; undefined if it ever had children, because theirs is not
   * included.
   */
  get spentMs(): number | undefined {
    return this.#hasReaped || this.#spentNs < 0 ? undefined : this.#spentNs / 1e6
  }

  /** Whether it has run since it was seen at rest. */
  hasStirred(): boolean {
    return this.#readSpent() !== this.#spentNs
  }

  [Symbol.dispose](): void {
    for (const file of [this.#stat, this.#syscall, this.#schedstat, this.#children]) file[Symbol.dispose]()
  }

  #isReadingStdin(): boolean {
    const length = this.#syscall.read()
    return (
      length > READ_STDIN.length && page.compare(READ_STDIN, 0, READ_STDIN.length, 0, READ_STDIN.length) === 0
    )
  }

  /** Whether its stdin is still our pipe: a timer descriptor in its place would wake the process. */
  #isOurPipe(): boolean {
    try {
      return readlinkSync(`/proc/${this.#pid}/fd/0`) === this.#stdin
    } catch {
      return false
    }
  }

  #readSpent(): number {
    return this.#schedstat.read() > 0 ? numberAt(0) : -1
  }
}

const SLEEPING = 'S'.charCodeAt(0)

/** The number of read(2) and its first argument. */
const READ_STDIN = Buffer.from(process.arch === 'arm64' ? '63 0x0 ' : '0 0x0 ')

/** Signals that a program may handle and still be trusted to rest: no timer sends them. */
const HARMLESS = [1, 2, 3, 4, 6, 7, 8, 11, 13, 15, 17, 28].reduce(
  (mask, signal) => mask | (1 << (signal - 1)),
  0,
)

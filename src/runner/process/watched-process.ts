import { readdirSync } from 'node:fs'
import { isShortage } from '../is-shortage.ts'
import { memoryOf } from './memory-of.ts'
import { numberAt, page, ProcFile, skipFields } from './proc-file.ts'

/** One process of a bot, as /proc shows it. */
export class WatchedProcess implements Disposable {
  readonly pid: number
  readonly #threads = new Map<number, Thread>()
  /** The stat file of the whole process, which also counts the threads that have ended. */
  readonly #stat: ProcFile
  #spentMs = 0

  /** Undefined if there is no such process. Throws if the host has no descriptors left. */
  static open(pid: number): WatchedProcess | undefined {
    try {
      return new WatchedProcess(pid)
    } catch (error) {
      if (isShortage(error)) throw error
      return undefined
    }
  }

  private constructor(pid: number) {
    this.pid = pid
    this.#stat = new ProcFile(`/proc/${pid}/stat`)
    this.#threads.set(pid, new Thread(pid, pid))
  }

  get isGone(): boolean {
    return this.#stat.read() <= 0
  }

  name(): string | undefined {
    const length = this.#stat.read()
    return length <= 0 ? undefined : page.toString('latin1', page.indexOf('(') + 1, fieldsFromState() - 2)
  }

  /** Whether every thread has stopped. A process that is gone counts as stopped. */
  isStopped(): boolean {
    if (!this.#areThreadsStill()) return false
    // Counted after all known threads have stopped: no thread is left that could start another.
    const count = this.#countThreads()
    if (count <= 0) return true
    if (count === this.#threads.size && !this.#isThreadGone()) return true
    this.#listThreads()
    return this.#areThreadsStill() && this.#countThreads() <= this.#threads.size
  }

  /**
   * Whether a thread is in a read of stdin, or the main thread in an event loop: a program that waits for input does
   * one of the two. Undefined where the kernel does not tell.
   */
  awaitsInput(): boolean | undefined {
    if (this.#countThreads() !== this.#threads.size) this.#listThreads()
    const calls = [...this.#threads].map(([id, thread]) => [id, thread.syscall()] as const)
    if (calls.every(([, call]) => call === undefined)) return undefined
    return calls.some(
      ([id, call = '']) => READS_STDIN.test(call) || (id === this.pid && EVENT_LOOP.test(call)),
    )
  }

  children(): readonly number[] {
    if (this.#threads.size === 1) return (this.#threads.get(this.pid) as Thread).children()
    return [...this.#threads.values()].flatMap((thread) => thread.children())
  }

  /** CPU time in milliseconds, with that of children it has waited for; never less than it was before. */
  spentMs(): number {
    if (this.#stat.read() <= 0) return this.#spentMs
    const fields = fieldsFromState()
    const user = skipFields(fields, 11)
    const system = skipFields(user, 1)
    const childUser = skipFields(system, 1)
    const childSystem = skipFields(childUser, 1)
    const own = (numberAt(user) + numberAt(system)) * MS_PER_TICK
    const reaped = (numberAt(childUser) + numberAt(childSystem)) * MS_PER_TICK
    if (numberAt(skipFields(fields, 17)) !== this.#threads.size) this.#listThreads()
    let threads = 0
    for (const thread of this.#threads.values()) threads += thread.spentMs()
    // Ticks are coarse, but include threads that have ended.
    this.#spentMs = Math.max(this.#spentMs, Math.max(own, threads) + reaped)
    return this.#spentMs
  }

  /** Its peak memory in bytes; 0 if it has ended or the system does not tell. */
  peakBytes(): number {
    const peak = memoryOf(this.pid)?.peak
    // Checked afterwards: while the process exists, its pid cannot be in use by another.
    return peak === undefined || this.isGone ? 0 : peak
  }

  [Symbol.dispose](): void {
    this.#stat[Symbol.dispose]()
    for (const thread of this.#threads.values()) thread[Symbol.dispose]()
    this.#threads.clear()
  }

  #areThreadsStill(): boolean {
    for (const thread of this.#threads.values()) if (thread.isRunning()) return false
    return true
  }

  #isThreadGone(): boolean {
    for (const thread of this.#threads.values()) if (thread.isGone) return true
    return false
  }

  #countThreads(): number {
    return this.#stat.read() > 0 ? numberAt(skipFields(fieldsFromState(), 17)) : 0
  }

  #listThreads(): void {
    let present: Set<number>
    try {
      present = new Set(readdirSync(`/proc/${this.pid}/task`).map(Number))
    } catch {
      return
    }
    for (const [id, thread] of this.#threads) {
      if (present.has(id) && !thread.isGone) continue
      thread[Symbol.dispose]()
      this.#threads.delete(id)
    }
    for (const id of present) {
      if (this.#threads.has(id)) continue
      try {
        this.#threads.set(id, new Thread(this.pid, id))
      } catch {
        // It has ended in the meantime.
      }
    }
  }
}

/** Linux shows times to programs in hundredths of a second on every architecture we know. */
const MS_PER_TICK = 10

class Thread implements Disposable {
  isGone = false
  readonly #stat: ProcFile
  readonly #schedstat: ProcFile
  readonly #children: ProcFile | undefined
  readonly #syscall: ProcFile | undefined
  #spentMs = 0

  constructor(pid: number, id: number) {
    const folder = `/proc/${pid}/task/${id}`
    this.#stat = new ProcFile(`${folder}/stat`)
    this.#schedstat = new ProcFile(`${folder}/schedstat`)
    this.#children = ProcFile.openIfThere(`${folder}/children`)
    this.#syscall = ProcFile.openIfThere(`${folder}/syscall`)
  }

  isRunning(): boolean {
    this.isGone = this.#stat.read() <= 0
    if (this.isGone) return false
    const state = page[fieldsFromState()] as number
    if (!STILL.has(state)) return true
    // The state changes a little before the thread leaves its core. Reading this file waits until it has.
    if (STOPPED.has(state)) this.#syscall?.read()
    return false
  }

  /** The system call it is in, by number, and its first argument; undefined where the kernel does not tell. */
  syscall(): string | undefined {
    const length = this.#syscall?.read() ?? 0
    return length <= 0 ? undefined : page.toString('latin1', 0, Math.min(length, 24))
  }

  children(): readonly number[] {
    const length = this.#children?.read() ?? 0
    return length <= 0 ? NONE : page.toString('latin1', 0, length).trim().split(' ').map(Number)
  }

  spentMs(): number {
    if (this.#schedstat.read() > 0) this.#spentMs = numberAt(0) / 1e6
    else this.isGone = true
    return this.#spentMs
  }

  [Symbol.dispose](): void {
    for (const file of [this.#stat, this.#schedstat, this.#children, this.#syscall]) file?.[Symbol.dispose]()
  }
}

const NONE: readonly number[] = []

/** read, readv or recvfrom of descriptor 0. */
const READS_STDIN = process.arch === 'arm64' ? /^(?:63|65|207) 0x0 / : /^(?:0|19|45) 0x0 /

/** ppoll, pselect6, epoll_pwait and epoll_pwait2; on x64 also poll, select and epoll_wait. */
const EVENT_LOOP = process.arch === 'arm64' ? /^(?:73|72|22|441) / : /^(?:7|23|232|270|271|281|441) /

/** Stopped, stopped by a tracer. */
const STOPPED = new Set(Buffer.from('Tt'))

/** Zombies and dead ones, too. */
const STILL = new Set(Buffer.from('TtZX'))

/** The pid and the name end before this offset; the bytes beyond may be left from another file. */
const NAME_ENDS_BEFORE = 96

/** Where the third field, the state, begins: the name before it may contain any bytes, also spaces and brackets. */
export function fieldsFromState(): number {
  let at = NAME_ENDS_BEFORE
  while (at >= 0 && page[at] !== BRACKET) at--
  return at + 2
}

const BRACKET = ')'.charCodeAt(0)

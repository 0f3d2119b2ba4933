import { WatchedProcess } from './watched-process.ts'

/**
 * All processes of a bot: a root and its descendants. A process once seen stays in the tree even if its parent ends.
 */
export class ProcessTree implements Disposable {
  readonly root: number
  readonly #group: number | undefined
  readonly #processes = new Map<number, WatchedProcess>()
  #spentMs = 0
  /** The error that kept a process from being watched. */
  #blindness: unknown

  /** `group`: the process group that the root leads, if it does. */
  constructor(root: number, group?: number) {
    this.root = root
    this.#group = group
    this.#watch(root)
  }

  signal(signal: NodeJS.Signals): void {
    sendSignal(this.#group === undefined ? this.root : -this.#group, signal)
    if (this.#processes.size > 1)
      for (const pid of this.#processes.keys()) if (pid !== this.root) sendSignal(pid, signal)
  }

  /**
   * Checks once, after SIGSTOP was sent, whether all processes have stopped; new processes get SIGSTOP now. Throws if
   * the host has no resources to check.
   */
  isStopped(): boolean {
    let all = true
    this.#blindness = undefined
    if (!this.#processes.has(this.root)) this.#watch(this.root)
    this.#visit(
      (process) => {
        if (!process.isStopped()) all = false
      },
      (pid) => {
        sendSignal(pid, 'SIGSTOP')
        all = false
      },
    )
    if (this.#blindness !== undefined) throw this.#blindness
    return all
  }

  /** Whether one of its threads waits for input; undefined where the kernel does not tell. */
  awaitsInput(): boolean | undefined {
    let isAwaited: boolean | undefined
    this.#visit((process) => {
      const one = process.awaitsInput()
      if (one !== undefined) isAwaited = isAwaited === true || one
    })
    return isAwaited
  }

  /** The name of the program that the root runs, as the kernel has it: at most 15 characters. */
  rootName(): string | undefined {
    return this.#processes.get(this.root)?.name()
  }

  /** CPU time in milliseconds; never less than before. */
  spentMs(): number {
    let spent = 0
    this.#visit((process) => {
      spent += process.spentMs()
    })
    this.#spentMs = Math.max(this.#spentMs, spent)
    return this.#spentMs
  }

  /** The sum of the peak memory of its processes, in bytes; 0 if unknown. */
  peakBytes(): number {
    let peak = 0
    this.#visit((process) => {
      peak += process.peakBytes()
    })
    return peak
  }

  /** Adds new processes and drops those that have ended. */
  refresh(): void {
    this.#visit(() => {})
  }

  [Symbol.dispose](): void {
    for (const process of this.#processes.values()) process[Symbol.dispose]()
    this.#processes.clear()
  }

  /** Parents first: only a stopped process can fork no more children. */
  #visit(look: (process: WatchedProcess) => void, onNew?: (pid: number) => void): void {
    // The map may grow during the loop: processes that are found are visited, too.
    for (const process of this.#processes.values()) {
      look(process)
      for (const child of process.children()) {
        if (this.#processes.has(child)) continue
        this.#watch(child)
        onNew?.(child)
      }
    }
    if (this.#processes.size > 1) this.#forgetGone()
  }

  #watch(pid: number): void {
    try {
      const process = WatchedProcess.open(pid)
      if (process) this.#processes.set(pid, process)
    } catch (error) {
      this.#blindness = error
    }
  }

  #forgetGone(): void {
    for (const [pid, process] of this.#processes) {
      if (pid === this.root || !process.isGone) continue
      process[Symbol.dispose]()
      this.#processes.delete(pid)
    }
  }
}

/** Ignores processes that are gone, and those that belong to another user. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone.
  }
}

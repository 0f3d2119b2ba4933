import { WatchedProcess } from './watched-process.ts'

/**
 * All processes of a bot: a root, what it has started, and what those have started. A process once seen is kept
 * in sight even if its parent ends.
 */
export class ProcessTree implements Disposable {
  readonly root: number
  readonly #group: number | undefined
  readonly #processes = new Map<number, WatchedProcess>()
  #spentMs = 0
  /** Why one of them could not be watched. */
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
   * One look, after SIGSTOP was sent, at whether everything stands still; who is new is sent SIGSTOP now. Throws if the
   * host has no room to look: then there is no proof either way.
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

  /** What program the root is now, as the kernel calls it: at most 15 characters. */
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

  /** What each process there is has had at most, in bytes, added up; 0 when nobody can say. */
  peakBytes(): number {
    let peak = 0
    this.#visit((process) => {
      peak += process.peakBytes()
    })
    return peak
  }

  /** Finds who is new and forgets who is gone. */
  refresh(): void {
    this.#visit(() => {})
  }

  [Symbol.dispose](): void {
    for (const process of this.#processes.values()) process[Symbol.dispose]()
    this.#processes.clear()
  }

  /** Parents first: only when a process stands still are its children all there will be. */
  #visit(look: (process: WatchedProcess) => void, onNew?: (pid: number) => void): void {
    // A map may grow while it is walked through: whoever is found is visited, too.
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

/** A process that is gone needs no signal; one that may not be signalled is not ours. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone.
  }
}

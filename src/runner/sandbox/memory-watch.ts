import { readFileSync } from 'node:fs'
import { descendantsOf } from '../process/descendants.ts'
import { memoryOf } from '../process/memory-of.ts'
import { page, ProcFile } from '../process/proc-file.ts'
import type { SandboxPolicy } from './sandbox-policy.ts'

/** Sums the memory of all processes of a sandbox, where no control group counts it. */
export class MemoryWatch implements Disposable {
  readonly #init: number
  readonly #limit: number
  readonly #purpose: SandboxPolicy['kind']
  /** The number of sockets in the sandbox's network namespace; its pipes to the host are not included. */
  readonly #sockets: ProcFile | undefined
  #looksLeft = 0

  /** `init`: the host's pid of the first process of the sandbox. */
  constructor(init: number, limitMb: number, purpose: SandboxPolicy['kind']) {
    this.#init = init
    this.#limit = limitMb * 1024 * 1024
    this.#purpose = purpose
    this.#sockets = openSockets(init)
  }

  /** Checks the memory. With many processes only some of the calls check, to limit the cost. */
  isExceeded(): boolean {
    if (--this.#looksLeft > 0) return false
    const all = descendantsOf(this.#init)
    this.#looksLeft = all.length
    let held = this.#socketBytes()
    for (const pid of all) {
      const memory = memoryOf(pid)
      // A bot is one process, and its peak includes memory that it has freed before this check. Peaks of a build's processes do
      // not add up: they come one after the other.
      held += (this.#purpose === 'play' ? memory?.peak : memory?.now) ?? 0
    }
    return held > this.#limit
  }

  [Symbol.dispose](): void {
    this.#sockets?.[Symbol.dispose]()
  }

  /** The most that the sockets can hold: the kernel does not tell what their buffers contain. */
  #socketBytes(): number {
    const length = this.#sockets?.read() ?? 0
    const used =
      length <= 0 ? undefined : /^sockets: used (\d+)$/m.exec(page.toString('latin1', 0, length))?.[1]
    return Number(used ?? 0) * socketBytes()
  }
}

/**
 * The size of a send buffer, which the seccomp filter keeps fixed, and the same again for the last message that exceeds
 * it.
 */
function socketBytes(): number {
  bytesOfSocket ??= 2 * Number(readFileSync('/proc/sys/net/core/wmem_default', 'utf8'))
  return bytesOfSocket
}

let bytesOfSocket: number | undefined

function openSockets(pid: number): ProcFile | undefined {
  try {
    return new ProcFile(`/proc/${pid}/net/sockstat`)
  } catch {
    return undefined
  }
}

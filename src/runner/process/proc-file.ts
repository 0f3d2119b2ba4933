import { closeSync, openSync, readSync } from 'node:fs'

/** The shared read buffer: valid until the next read of any file. */
export const page = Buffer.alloc(8192)

/**
 * A small file below /proc that is read repeatedly. It stays open: reads are ten times cheaper, and they fail once the
 * process is gone, even if its pid is in use again.
 */
export class ProcFile implements Disposable {
  readonly #fd: number

  /** Undefined where the kernel has no such file. */
  static openIfThere(path: string): ProcFile | undefined {
    try {
      return new ProcFile(path)
    } catch {
      return undefined
    }
  }

  constructor(path: string) {
    this.#fd = openSync(path, 'r')
  }

  /** Fills `page` and gives the number of bytes; -1 when the process is gone. */
  read(): number {
    try {
      return readSync(this.#fd, page, 0, page.length, 0)
    } catch {
      return -1
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd)
  }
}

const SPACE = 0x20
const ZERO = 0x30

/** The whole number at `from` in `page`. */
export function numberAt(from: number): number {
  let value = 0
  for (let i = from; ; i++) {
    const digit = (page[i] as number) - ZERO
    if (digit < 0 || digit > 9) return value
    value = value * 10 + digit
  }
}

/** Whether the first `length` bytes of `page` begin with `bytes`. */
export function beginsWith(bytes: Uint8Array, length: number): boolean {
  if (length < bytes.length) return false
  for (let i = 0; i < bytes.length; i++) if (page[i] !== bytes[i]) return false
  return true
}

/** Where the field `count` fields further on begins. */
export function skipFields(from: number, count: number): number {
  let at = from
  for (let left = count; left > 0; at++) if (page[at] === SPACE) left--
  return at
}

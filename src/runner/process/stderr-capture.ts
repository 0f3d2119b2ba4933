import type { Readable } from 'node:stream'

/** Keeps the beginning of a program's stderr and lets the rest go by, so that it is never held up by it. */
export class StderrCapture {
  readonly #kept: Buffer[] = []
  #room: number

  constructor(stream: Readable, cap: number) {
    this.#room = cap
    stream.on('data', (chunk: Buffer) => {
      if (this.#room <= 0) return
      // A copy: the chunk is a view of a larger buffer.
      this.#kept.push(Buffer.from(chunk.subarray(0, this.#room)))
      this.#room -= chunk.length
    })
    stream.on('error', () => {})
  }

  text(): string {
    return Buffer.concat(this.#kept).toString()
  }
}

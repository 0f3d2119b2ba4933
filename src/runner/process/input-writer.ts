import type { Writable } from 'node:stream'

/** A program that leaves more bytes unread than this, besides what the pipe itself holds, gets no more input. */
const MAX_UNREAD = 64 * 1024

/**
 * Writes to a program's stdin, with back-pressure: after one dropped line the rest would make no sense, so all of it is
 * dropped.
 */
export class InputWriter {
  readonly #stream: Writable
  #isOpen = true
  #isCorked = false
  #isCloseCorked = false
  #corked = ''

  constructor(stream: Writable) {
    this.#stream = stream
    for (const event of ['error', 'close']) stream.on(event, () => (this.#isOpen = false))
  }

  write(text: string): boolean {
    if (this.#stream.writableLength + this.#corked.length > MAX_UNREAD) this.#isOpen = false
    if (!this.#isOpen) return false
    if (this.#isCorked) this.#corked += text
    else this.#stream.write(text)
    return true
  }

  close(): void {
    this.#isOpen = false
    if (this.#isCorked) this.#isCloseCorked = true
    else this.#stream.end()
  }

  /** Buffers all writes from now on: input would wake a program that is to stay suspended. */
  cork(): void {
    this.#isCorked = true
  }

  uncork(): void {
    this.#isCorked = false
    if (this.#corked !== '') this.#stream.write(this.#corked)
    this.#corked = ''
    if (this.#isCloseCorked) this.#stream.end()
  }
}

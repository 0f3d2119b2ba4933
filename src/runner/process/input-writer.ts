import type { Writable } from 'node:stream'

/** Bytes a program may leave unread, beyond what the pipe itself holds, before it is given up as a reader. */
const UNREAD_CAP = 64 * 1024

/** Writes to a program's stdin. After one line was left out the next would mean nothing, so none is sent any more. */
export class InputWriter {
  readonly #stream: Writable
  #isOpen = true

  constructor(stream: Writable) {
    this.#stream = stream
    for (const event of ['error', 'close']) stream.on(event, () => (this.#isOpen = false))
  }

  write(text: string): boolean {
    if (this.#stream.writableLength > UNREAD_CAP) this.#isOpen = false
    if (this.#isOpen) this.#stream.write(text)
    return this.#isOpen
  }

  close(): void {
    this.#isOpen = false
    this.#stream.end()
  }
}

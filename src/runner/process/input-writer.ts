import type { Writable } from 'node:stream'

/** Bytes a program may leave unread, beyond what the pipe itself holds, before it is given up as a reader. */
const UNREAD_CAP = 64 * 1024

/** Writes to a program's stdin. After one line was left out the next would mean nothing, so none is sent any more. */
export class InputWriter {
  readonly #stream: Writable
  #isOpen = true
  #isHeld = false
  #isCloseHeld = false
  #held = ''

  constructor(stream: Writable) {
    this.#stream = stream
    for (const event of ['error', 'close']) stream.on(event, () => (this.#isOpen = false))
  }

  write(text: string): boolean {
    if (this.#stream.writableLength + this.#held.length > UNREAD_CAP) this.#isOpen = false
    if (!this.#isOpen) return false
    if (this.#isHeld) this.#held += text
    else this.#stream.write(text)
    return true
  }

  close(): void {
    this.#isOpen = false
    if (this.#isHeld) this.#isCloseHeld = true
    else this.#stream.end()
  }

  /** From now on nothing goes out: it might wake a program that is to rest. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    if (this.#held !== '') this.#stream.write(this.#held)
    this.#held = ''
    if (this.#isCloseHeld) this.#stream.end()
  }
}

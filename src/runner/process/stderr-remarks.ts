import type { Readable } from 'node:stream'

/**
 * Finds lines like `remark {"text":"hm"}` or `remark "hm"` in a program's stderr. What follows must look like JSON: other
 * lines that happen to begin with the word are private, as all of stderr is.
 */
export class StderrRemarks {
  readonly #decoder = new TextDecoder()
  /** The line that is not complete yet. */
  #line = ''
  /** It is too long, so its rest is skipped. */
  #isSkipped = false
  #last: string | undefined

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => this.#read(chunk))
  }

  take(): string | undefined {
    const last = this.#last
    this.#last = undefined
    return last
  }

  #read(chunk: Buffer): void {
    const [first = '', ...others] = this.#decoder.decode(chunk, { stream: true }).split('\n')
    this.#add(first)
    for (const line of others) {
      this.#close()
      this.#add(line)
    }
  }

  #add(text: string): void {
    if (this.#isSkipped) return
    this.#line += text
    this.#isSkipped = this.#line.length > LONGEST || !PREFIX.startsWith(this.#line.slice(0, PREFIX.length))
    if (this.#isSkipped) this.#line = ''
  }

  #close(): void {
    if (!this.#isSkipped) this.#last = REMARK.exec(this.#line)?.[1] ?? this.#last
    this.#line = ''
    this.#isSkipped = false
  }
}

const PREFIX = 'remark '
const REMARK = /^remark (\{.*\}|".*")\s*$/
/** As long as a line of JSON lines. */
const LONGEST = 65_536

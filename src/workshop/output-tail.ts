/** Keeps the last bytes of a stream of unlimited length. */
export class OutputTail {
  readonly #cap: number
  #chunks: Buffer[] = []
  #kept = 0
  /** Bytes written in all. */
  total = 0

  constructor(cap: number) {
    this.#cap = cap
  }

  write(chunk: Buffer): void {
    this.total += chunk.length
    this.#kept += chunk.length
    this.#chunks.push(chunk)
    if (this.#kept > 2 * this.#cap) this.#trim()
  }

  text(): string {
    this.#trim()
    const kept = Buffer.concat(this.#chunks)
    if (this.total === kept.length) return kept.toString()
    // Start at the beginning of a UTF-8 character.
    const start = kept.findIndex((byte) => (byte & 0xc0) !== 0x80)
    return `…${kept.subarray(Math.max(0, start)).toString()}`
  }

  #trim(): void {
    // A copy, so that a small part does not keep a large chunk in memory.
    const last = Buffer.from(Buffer.concat(this.#chunks).subarray(-this.#cap))
    this.#chunks = [last]
    this.#kept = last.length
  }
}

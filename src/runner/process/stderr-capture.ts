import type { Readable } from 'node:stream'

/** Keeps the beginning and the end of a program's stderr and drops the rest: the program never blocks on a full pipe. */
export class StderrCapture {
  readonly #cap: number
  readonly #head: Buffer[] = []
  #headRoom: number
  readonly #tail: Buffer[] = []
  #tailKept = 0
  /** Bytes that have arrived so far. */
  arrived = 0

  constructor(stream: Readable, cap: number) {
    this.#cap = cap
    this.#headRoom = Math.ceil(cap / 2)
    stream.on('data', (chunk: Buffer) => this.#keep(chunk))
    stream.on('error', () => {})
  }

  text(): string {
    const head = Buffer.concat(this.#head)
    const tail = Buffer.concat(this.#tail)
    if (this.arrived <= this.#cap) return Buffer.concat([head, tail]).toString()
    // The note about the gap counts towards the cap, too.
    const each = Math.max(0, Math.floor((this.#cap - WORDS_CAP) / 2))
    const leftOut = this.arrived - 2 * each
    return `${wholeStart(head.subarray(0, each))}\n[${leftOut} bytes left out]\n${wholeEnd(tail.subarray(tail.length - each))}`
  }

  #keep(chunk: Buffer): void {
    this.arrived += chunk.length
    const first = chunk.subarray(0, this.#headRoom)
    const rest = chunk.subarray(first.length)
    this.#headRoom -= first.length
    if (first.length > 0) this.#head.push(own(first))
    if (rest.length === 0) return
    this.#tail.push(own(rest))
    this.#tailKept += rest.length
    let [oldest] = this.#tail
    while (oldest && this.#tailKept - oldest.length >= this.#cap) {
      this.#tail.shift()
      this.#tailKept -= oldest.length
      oldest = this.#tail[0]
    }
  }
}

/**
 * Copies a small part of a large buffer, so that the buffer can be freed; keeps a large part without a copy.
 */
const own = (bytes: Buffer): Buffer =>
  2 * bytes.length < bytes.buffer.byteLength ? Buffer.from(bytes) : bytes

const WORDS_CAP = 40

const isContinued = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** The text without a character that is cut at its end. */
function wholeStart(bytes: Buffer): string {
  let last = bytes.length - 1
  while (last > 0 && bytes.length - last < 4 && isContinued(bytes[last])) last--
  const lead = bytes[last] ?? 0
  const wanted = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
  return bytes.subarray(0, last + wanted > bytes.length ? last : bytes.length).toString()
}

/** The text without a character that is cut at its beginning. */
function wholeEnd(bytes: Buffer): string {
  let first = 0
  while (first < 3 && isContinued(bytes[first])) first++
  return bytes.subarray(first).toString()
}

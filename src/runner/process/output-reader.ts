import { deferred, type Deferred } from '../../base/deferred.ts'
import type { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import { CHUNK_CAP } from './bot-process.ts'

/** Reads a program's stdout with back-pressure: while a chunk waits for a `read`, no more is read from the pipe. */
export class OutputReader {
  readonly #stream: Readable
  #waiting: Deferred<Buffer | undefined> | undefined
  #chunks: Buffer[] = []
  #isDraining = false
  #isClosed = false
  ahead = 0
  /** Bytes that have arrived so far. */
  arrived = 0

  constructor(stream: Readable) {
    this.#stream = stream
    stream.on('data', (chunk: Buffer) => this.#take(chunk))
    for (const event of ['end', 'error', 'close']) stream.on(event, () => this.#close())
  }

  read(): Promise<Buffer | undefined> {
    if (this.#waiting) return this.#waiting.promise
    const chunk = this.#chunks.shift()
    if (chunk) {
      this.ahead -= chunk.length
      return Promise.resolve(chunk)
    }
    if (this.#isClosed) return Promise.resolve(undefined)
    this.#waiting = deferred()
    if (this.#stream.isPaused()) this.#stream.resume()
    return this.#waiting.promise
  }

  /** A pending `read` stays pending. */
  async drain(clock: Clock): Promise<Buffer> {
    this.#isDraining = true
    if (this.ahead < CHUNK_CAP) {
      this.#stream.resume()
      await new Promise<void>((resolve) => clock.settle(resolve))
    }
    this.#isDraining = false
    const all = Buffer.concat(this.#chunks)
    const drained = all.subarray(0, CHUNK_CAP)
    this.#chunks = all.length > CHUNK_CAP ? [all.subarray(CHUNK_CAP)] : []
    this.ahead = all.length - drained.length
    if (this.#isClosed) this.#close()
    return drained
  }

  #take(chunk: Buffer): void {
    this.arrived += chunk.length
    if (this.#waiting && !this.#isDraining) {
      this.#waiting.resolve(chunk)
      this.#waiting = undefined
      return
    }
    this.#chunks.push(chunk)
    this.ahead += chunk.length
    if (!this.#isDraining || this.ahead >= CHUNK_CAP) this.#stream.pause()
  }

  #close(): void {
    this.#isClosed = true
    if (this.#isDraining) return
    this.#waiting?.resolve(undefined)
    this.#waiting = undefined
  }
}

import type { Readable } from 'node:stream'

/**
 * Finds lines like `remark {"text":"hm"}` or `remark "hm"` in a program's stderr. What follows must look like JSON: other
 * lines that happen to begin with the word are private, as all of stderr is. A program may write a gigabyte of lines a second, so only
 * lines that can be remarks are decoded, and of each chunk only the last remark.
 */
export class StderrRemarks {
  /** The line that is not complete yet. */
  #line = NOTHING
  /** It is too long or no remark, so its rest is skipped. */
  #isSkipped = false
  #isFirst = true
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
    const hasMark = this.#isFirst && chunk.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    const bytes = hasMark ? chunk.subarray(BYTE_ORDER_MARK.length) : chunk
    this.#isFirst = false
    const first = bytes.indexOf(LINE_FEED)
    if (first < 0) return this.#add(bytes)
    this.#add(bytes.subarray(0, first))
    const last = bytes.lastIndexOf(LINE_FEED)
    this.#last = lastRemark(bytes.subarray(first, last + 1)) ?? remarkOf(this.#line) ?? this.#last
    this.#line = NOTHING
    this.#isSkipped = false
    this.#add(bytes.subarray(last + 1))
  }

  #add(bytes: Buffer): void {
    if (this.#isSkipped || bytes.length === 0) return
    this.#line = Buffer.concat([this.#line, bytes.subarray(0, LONGEST + 1)])
    const { length } = this.#line
    const isBegun = this.#line.subarray(0, PREFIX.length).equals(PREFIX.subarray(0, length))
    this.#isSkipped = length > LONGEST || !isBegun
    if (this.#isSkipped) this.#line = NOTHING
  }
}

/** The last remark among whole lines, with the line feed before each. */
function lastRemark(lines: Buffer): string | undefined {
  let at = lines.lastIndexOf(BEGINNING)
  for (let tries = 0; at >= 0 && tries < MOST_TRIES; tries++) {
    const line = lines.subarray(at + 1, lines.indexOf(LINE_FEED, at + 1))
    const remark = line.length > LONGEST ? undefined : remarkOf(line)
    if (remark !== undefined) return remark
    at = at === 0 ? -1 : lines.lastIndexOf(BEGINNING, at - 1)
  }
  return undefined
}

const remarkOf = (line: Buffer): string | undefined => REMARK.exec(line.toString())?.[1]

const NOTHING: Buffer = Buffer.alloc(0)
const LINE_FEED = 0x0a
const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const PREFIX = Buffer.from('remark ')
const BEGINNING = Buffer.from('\nremark ')
const REMARK = /^remark (\{.*\}|".*")\s*$/
/** Bytes: as long as a line of JSON lines. */
const LONGEST = 65_536
/** Lines of a chunk that begin as a remark and are none: chunks of nothing else must not cost the host its time. */
const MOST_TRIES = 100

import { closeSync, openSync, readSync } from 'node:fs'

/** What the store reads in SQLite's write-ahead log: https://sqlite.org/fileformat2.html#walformat. Numbers are big-endian. */
const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** How a log begins; which of the two tells the byte order of its checksums. */
const MAGIC = [0x377f0682, 0x377f0683]

export interface LogHeader {
  /** A page and the header of its frame. */
  readonly frameBytes: number
  /** Each frame of this log has them. What follows the log in the file are frames of an older one, with others. */
  readonly salts: bigint
}

/** The salts of the log of a database: another number after the log has begun anew. None if it is empty. */
export function findSalts(database: string): bigint | undefined {
  // Closing a file releases this process's POSIX locks on it. SQLite has none on the write-ahead log, so this is safe.
  const fd = openSync(`${database}-wal`, 'r')
  try {
    return findHeader(fd)?.salts
  } finally {
    closeSync(fd)
  }
}

/** None if the log is empty. */
export function findHeader(fd: number): LogHeader | undefined {
  const bytes = read(fd, HEADER_BYTES, 0)
  if (bytes === undefined || !MAGIC.includes(bytes.readUInt32BE(0))) return undefined
  return { frameBytes: FRAME_HEADER_BYTES + bytes.readUInt32BE(8), salts: bytes.readBigUInt64BE(16) }
}

/** Whether the log has this length or more; its file may be longer. */
export function isAsLongAs(length: number, fd: number, { frameBytes, salts }: LogHeader): boolean {
  const frames = Math.max(1, Math.ceil((length - HEADER_BYTES) / frameBytes))
  const last = read(fd, FRAME_HEADER_BYTES, HEADER_BYTES + (frames - 1) * frameBytes)
  return last?.readBigUInt64BE(8) === salts
}

/** Nothing if the file ends before. */
function read(fd: number, length: number, at: number): Buffer | undefined {
  const bytes = Buffer.alloc(length)
  return readSync(fd, bytes, 0, length, at) === length ? bytes : undefined
}

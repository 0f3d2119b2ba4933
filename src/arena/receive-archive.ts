import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isFullDisk } from '../base/is-full-disk.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { NO_ROOM } from './disk-space.ts'

export const MAX_ARCHIVE = 32 << 20

/** An uploaded archive in a temporary file. */
export interface ReceivedArchive {
  readonly temp: string
  /** Its SHA-256, under which it is kept: the same archive twice is one file. */
  readonly hash: string
  readonly bytes: number
  /** When its last byte came, in milliseconds since 1970: to write it to disk takes a while. */
  readonly received: number
}

/** Writes an upload to a temporary file in a folder, all of it or nothing. */
export async function receiveArchive(
  folder: string,
  upload: Readable,
  most = MAX_ARCHIVE,
): Promise<Result<ReceivedArchive>> {
  const temp = join(folder, `${INCOMING}${process.pid}-${process.hrtime.bigint()}`)
  const hash = createHash('sha256')
  let bytes = 0
  let received = 0
  let isWhole = false
  try {
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        hash.update(chunk)
        if (bytes > most) done(new TooBig())
        else done(null, chunk)
      },
      flush(done) {
        received = Date.now()
        done()
      },
    })
    await pipeline(upload, measure, createWriteStream(temp, { mode: 0o600, flush: true }))
    if (bytes === 0) return fail('archive-empty', 'Cannot use the archive: it is empty')
    isWhole = true
    return ok({ temp, hash: hash.digest('hex'), bytes, received })
  } catch (error) {
    if (error instanceof TooBig)
      return fail('too-big', `Cannot take the archive: expected at most ${most >> 20} MiB`)
    if (upload.readableAborted) return fail('archive-cut', 'Cannot take the archive: it did not arrive whole')
    if (isFullDisk(error)) return fail('no-room', `Cannot take the archive: ${NO_ROOM}`)
    throw error
  } finally {
    if (!isWhole) await rm(temp, { force: true })
  }
}

/** Removes the temporary files of uploads that a crash interrupted. */
export async function removeIncoming(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(INCOMING)) await rm(join(folder, name), { force: true })
}

const INCOMING = '.incoming-'

class TooBig extends Error {}

import { existsSync, readFileSync } from 'node:fs'
import { fail, ok, type Result } from '../base/result.ts'
import { whyNotRead } from '../base/why-not-read.ts'

/** The complete lines of a log, and a last line that a crash has cut. */
export interface WholeLines {
  readonly whole: Buffer
  readonly rest: Buffer
}

/** Reads a log; a file that is not there has no lines. */
export function readWholeLines(path: string): Result<WholeLines> {
  try {
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    const end = bytes.lastIndexOf('\n') + 1
    return ok({ whole: bytes.subarray(0, end), rest: bytes.subarray(end) })
  } catch (error) {
    return fail('bad-folder', `Cannot read ${path}: ${whyNotRead(error)}`)
  }
}

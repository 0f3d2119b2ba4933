import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** A file that is written piece by piece. After a failure nothing of it is left, and an older file of that name is as it was. */
export interface WholeFile {
  write(piece: string | Uint8Array): void
  /** Closes the file under its name. */
  keep(): void
}

export function openWholeFile(file: string, mode?: number): WholeFile {
  const old = lstatSync(file, { throwIfNoEntry: false })
  // Devices, pipes and links are written through. So is a file in a folder where no other may be made.
  const isReplaced = old?.isFile() === true && isWritable(dirname(file))
  const path = isReplaced ? `${file}.${process.pid}.part` : file
  const descriptor = openSync(path, 'w', mode ?? (isReplaced ? old.mode & 0o777 : 0o666))
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      if (isReplaced || old === undefined) rmSync(path, { force: true })
      throw withPath(error, file)
    }
  }
  return {
    write: (piece) => attempt(() => writeFileSync(descriptor, piece)),
    keep: () =>
      attempt(() => {
        closeSync(descriptor)
        if (isReplaced) renameSync(path, file)
      }),
  }
}

export function writeWholeFile(file: string, content: string | Uint8Array, mode?: number): void {
  const whole = openWholeFile(file, mode)
  whole.write(content)
  whole.keep()
}

/** Adds lines to a file; after a failure the file is as it was. The lines are on disk when this returns. */
export function appendWhole(file: string, lines: string, mode: number): void {
  const descriptor = openSync(file, 'a', mode)
  const { size } = fstatSync(descriptor)
  try {
    writeFileSync(descriptor, lines, { flush: true })
  } catch (error) {
    ftruncateSync(descriptor, size)
    throw withPath(error, file)
  } finally {
    closeSync(descriptor)
  }
}

/** The error of a write to a descriptor does not name the file. */
const withPath = (error: unknown, path: string): unknown =>
  error instanceof Error ? Object.assign(error, { path }) : error

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

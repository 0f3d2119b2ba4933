import { errorCode } from '../base/error-code.ts'
import { show } from '../base/fields.ts'
import { isFullDisk } from '../base/is-full-disk.ts'
import { PATH_REASONS } from '../base/why-not-read.ts'
import { CommandError, type ExitCode } from './problem.ts'

/** Writes to a file; a failure ends the command with a sentence about `what`. */
export function orCannotWrite<T>(what: string, path: string, write: () => T, exitCode?: ExitCode): T {
  try {
    return write()
  } catch (error) {
    const message = `Cannot write ${what} ${show(path)}: ${whyNotWritten(error)}`
    throw new CommandError(message, exitCode ?? (isFullDisk(error) ? 1 : 2))
  }
}

/** Why a file or a folder could not be written, as the end of a sentence. */
export function whyNotWritten(error: unknown): string {
  if (isFullDisk(error)) return 'the disk is full: make room and run the command again'
  const code = errorCode(error)
  return REASONS[code ?? ''] ?? code ?? String(error)
}

const REASONS: Readonly<Record<string, string>> = {
  ...PATH_REASONS,
  ENOENT: 'there is no such folder',
  EEXIST: 'it is not a folder',
  EACCES: 'it may not be written to',
  EPERM: 'it may not be written to',
  EROFS: 'it may not be written to',
}

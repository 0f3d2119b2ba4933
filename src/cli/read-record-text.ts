import { readFileSync } from 'node:fs'
import { errorCode } from '../base/error-code.ts'
import { badArgument, CommandError } from './problem.ts'

/** The text of a record file; a file that cannot be read ends the command. */
export function readRecordText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } catch (error) {
    if (error instanceof TypeError)
      throw new CommandError(`Cannot read record ${JSON.stringify(file)}: it is not a text file`, 1)
    const code = errorCode(error) ?? String(error)
    throw badArgument(`Cannot read record ${JSON.stringify(file)}: ${REASONS[code] ?? code}`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  ERR_STRING_TOO_LONG: 'it is too large',
}

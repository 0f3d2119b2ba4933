import { readFileSync } from 'node:fs'
import { whyNotRead } from '../base/why-not-read.ts'
import { badArgument, CommandError } from './problem.ts'

/** The text of a record file; a file that cannot be read ends the command. */
export function readRecordText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } catch (error) {
    if (error instanceof TypeError)
      throw new CommandError(`Cannot read record ${JSON.stringify(file)}: it is not a text file`, 1)
    throw badArgument(`Cannot read record ${JSON.stringify(file)}: ${whyNotRead(error)}`)
  }
}

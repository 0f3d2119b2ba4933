import { parseArgsStringToArgv } from 'string-argv'
import { show } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'

/** Reads a command line as a shell would, quotes included; no shell ever sees it. */
export function parseCommand(line: string): Result<readonly [string, ...string[]]> {
  const [program, ...args] = parseArgsStringToArgv(line)
  return program === undefined || line.includes('\0')
    ? fail('bad-command', `Cannot run ${show(line)}: expected a command line like "python3 bot.py"`)
    : ok([program, ...args])
}

import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { isObject, parseObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { whyNotRead } from '../base/why-not-read.ts'
import { addUsed, NOTHING_USED, type Used } from './budget.ts'
import type { KeptCall } from './model-contestant.ts'

/** The file of the calls of a match, beside its record: `match.jsonl` has `match.calls.jsonl`. */
export const callFileOf = (record: string): string => `${record.replace(/\.jsonl$/, '')}.calls.jsonl`

/** Adds a call to a file that only its owner can read. It is written at once: money that was spent is never forgotten. */
export function keepCall(file: string, call: KeptCall, at: Date): void {
  const descriptor = openSync(file, 'a+', 0o600)
  try {
    // A line that a crash has cut would take this one along.
    const start = isCut(descriptor) ? '\n' : ''
    appendFileSync(descriptor, `${start}${JSON.stringify({ at: at.toISOString(), ...call })}\n`)
  } finally {
    closeSync(descriptor)
  }
}

function isCut(descriptor: number): boolean {
  const last = Buffer.alloc(1)
  const { size } = fstatSync(descriptor)
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() !== '\n'
}

/** What the calls in all files of a folder have used. A file that cannot be read is refused: its calls cost money, too. */
export function usedIn(folder: string): Result<Used> {
  if (!existsSync(folder)) return ok(NOTHING_USED)
  let path = folder
  try {
    let used = NOTHING_USED
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.jsonl'))) {
      path = join(folder, name)
      used = readFileSync(path, 'utf8').split('\n').map(usedBy).reduce(addUsed, used)
    }
    return ok(used)
  } catch (error) {
    const why = path === folder && errorCode(error) === 'ENOTDIR' ? 'it is not a folder' : whyNotRead(error)
    return fail('bad-folder', `Cannot count the calls in ${path}: ${why}`)
  }
}

function usedBy(line: string): Used {
  const answer = parseObject(line)?.['answer']
  if (!isObject(answer)) return NOTHING_USED
  const read = (key: string): number => (typeof answer[key] === 'number' ? answer[key] : 0)
  return { usd: read('usd'), tokens: read('tokensIn') + read('tokensOut') }
}

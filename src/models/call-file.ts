import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, parseObject } from '../base/json.ts'
import { addUsed, NOTHING_USED, type Used } from './budget.ts'
import type { KeptCall } from './model-contestant.ts'

/** The file of the calls of a match, beside its record: `match.jsonl` has `match.calls.jsonl`. */
export const callFileOf = (record: string): string => `${record.replace(/\.jsonl$/, '')}.calls.jsonl`

/** Adds a call to a file that only its owner can read. It is written at once: money that was spent is never forgotten. */
export function keepCall(file: string, call: KeptCall, at: Date): void {
  appendFileSync(file, `${JSON.stringify({ at: at.toISOString(), ...call })}\n`, { mode: 0o600 })
}

/** What the calls in all files of a folder have used. */
export function usedIn(folder: string): Used {
  if (!existsSync(folder)) return NOTHING_USED
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(folder, name), 'utf8').split('\n').map(usedBy).reduce(addUsed))
    .reduce(addUsed, NOTHING_USED)
}

function usedBy(line: string): Used {
  const answer = parseObject(line)?.['answer']
  if (!isObject(answer)) return NOTHING_USED
  const read = (key: string): number => (typeof answer[key] === 'number' ? answer[key] : 0)
  return { usd: read('usd'), tokens: read('tokensIn') + read('tokensOut') }
}

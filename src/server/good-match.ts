import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Challenge } from '../challenges/challenge.ts'

/** The record of a good match, as scripts/good-matches.ts wrote it; undefined if the challenge has none. */
export function goodMatchOf({ id }: Pick<Challenge, 'id'>): string | undefined {
  if (!known.has(id)) known.set(id, read(id))
  return known.get(id)
}

/** By challenge. The files are small and come with the code. */
const known = new Map<string, string | undefined>()

function read(id: string): string | undefined {
  try {
    return readFileSync(join(import.meta.dirname, '../challenges/good-matches', `${id}.jsonl`), 'utf8')
  } catch {
    return undefined
  }
}

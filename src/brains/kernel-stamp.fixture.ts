import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Changes with the C files of a kernel and with its bytes. */
export function stampOf(folder: string, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes)
  const sources = readdirSync(folder).filter((name) => name.endsWith('.c'))
  for (const name of sources.toSorted()) hash.update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

import { readFileSync } from 'node:fs'

/** The text of a file of the kernel; empty if it is not there, or not for us. */
export function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

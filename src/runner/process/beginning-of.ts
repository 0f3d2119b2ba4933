import { closeSync, openSync, readSync } from 'node:fs'

/** The first bytes of a file as text; empty if it cannot be read. */
export function beginningOf(path: string, bytes: number): string {
  let fd: number | undefined
  try {
    fd = openSync(path, 'r')
    const buffer = Buffer.alloc(bytes)
    return buffer.toString('latin1', 0, readSync(fd, buffer))
  } catch {
    return ''
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

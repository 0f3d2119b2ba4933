import { closeSync, openSync } from 'node:fs'
import { findHeader } from './write-ahead-log.ts'

/** Whether the write-ahead log in a file has a header: without one it is empty, whatever else is in the file. */
export function hasHeader(file: string): boolean {
  const fd = openSync(file, 'r')
  try {
    return findHeader(fd) !== undefined
  } finally {
    closeSync(fd)
  }
}

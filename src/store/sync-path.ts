import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Syncs a file, or a folder: the names of new files in it are on disk then. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

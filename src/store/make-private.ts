import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Makes a folder, and those above it that are missing, for this user alone; one that is there becomes so. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  close(folder, 0o700)
}

/** Makes an empty file for this user alone; one that is there keeps its content. */
export function makePrivateFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  close(file, 0o600)
}

/** The files that lie in a folder, not those in folders below it: programs in a sandbox read theirs as another user. */
export function closeFiles(folder: string): void {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) close(join(folder, entry.name), 0o600)
}

/** A folder of another user that was opened to this one keeps its modes: they are that user's choice. */
function close(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EPERM' && code !== 'ENOENT' && code !== 'EROFS') throw error
  }
}

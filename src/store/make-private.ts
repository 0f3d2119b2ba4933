import { chmodSync, closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { makeFolder } from './make-folder.ts'

/** Makes a folder and its missing parents with mode 0700; an existing folder gets that mode. */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder, 0o700)
  close(folder, 0o700)
}

/** Makes an empty file with mode 0600; an existing file gets that mode and keeps its content. */
export function makePrivateFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  close(file, 0o600)
}

/** Gives the files of a folder mode 0600, but not those in folders below it: programs in a sandbox read them as another user. */
export function closeFiles(folder: string): void {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) close(join(folder, entry.name), 0o600)
}

/** Files of another user keep their modes: only the owner may change them. A file may also be gone meanwhile. */
function close(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    if (!HARMLESS.includes(errorCode(error) ?? '')) throw error
  }
}

const HARMLESS = ['EPERM', 'ENOENT', 'EROFS']

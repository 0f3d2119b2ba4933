import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorCode } from '../base/error-code.ts'

/**
 * Makes a folder and its missing parents, and returns the first one that it made. Below `/proc` mkdir reports a missing parent where there
 * is one: there `mkdirSync` with `recursive` never returns, and this throws.
 */
export function makeFolder(folder: string, mode?: number): string | undefined {
  const path = resolve(folder)
  const first = statSync(dirname(path), { throwIfNoEntry: false })
    ? undefined
    : makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
    return first ?? path
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory())
      return first
    throw error
  }
}

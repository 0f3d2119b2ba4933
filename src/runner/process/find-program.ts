import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** The file a command names, as a shell in `cwd` would find it. */
export function findProgram(name: string, cwd: string, path = process.env['PATH'] ?? ''): string | undefined {
  if (name.includes('/')) return isProgram(resolve(cwd, name)) ? resolve(cwd, name) : undefined
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isProgram)
}

const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin'

/** A tool of the system, never one from a home folder. */
export const findTool = (name: string): string | undefined => findProgram(name, '/', SYSTEM_PATH)

/** Whether it is a file that we may execute. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

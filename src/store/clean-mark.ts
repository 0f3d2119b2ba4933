import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { arenaFile } from './data-folder.ts'

/** What says that the database was closed well and how it looked then: it need not be read through when it is opened as it was left. */
const markFile = (folder: string): string => join(folder, 'closed.json')

export function writeCleanMark(folder: string): void {
  try {
    writeFileSync(markFile(folder), lookOf(folder), { mode: 0o600 })
  } catch {
    // On a full disk the next start takes a little longer.
    rmSync(markFile(folder), { force: true })
  }
}

export function isAsLeft(folder: string): boolean {
  try {
    const hasLog = existsSync(`${arenaFile(folder)}-wal`)
    return !hasLog && readFileSync(markFile(folder), 'utf8') === lookOf(folder)
  } catch {
    return false
  }
}

export const removeCleanMark = (folder: string): void => rmSync(markFile(folder), { force: true })

function lookOf(folder: string): string {
  const { size, mtimeNs } = statSync(arenaFile(folder), { bigint: true })
  return `${JSON.stringify({ bytes: String(size), changed: String(mtimeNs) })}\n`
}

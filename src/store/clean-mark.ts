import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { arenaFile } from './data-folder.ts'

/** Says that the database was closed in order, and its size and time then. If both are the same at the next start, no check is needed. */
const markFile = (folder: string): string => join(folder, 'closed.json')

export function writeCleanMark(folder: string): void {
  try {
    writeFileSync(markFile(folder), lookOf(folder), { mode: 0o600 })
  } catch {
    // The disk is full. Without the mark the next start checks the file, which takes a little longer.
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

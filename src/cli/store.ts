import { findMissingPrograms } from '../arena/missing-programs.ts'
import { backupStore } from '../store/backup.ts'
import { checkStore } from '../store/check.ts'
import { DEFAULT_DATA_FOLDER, readDataFolder } from '../store/data-folder.ts'
import { rebuildStore } from '../store/rebuild.ts'
import { restoreStore } from '../store/restore.ts'
import { readsOf, type Reads } from '../store/subjects/index.ts'
import { orExit, type ExitCode } from './problem.ts'

export interface StoreFlags {
  readonly data?: string
}

/** `gamegrid store backup`: copies the database as of one moment. */
export async function backup(file: string, flags: StoreFlags): Promise<void> {
  const { bytes } = orExit(await backupStore(folderOf(flags), file), 1)
  console.log(`The arena in ${folderOf(flags)} is backed up to ${file}: ${bytes} bytes`)
}

/** `gamegrid store restore`: replaces the database by a backup. */
export async function restore(file: string, flags: StoreFlags): Promise<void> {
  const { replaced } = orExit(await restoreStore(folderOf(flags), file), 1)
  const before = replaced === undefined ? '' : `; the old database is in ${replaced}`
  console.log(`The arena in ${folderOf(flags)} is as it was when ${file} was made${before}`)
  warnOfMissingIn(folderOf(flags))
}

/** `gamegrid store check`: prints one line for each fault. */
export function check(flags: StoreFlags): ExitCode {
  const { entries, problems } = orExit(checkStore(folderOf(flags)), 1)
  for (const problem of problems) console.error(`gamegrid: ${folderOf(flags)}: ${problem}`)
  if (problems.length > 0 || warnOfMissingIn(folderOf(flags))) return 1
  console.log(`The arena in ${folderOf(flags)} is sound: all its tables follow from ${count(entries)}`)
  return 0
}

/** `gamegrid store rebuild`: works the tables out again from the log. */
export function rebuild(flags: StoreFlags): void {
  const { entries, digest, same } = orExit(rebuildStore(folderOf(flags)), 1)
  console.log(
    `Derived all tables from ${count(entries)}: ${same ? 'they are as before' : 'they were wrong, and are right now'}`,
  )
  console.log(`SHA-256 of the tables: ${digest}`)
}

/** Says it if bots cannot play because the folder `bots` was not copied. */
export function warnOfMissing(reads: Reads, folder: string): boolean {
  const missing = findMissingPrograms(reads, folder)
  if (missing !== undefined) console.error(`gamegrid: ${missing}`)
  return missing !== undefined
}

function warnOfMissingIn(folder: string): boolean {
  using database = orExit(readDataFolder(folder), 1)
  return warnOfMissing(readsOf(database), folder)
}

const folderOf = ({ data = DEFAULT_DATA_FOLDER }: StoreFlags): string => data

const count = (entries: number): string => (entries === 1 ? '1 entry' : `${entries} entries`)

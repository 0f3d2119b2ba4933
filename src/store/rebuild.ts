import { ok, type Result } from '../base/result.ts'
import { inFolder, openDataFolder } from './data-folder.ts'
import { inTransaction } from './database.ts'
import { clearProjections, countEntries, digestProjections, replayLog } from './replay-log.ts'

export interface Rebuilt {
  readonly entries: number
  /** SHA-256 of the projections as they are now. */
  readonly digest: string
  /** Whether they were the same before. */
  readonly same: boolean
}

/** Works out all projections again from the log: all of them, or none if something goes wrong. */
export function rebuildStore(folder: string): Result<Rebuilt> {
  const opened = openDataFolder(folder, 'fail')
  if (!opened.ok) return opened
  using database = opened.value
  return inFolder(folder, () =>
    inTransaction(database, () => {
      const before = digestProjections(database)
      clearProjections(database)
      replayLog(database, database)
      const digest = digestProjections(database)
      return ok({ entries: countEntries(database), digest, same: digest === before })
    }),
  )
}

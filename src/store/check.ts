import { must, ok, type Result } from '../base/result.ts'
import { inFolder, readDataFolder } from './data-folder.ts'
import { findDamage, openDatabase, type Database } from './database.ts'
import { isCurrent, migrate } from './migrate.ts'
import { countEntries, digestProjections, replayLog } from './replay-log.ts'

export interface Checked {
  readonly entries: number
  /** In plain words; empty if the store is sound. */
  readonly problems: readonly string[]
}

/** Checks a store as of one moment, and changes nothing. A server may write to it meanwhile. */
export function checkStore(folder: string): Result<Checked> {
  const opened = readDataFolder(folder)
  if (!opened.ok) return opened
  using database = opened.value
  return inFolder(folder, () => {
    database.exec('BEGIN')
    const damage = findDamage(database)
    const problems = damage.length > 0 ? damage : findInconsistencies(database)
    return ok({ entries: countEntries(database), problems })
  })
}

/** Whether the numbers of the log count from 1 without a gap. */
export function findGap(database: Database): readonly string[] {
  const [last] = database.all<{ seq: number | null }>('SELECT max(seq) AS seq FROM log')
  return (last?.seq ?? 0) === countEntries(database) ? [] : ['entries are missing from its log']
}

/** What is wrong with the log and with the tables that follow from it. */
export function findInconsistencies(database: Database): readonly string[] {
  if (!isCurrent(database))
    return ['an older gamegrid wrote it, and the next start of the server migrates it']
  const problems = [...findGap(database)]
  using fresh = openDatabase(':memory:')
  must(migrate(fresh))
  replayLog(database, fresh)
  if (digestProjections(fresh) !== digestProjections(database))
    problems.push('its tables do not follow from its log: gamegrid store rebuild works them out again')
  return problems
}

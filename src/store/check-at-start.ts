import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ProblemCode } from '../base/problem-codes.ts'
import { fail, ok, type Problem, type Result } from '../base/result.ts'
import { findGap, findInconsistencies } from './check.ts'
import { isAsLeft } from './clean-mark.ts'
import { arenaFile, inFolder, openDataFolder } from './data-folder.ts'
import { findDamage, type Database } from './database.ts'

/**
 * Opens the arena in a folder to play in it, unless it is damaged or its database is missing. A new database, and one that is as the last
 * server closed it, is opened at once. After a crash the whole file is read (some 3 ms for a megabyte). A database that another
 * program changed is checked as `gamegrid store check` does.
 */
export function openSoundFolder(folder: string): Result<Database> {
  const lost = findLostDatabase(folder)
  if (lost) return lost
  const needs = needsOf(folder)
  const opened = openDataFolder(folder)
  if (!opened.ok) return { ok: false, problem: withRemedy(opened.problem, folder) }
  if (needs === 'nothing') return opened
  const sound = inFolder(folder, () => lookThrough(opened.value, needs))
  if (sound.ok) return opened
  opened.value[Symbol.dispose]()
  return { ok: false, problem: withRemedy(sound.problem, folder) }
}

function needsOf(folder: string): 'nothing' | 'file' | 'everything' {
  if (isNew(folder) || isAsLeft(folder)) return 'nothing'
  return sizeOf(`${arenaFile(folder)}-wal`) > 0 ? 'file' : 'everything'
}

/** Its database is missing or empty: opening it makes a new one. */
const isNew = (folder: string): boolean => sizeOf(arenaFile(folder)) === 0

function lookThrough(database: Database, needs: 'file' | 'everything'): Result<void> {
  const [damage] = findDamage(database, 'quick')
  if (damage !== undefined) return fail('store-damaged', `its arena.db is damaged (${damage})`)
  const [gap] = findGap(database)
  if (gap !== undefined) return fail('store-unsound', gap)
  const [problem] = needs === 'file' ? [] : findInconsistencies(database)
  return problem === undefined ? ok(undefined) : fail('store-inconsistent', problem)
}

/**
 * A folder without a database, but with a write-ahead log or with bots: SQLite would remove the log when it makes a new database, and
 * the new database would not know the bots.
 */
function findLostDatabase(folder: string): Extract<Result<never>, { ok: false }> | undefined {
  if (!isNew(folder)) return undefined
  const left = findLeft(folder)
  if (!left) return undefined
  return fail(
    'store-lost',
    `Cannot open the arena in ${folder}: it has ${left.what}, but its database arena.db is missing; ${restoring(folder)}, or move ${left.path} away to begin anew`,
  )
}

/** What a lost database has left behind. */
function findLeft(folder: string): { readonly what: string; readonly path: string } | undefined {
  const log = `${arenaFile(folder)}-wal`
  if (sizeOf(log) > 0) return { what: 'a write-ahead log', path: log }
  const bots = join(folder, 'bots')
  const hasBots = ['archives', 'versions'].some((name) => {
    const path = join(bots, name)
    return existsSync(path) && readdirSync(path).length > 0
  })
  return hasBots ? { what: 'bots', path: bots } : undefined
}

/** Adds the command that restores a backup, where only that helps. */
function withRemedy(problem: Problem, folder: string): Problem {
  if (!NEEDS_BACKUP.has(problem.code)) return problem
  return { ...problem, message: `${problem.message}; ${restoring(folder)}` }
}

const NEEDS_BACKUP: ReadonlySet<ProblemCode> = new Set([
  'store-damaged',
  'store-refused',
  'store-not-a-database',
  'store-unsound',
] as const)

const restoring = (folder: string): string =>
  `gamegrid store restore BACKUP --data ${folder} puts a backup in its place`

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

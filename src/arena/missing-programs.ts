import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Reads } from '../store/subjects/index.ts'
import { allBots } from './all-bots.ts'
import { nameOf, versionsIn } from './bot-folders.ts'

/**
 * Says in plain words how many bots cannot play because the program that was built of their upload is not in the data folder. A backup of the database has
 * no programs: whoever restores one copies the folder `bots` as well. Undefined if none is missing.
 */
export function findMissingPrograms(reads: Reads, dataFolder: string): string | undefined {
  const bots = join(dataFolder, 'bots')
  const missing = [...namesOfUploads(reads)].filter((name) => !existsSync(join(versionsIn(bots), name)))
  if (missing.length === 0) return undefined
  const [programs, its] =
    missing.length === 1
      ? ['the program of 1 bot is', 'its']
      : [`the programs of ${missing.length} bots are`, 'their']
  return `${programs} missing from ${bots}: copy the folder bots from the backup; until then ${its} matches do not count`
}

/** What is built of the uploads that play now. */
function* namesOfUploads(reads: Reads): Iterable<string> {
  for (const { id, plays } of allBots(reads)) {
    const version = plays === undefined ? undefined : reads.version(id, plays)
    if (version?.source.kind === 'upload') yield nameOf(version)
  }
}

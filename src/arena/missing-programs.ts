import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readDataFolder } from '../store/data-folder.ts'
import { readsOf, type Reads } from '../store/subjects/index.ts'
import { nameOf, versionsIn } from './bot-folders.ts'

/**
 * Says in plain words how many bots cannot play because the program that was built of their upload is not in the data folder. A backup of the database has
 * no programs: whoever restores one copies the folder `bots` as well. Undefined if none is missing, or the store cannot be read.
 */
export function findMissingPrograms(folder: string): string | undefined {
  const opened = readDataFolder(folder)
  if (!opened.ok) return undefined
  using database = opened.value
  const bots = join(folder, 'bots')
  const missing = namesOfUploads(readsOf(database)).filter(
    (name) => !existsSync(join(versionsIn(bots), name)),
  )
  if (missing.length === 0) return undefined
  const [programs, its] =
    missing.length === 1
      ? ['the program of 1 bot is', 'its']
      : [`the programs of ${missing.length} bots are`, 'their']
  return `${programs} missing from ${bots}: copy the folder bots from the backup; until then ${its} matches do not count`
}

/** What is built of the uploads that play now. */
function namesOfUploads(reads: Reads): readonly string[] {
  const names: string[] = []
  for (let after = 0; ;) {
    const bots = reads.bots({}, { after, limit: PAGE })
    for (const { id, plays } of bots) {
      const version = plays === undefined ? undefined : reads.version(id, plays)
      if (version?.source.kind === 'upload') names.push(nameOf(version))
    }
    if (bots.length < PAGE) return names
    after = bots.at(-1)?.id ?? after
  }
}

const PAGE = 500

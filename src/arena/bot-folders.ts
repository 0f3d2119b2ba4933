import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keepHidden } from '../runner/sandbox/resolve-command.ts'
import { closeFiles, makePrivateFolder } from '../store/make-private.ts'
import type { VersionRow } from '../store/store.ts'
import { sweepWorkshop } from '../workshop/temp-folder.ts'
import { removeIncoming } from './receive-archive.ts'

/** Where uploaded archives are, and what was built of them. */
export interface BotFolders {
  readonly archives: string
  /** The archive of a version, if it was uploaded. */
  archiveOf(version: VersionRow): string | undefined
  /** The folder of what was built of a version. */
  builtOf(version: VersionRow): string
  /** The last part of what `builtOf` gives. */
  nameOf(version: VersionRow): string
  /** Whether the folder of this name is there. */
  hasBuilt(name: string): boolean
}

/** Where what was built of all versions is, in the folder of the bots. */
export const versionsIn = (folder: string): string => join(folder, 'versions')

/** Makes the folders, for this user alone, and removes what a crash left in them. */
export async function openBotFolders(folder: string): Promise<BotFolders> {
  const archives = join(folder, 'archives')
  const versions = versionsIn(folder)
  for (const path of [archives, versions]) makePrivateFolder(path)
  closeFiles(archives)
  await sweepWorkshop(versions)
  await removeIncoming(archives)
  keepHidden(folder)
  return {
    archives,
    archiveOf: ({ source }) => (source.kind === 'upload' ? join(archives, source.archive) : undefined),
    builtOf: (version) => join(versions, nameOf(version)),
    nameOf,
    hasBuilt: (name) => existsSync(join(versions, name)),
  }
}

/** The last part of the folder of what was built of a version. */
export const nameOf = ({ bot, version }: VersionRow): string => `bot-${bot}-version-${version}`

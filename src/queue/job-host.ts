import type { BrainPool } from '../runner/brain-pool.ts'
import type { BotFolderCache } from './bot-folder-cache.ts'
import type { VersionFolders } from './version-folders.ts'

/** What a worker plays matches with. */
export interface JobHost {
  readonly folders: BotFolderCache
  /** For versions of bots; undefined without an arena. */
  readonly versions: VersionFolders | undefined
  readonly pool: BrainPool
  /** How many matches this worker plays at once. */
  readonly matchesAtOnce: number
  /** Why programs cannot run in a sandbox here; undefined if they can. */
  sandboxProblem(): Promise<string | undefined>
}

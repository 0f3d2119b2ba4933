import type { Deferred } from '../base/deferred.ts'
import type { Problem } from '../base/result.ts'
import type { BrainPool } from '../runner/brain-pool.ts'
import type { BotFolderCache } from './bot-folder-cache.ts'
import type { WorkersArena } from './version-archives.ts'
import type { VersionFolders } from './version-folders.ts'

/** What a worker plays matches and builds versions with. */
export interface JobHost {
  readonly folders: BotFolderCache
  /** For versions of bots; undefined without an arena. */
  readonly versions: VersionFolders | undefined
  /** Whose versions it builds. */
  readonly arena: WorkersArena | undefined
  readonly pool: BrainPool
  /** Resolved when the arena refuses the key of this worker: somebody has revoked it. */
  readonly keyRefused: Deferred<Problem>
  /** How many matches this worker plays at once. */
  readonly matchesAtOnce: number
  /** Why programs cannot run in a sandbox here; undefined if they can. */
  sandboxProblem(): Promise<string | undefined>
}

/** The reason that a worker gives if it gets a version of a bot and has no arena. */
export const NO_ARENA = 'it has no key of an arena (--arena, --key)'

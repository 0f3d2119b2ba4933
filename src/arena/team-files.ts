import { fail, ok, type Result } from '../base/result.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { walkFolder } from '../runner/sandbox/walk-folder.ts'
import type { Store } from '../store/store.ts'
import { allBots } from './all-bots.ts'
import type { BotFolders } from './bot-folders.ts'
import { specOf } from './entry-entrants.ts'
import { readKey } from './ladder-results.ts'

/** The quota of a team's uploads: its archives, and what was built of them. */
export interface TeamFiles {
  /**
   * Whether a team may store so many bytes more. If that exceeds its quota, files of its old versions are removed, oldest first:
   * what was built of them, then their archives. The versions stay in the store. Files that a match may need are kept.
   */
  roomFor(person: number, bytes: number): Promise<Result<void>>
}

export interface TeamFilesOptions {
  readonly store: Store
  readonly folders: BotFolders
  readonly quotaBytes: number
}

/** More than a team may have. */
const ALL_BOTS = 1000

export function openTeamFiles({ store, folders, quotaBytes }: TeamFilesOptions): TeamFiles {
  /** A cache by path: files never change, and walking a folder takes time. */
  const sizes = new Map<string, number>()

  async function sizeOf(path: string): Promise<number> {
    const known = sizes.get(path)
    if (known !== undefined) return known
    const size = await measure(path)
    if (size > 0) sizes.set(path, size)
    return size
  }

  async function filesOf(person: number): Promise<readonly StoredFile[]> {
    const files = new Map<string, StoredFile>()
    const named = namedVersions(store)
    for (const bot of store.bots({ person }, { limit: ALL_BOTS }))
      for (const version of store.versionsWithoutLogs(bot.id)) {
        const isNeeded =
          version.version === bot.plays ||
          version.version === store.ladderVersion(bot.id, bot.challenge) ||
          version.status === 'waiting' ||
          version.status === 'unjudged' ||
          named.has(nameOf(version))
        const archive = folders.archiveOf(version)
        for (const path of [folders.builtOf(version), archive]) {
          if (path === undefined) continue
          const bytes = await sizeOf(path)
          // Versions with the same archive share one file.
          const wasNeeded = files.get(path)?.isNeeded ?? false
          if (bytes > 0)
            files.set(path, {
              path,
              bytes,
              isNeeded: isNeeded || wasNeeded,
              isBuilt: path !== archive,
              created: version.created,
            })
        }
      }
    return [...files.values()]
  }

  /** Archives of other teams: two teams that upload the same archive share one file. */
  function archivesOfOthers(person: number): ReadonlySet<string | undefined> {
    const found = new Set<string | undefined>()
    for (const bot of allBots(store))
      if (bot.person !== person)
        for (const version of store.versionsWithoutLogs(bot.id)) found.add(folders.archiveOf(version))
    return found
  }

  /** Files that may be removed: first what was built, which can be built again, then archives; oldest first. */
  function removable(files: readonly StoredFile[], person: number): readonly StoredFile[] {
    const others = archivesOfOthers(person)
    return files
      .filter(({ isNeeded, path }) => !isNeeded && !others.has(path))
      .toSorted((a, b) => Number(b.isBuilt) - Number(a.isBuilt) || a.created - b.created)
  }

  return {
    async roomFor(person, bytes) {
      const files = await filesOf(person)
      let over = sum(files) + bytes - quotaBytes
      if (over <= 0) return ok(undefined)
      const old = removable(files, person)
      if (over > sum(old))
        return fail(
          'team-quota',
          `Cannot keep this version: a team may store ${inMb(quotaBytes)}, and what its bots need takes ${inMb(sum(files) - sum(old))} already; make them smaller, or ask the organiser`,
        )
      for (const { path, bytes: freed } of old) {
        if (over <= 0) break
        await removeFolder(path)
        sizes.delete(path)
        over -= freed
      }
      return ok(undefined)
    },
  }
}

interface StoredFile {
  readonly path: string
  readonly bytes: number
  /** A match may need it. */
  readonly isNeeded: boolean
  readonly isBuilt: boolean
  readonly created: number
}

const sum = (files: readonly StoredFile[]): number => files.reduce((total, { bytes }) => total + bytes, 0)

const nameOf = ({ bot, version }: { readonly bot: number; readonly version: number }): string =>
  `${bot} ${version}`

/** Versions that play in a match or a contest that is not over: most matches of a contest are created while it runs. */
const namedVersions = (store: Store): ReadonlySet<string> =>
  new Set([
    ...store
      .unfinishedMatches()
      .flatMap(({ players }) =>
        players.flatMap((player) => (player?.kind === 'bot' ? [nameOf(player)] : [])),
      ),
    ...store.unfinishedTournaments().flatMap((row) => {
      const spec = specOf(row)
      return spec.ok ? spec.value.entrants.flatMap(({ bot }) => versionIn(bot)) : []
    }),
  ])

function versionIn(entrant: string): readonly string[] {
  const version = readKey(entrant)
  return version ? [nameOf(version)] : []
}

/** The bytes of a file or folder on disk; 0 if there is none. */
async function measure(path: string): Promise<number> {
  let bytes = 0
  for await (const { stat } of walkFolder(path))
    bytes += Math.max(stat.isFile() ? stat.size : 0, stat.blocks * 512)
  return bytes
}

const inMb = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MiB`

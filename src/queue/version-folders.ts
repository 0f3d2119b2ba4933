import { rm } from 'node:fs/promises'
import { fail, must, ok, type Problem, type Result } from '../base/result.ts'
import { sealFolder } from '../workshop/seal-folder.ts'
import { unpackFolder } from '../workshop/unpack-folder.ts'
import { openBotFolderCache, type UsedFolder } from './bot-folder-cache.ts'
import { fetchVersion, type WorkersArena } from './version-archives.ts'

/** The folders of versions on a worker, fetched from the arena and kept for the next match. */
export interface VersionFolders extends AsyncDisposable {
  /** The folder, until it is released; the problem if the arena does not give it now. */
  use(team: number, sha: string): Promise<Result<UsedFolder>>
}

export async function openVersionFolders(arena: WorkersArena): Promise<VersionFolders> {
  /** Why the last fetch of each failed, by name. */
  const problems = new Map<string, Problem>()
  const folders = await openBotFolderCache(async (name, folder) => {
    const [team = '', sha = ''] = name.split('-')
    const file = `${folder}.tar.gz`
    try {
      const fetched = await fetchVersion(arena, sha, file)
      if (!fetched.ok) {
        problems.set(name, fetched.problem)
        return false
      }
      problems.delete(name)
      must(await unpackFolder(file, folder))
      await sealFolder(folder, Number(team))
      return true
    } finally {
      await rm(file, { force: true })
    }
  })
  return {
    async use(team, sha) {
      const name = `${team}-${sha}`
      const folder = await folders.use(name)
      if (folder !== undefined) return ok(folder)
      const problem = problems.get(name)
      return problem ? { ok: false, problem } : fail('server-lost', `Cannot fetch a bot from ${arena.url}`)
    },
    [Symbol.asyncDispose]: () => folders[Symbol.asyncDispose](),
  }
}

import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from '../store/make-private.ts'
import { packFolder } from '../workshop/pack-folder.ts'

/** What was built of versions, as archives that are named by their SHA-256. Workers fetch them. */
export interface PackedVersions {
  /** Their folder. What is not complete in it is removed at the next start. */
  readonly home: string
  /** Packs what was built of a version, unless that is done, and gives the SHA-256. */
  pack(name: string, folder: string): Promise<string>
  /** Takes an archive that a worker packed: the file moves to its place. */
  adopt(name: string, sha: string, file: string): Promise<void>
  /**
   * Removes the archives of this name, before the version is built. After the restore of an older backup, a version may get the number of
   * another one, whose archive is still there.
   */
  forget(name: string): Promise<void>
  /** The file of an archive; undefined if there is none. */
  fileOf(sha: string): string | undefined
}

/** `NAME-SHA.tar.gz`, so that after a restart it is known what was packed. */
const PACKED = /^(?<name>.+)-(?<sha>[0-9a-f]{64})\.tar\.gz$/

/** `isBuilt` says whether what was built of a version of this name is still there; if not, its archive is removed. */
export async function openPackedVersions(
  home: string,
  isBuilt: (name: string) => boolean,
): Promise<PackedVersions> {
  makePrivateFolder(home)
  const shas = new Map<string, Promise<string>>()
  /** The same may have been built of several versions. */
  const files = new Map<string, readonly string[]>()
  for (const file of await readdir(home)) {
    const { name = '', sha = '' } = PACKED.exec(file)?.groups ?? {}
    if (sha === '' || !isBuilt(name)) await rm(join(home, file), { force: true })
    else {
      shas.set(name, Promise.resolve(sha))
      addFile(sha, join(home, file))
    }
  }

  function addFile(sha: string, file: string): void {
    files.set(sha, [...(files.get(sha) ?? []), file])
  }

  async function packNow(name: string, folder: string): Promise<string> {
    const temp = join(home, `.packing-${name}`)
    const sha = await packFolder(folder, temp)
    await move(name, sha, temp)
    return sha
  }

  async function move(name: string, sha: string, from: string): Promise<void> {
    const file = join(home, `${name}-${sha}.tar.gz`)
    await rename(from, file)
    addFile(sha, file)
  }

  return {
    home,
    async adopt(name, sha, file) {
      await move(name, sha, file)
      shas.set(name, Promise.resolve(sha))
    },
    pack(name, folder) {
      const known = shas.get(name)
      if (known) return known
      const packing = packNow(name, folder)
      shas.set(name, packing)
      packing.catch(() => shas.delete(name))
      return packing
    },
    async forget(name) {
      shas.delete(name)
      for (const file of await readdir(home))
        if (PACKED.exec(file)?.groups?.['name'] === name) await rm(join(home, file), { force: true })
    },
    fileOf: (sha) => files.get(sha)?.find((file) => existsSync(file)),
  }
}

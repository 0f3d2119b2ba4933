import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { lstat, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makePrivateFolder } from '../store/make-private.ts'
import { packFolder } from '../workshop/pack-folder.ts'

/** What was built of versions, as archives that are named by their SHA-256. Workers fetch them. */
export interface PackedVersions {
  /** Their folder. What is not complete in it is removed at the next start. */
  readonly home: string
  /** Packs what was built of a version, unless its archive is there and whole, and gives the SHA-256. */
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
  /** Files that were whole, with their size and times then. */
  const checked = new Map<string, string>()
  const placeOf = (name: string, sha: string): string => join(home, `${name}-${sha}.tar.gz`)
  for (const file of await readdir(home)) {
    const { name = '', sha = '' } = PACKED.exec(file)?.groups ?? {}
    if (sha === '' || !isBuilt(name)) await rm(join(home, file), { force: true })
    else {
      shas.set(name, Promise.resolve(sha))
      addFile(sha, join(home, file))
    }
  }

  /** The file that was made or checked last comes first. */
  function addFile(sha: string, file: string): void {
    files.set(sha, [file, ...(files.get(sha) ?? []).filter((one) => one !== file)])
  }

  async function packOnce(name: string, folder: string, known: string | undefined): Promise<string> {
    if (known === undefined) return packNow(name, folder)
    const file = placeOf(name, known)
    if (await isWhole(file, known)) {
      addFile(known, file)
      return known
    }
    await rm(file, { recursive: true, force: true })
    return packNow(name, folder)
  }

  /** A disk or a person may have damaged it. It is read when it is first used, and when it has changed. */
  async function isWhole(file: string, sha: string): Promise<boolean> {
    try {
      const found = await lstat(file)
      const mark = `${found.size} ${found.mtimeMs} ${found.ctimeMs}`
      if (checked.get(file) === mark) return true
      if (!found.isFile() || (await shaOf(file)) !== sha) return false
      checked.set(file, mark)
      return true
    } catch {
      return false
    }
  }

  async function packNow(name: string, folder: string): Promise<string> {
    const temp = join(home, `.packing-${name}`)
    const sha = await packFolder(folder, temp)
    await move(name, sha, temp)
    return sha
  }

  async function move(name: string, sha: string, from: string): Promise<void> {
    const file = placeOf(name, sha)
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
      const packing = Promise.resolve(shas.get(name)).then((known) => packOnce(name, folder, known))
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

async function shaOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

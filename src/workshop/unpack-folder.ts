import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { messageOf } from '../base/message-of.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'
import { BUILD_LIMITS } from './build-bot.ts'
import { parseEntryName } from './entry-name.ts'
import { reclaimFolder } from './reclaim-folder.ts'

const DEPTH = 128

/** Unpacks what `packFolder` packed into a new or empty folder, completely or not at all. Nothing leads out of the folder. */
export async function unpackFolder(file: string, folder: string): Promise<Result<void>> {
  const unpacked = await unpack(file, folder).catch((error: unknown) =>
    fail('archive-damaged', `Cannot unpack the archive: ${messageOf(error)}`),
  )
  const problem = unpacked.ok ? await reclaimFolder(folder) : unpacked.problem
  if (!problem) return ok(undefined)
  await removeFolder(folder)
  return { ok: false, problem }
}

async function unpack(file: string, folder: string): Promise<Result<void>> {
  await mkdir(folder, { recursive: true })
  const tar = extract()
  const feeding = pipeline(createReadStream(file), createGunzip(), tar)
  // A stream that is destroyed before it is read never ends: the signal ends the loop that waits for it.
  const broken = new AbortController()
  feeding.catch((error: unknown) => broken.abort(error))
  /** Made last: no file is written through a link. */
  const links: { readonly path: string; readonly target: string }[] = []
  let [bytes, entries] = [0, 0]
  for await (const entry of tar) {
    const { name, type, size = 0, mode = 0, linkname } = entry.header
    const parts = parseEntryName(name, DEPTH)
    if (!parts.ok) return parts
    bytes += size
    if (++entries > 2 * BUILD_LIMITS.files || bytes > BUILD_LIMITS.folderMb * 1024 * 1024)
      return fail('archive-size', `Cannot unpack ${JSON.stringify(name)}: the archive is too large`)
    const path = join(folder, ...parts.value)
    if (type === 'directory') await mkdir(path, { recursive: true })
    else await mkdir(dirname(path), { recursive: true })
    if (type === 'symlink') links.push({ path, target: linkname ?? '' })
    if (type === 'file') {
      const { signal } = broken
      await pipeline(entry, createWriteStream(path, { flags: 'wx' }), { signal }).catch((error: unknown) => {
        throw signal.aborted ? signal.reason : error
      })
      await chmod(path, mode & 0o111 ? 0o755 : 0o644)
    } else entry.resume()
  }
  await feeding
  for (const { path, target } of links) await symlink(target, path)
  return ok(undefined)
}

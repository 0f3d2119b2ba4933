import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import { walkFolder, type Found } from '../runner/sandbox/walk-folder.ts'

/**
 * Packs what was built of a version into a file, with its links, as `unpackFolder` reads it. Gives the SHA-256 of the file.
 * Equal folders give equal bytes.
 */
export async function packFolder(folder: string, file: string): Promise<string> {
  const found: Found[] = []
  for await (const one of walkFolder(folder)) if (one.depth > 0) found.push(one)
  const tar = pack()
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const sorted = found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const written = pipeline(
    tar,
    createGzip({ level: 1 }),
    hashed,
    createWriteStream(file, { mode: 0o600, flush: true }),
  )
  // Awaited below; without a handler an earlier rejection would count as unhandled.
  written.catch(() => {})
  try {
    for (const one of sorted) await addEntry(tar, one)
    tar.finalize()
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  await written
  return hash.digest('hex')
}

const ALWAYS = { mtime: new Date(0), uid: 0, gid: 0 } as const

async function addEntry(tar: Pack, { path, name, stat }: Found): Promise<void> {
  if (stat.isDirectory()) tar.entry({ ...ALWAYS, name, type: 'directory', mode: 0o755 })
  else if (stat.isSymbolicLink())
    tar.entry({ ...ALWAYS, name, type: 'symlink', linkname: await readlink(path, 'utf8') })
  else if (stat.isFile())
    await new Promise<void>((done, failed) => {
      const mode = stat.mode & 0o111 ? 0o755 : 0o644
      const entry = tar.entry({ ...ALWAYS, name, size: stat.size, mode }, (error) =>
        error ? failed(error) : done(),
      )
      // An archive that cannot be written destroys the entry, too.
      entry.on('error', failed)
      createReadStream(path).on('error', failed).pipe(entry)
    })
}

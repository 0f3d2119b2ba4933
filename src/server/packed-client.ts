import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { recentlyUsed } from '../base/recently-used.ts'
import { pack } from 'tar-stream'

/** The npm package of the client, as one arena serves it. */
export interface PackedClient {
  readonly body: Uint8Array
  readonly etag: string
}

/** Addresses by which one arena is called. */
const MOST_ADDRESSES = 16

/**
 * The client that was packed with the pages; undefined where it is not there. Its `package.json` gets the address of the arena,
 * so that the client knows it. Only this file is compressed for an address: a gzip file may have several parts.
 */
export function openPackedClient(folder: string): ((address: string) => Promise<PackedClient>) | undefined {
  const description = join(folder, 'package.json')
  if (!existsSync(description)) return undefined
  const files = readFileSync(join(folder, 'files.tar.gz'))
  const about = JSON.parse(readFileSync(description, 'utf8')) as Readonly<Record<string, unknown>>
  const known = recentlyUsed<string, PackedClient>(MOST_ADDRESSES)
  return async (address) => {
    const found = known.get(address)
    if (found) return found
    const own = await tarHead(
      'package/package.json',
      `${JSON.stringify({ ...about, arena: address }, null, 2)}\n`,
    )
    const body = Buffer.concat([gzipSync(own), files])
    const made = { body, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"` }
    known.set(address, made)
    return made
  }
}

/** Two empty blocks end a tar file. */
const END = 1024

/** One file as the beginning of a tar file that goes on. */
async function tarHead(name: string, text: string): Promise<Buffer> {
  const tar = pack()
  tar.entry({ name, mtime: new Date(0) }, text)
  tar.finalize()
  return (await buffer(tar)).subarray(0, -END)
}

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import type { ArchiveEntry } from './archive-entry.ts'

export interface TarOptions {
  readonly isCompressed: boolean
  /** The most bytes to read: no archive within the limits is larger. */
  readonly mostBytes: number
}

/** The entries of a tar file, in order. Throws on a damaged archive. */
export async function* readTar(
  file: string,
  { isCompressed, mostBytes }: TarOptions,
): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(file)
  const tar = extract()
  const check = (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> => checked(chunks, mostBytes)
  const feeding = isCompressed ? pipeline(source, createGunzip(), check, tar) : pipeline(source, check, tar)
  // Awaited below; without a handler an earlier rejection would count as unhandled.
  feeding.catch(() => {})
  try {
    for await (const entry of tar) {
      yield describeEntry(entry.header, entry)
      entry.resume()
    }
    await feeding
  } finally {
    source.destroy()
  }
}

/** A tar file ends with two blocks of zeros; without them it was cut off between two files. */
const END_BYTES = 1024

async function* checked(chunks: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  let zeros = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    bytes += chunk.length
    const blocks = Buffer.concat([rest, chunk])
    if (bytes > mostBytes || hasLargeHeader(blocks)) throw new Error('its headers are too large')
    rest = blocks.subarray(blocks.length - (blocks.length % BLOCK))
    const last = chunk.findLastIndex((byte) => byte !== 0)
    zeros = last === -1 ? zeros + chunk.length : chunk.length - 1 - last
    yield chunk
  }
  if (zeros < END_BYTES) throw new Error('its end is missing')
}

const BLOCK = 512

/**
 * The most bytes of a header that extends others, by its type: `tar-stream` takes 4 MiB, and copies all fields of a global header for
 * each header after it. What they are used for takes hundreds of bytes.
 */
const MOST_EXTENDED: Readonly<Record<string, number>> = { g: 1024, x: 65_536, L: 65_536, K: 65_536 }

/** Looks at every block, for the sizes in a hostile archive do not tell which of them are headers. */
function hasLargeHeader(blocks: Buffer): boolean {
  for (let at = 0; at + BLOCK <= blocks.length; at += BLOCK) {
    if (blocks.toString('latin1', at + 257, at + 262) !== 'ustar') continue
    const most = MOST_EXTENDED[String.fromCharCode(blocks[at + 156] ?? 0)]
    if (most !== undefined && !(sizeIn(blocks.subarray(at + 124, at + 136)) <= most)) return true
  }
  return false
}

/** Octal; NaN for a number that is written in binary, which only files above 8 GiB need. */
const sizeIn = (field: Buffer): number => parseInt(field.toString('latin1').replace(/^[ \0]+/, '') || '0', 8)

function describeEntry({ name, size, mode, type }: Header, bytes: AsyncIterable<unknown>): ArchiveEntry {
  return {
    name,
    kind: KINDS[type] ?? 'special',
    isExecutable: (mode & 0o111) !== 0,
    size,
    open: async () => bytes as AsyncIterable<Buffer>,
  }
}

const KINDS: Readonly<Record<string, ArchiveEntry['kind']>> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'folder',
  symlink: 'link',
  link: 'link',
}

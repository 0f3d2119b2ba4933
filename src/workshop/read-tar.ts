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
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error('its headers are too large')
    const last = chunk.findLastIndex((byte) => byte !== 0)
    zeros = last === -1 ? zeros + chunk.length : chunk.length - 1 - last
    yield chunk
  }
  if (zeros < END_BYTES) throw new Error('its end is missing')
}

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

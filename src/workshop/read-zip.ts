import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { kindOfMode, type ArchiveEntry } from './archive-entry.ts'

/** The entries of a zip file, in order. Throws on a damaged archive. */
export async function* readZip(file: string): AsyncGenerator<ArchiveEntry> {
  // The caller validates names and sizes, because its messages name the entry.
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: false, autoClose: false }
  const zip = await openPromise(file, options)
  try {
    for await (const entry of zip.eachEntry()) yield describeEntry(zip, entry)
  } finally {
    zip.close()
  }
}

function describeEntry(zip: ZipFile, entry: Entry): ArchiveEntry {
  const mode = entry.externalFileAttributes >>> 16
  const name = entry.fileNameRaw.toString()
  const obstacle = obstacleOf(entry)
  return {
    name,
    kind: name.endsWith('/') && kindOfMode(mode) === 'file' ? 'folder' : kindOfMode(mode),
    isExecutable: (mode & 0o111) !== 0,
    size: entry.uncompressedSize,
    checksum: entry.crc32,
    ...(obstacle !== undefined && { obstacle }),
    // A no-op handler: after the caller stops reading, an error would be unhandled.
    open: async () => (await zip.openReadStreamPromise(entry)).on('error', () => {}),
  }
}

function obstacleOf(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'it is encrypted'
  return entry.canDecodeFileData()
    ? undefined
    : `it is packed by method ${entry.compressionMethod}, expected stored or deflated`
}

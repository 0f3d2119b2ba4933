import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { kindOfMode, type ArchiveEntry } from './archive-entry.ts'

/** The entries of a zip, one after the other. What is damaged is an exception. */
export async function* readZip(file: string): AsyncGenerator<ArchiveEntry> {
  // Names and sizes are judged by whoever takes the entry, who can say which one it was.
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
    // Nobody may be left to hear of an error once the reading was given up.
    open: async () => (await zip.openReadStreamPromise(entry)).on('error', () => {}),
  }
}

function obstacleOf(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'it is encrypted'
  return entry.canDecodeFileData()
    ? undefined
    : `it is packed by method ${entry.compressionMethod}, expected stored or deflated`
}

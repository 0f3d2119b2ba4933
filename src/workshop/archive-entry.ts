/** One entry of an archive, not validated yet. */
export interface ArchiveEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'special'
  readonly isExecutable: boolean
  /** Bytes, as the archive says. */
  readonly size: number
  /** CRC-32, where the format has one. */
  readonly checksum?: number
  /** Why its bytes cannot be read, as the end of a sentence about it. */
  readonly obstacle?: string
  /** Its bytes; read them before the next entry. */
  open(): Promise<AsyncIterable<Buffer>>
}

/** The type of a file in the upper bits of its mode, as Unix has it. */
export function kindOfMode(mode: number): ArchiveEntry['kind'] {
  switch (mode & 0o170000) {
    // Archives from other systems have no mode.
    case 0:
    case 0o100000:
      return 'file'
    case 0o040000:
      return 'folder'
    case 0o120000:
      return 'link'
    default:
      return 'special'
  }
}

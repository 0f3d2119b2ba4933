/** A file could not be written because its disk, or the share of it that we may use, is full. */
export const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

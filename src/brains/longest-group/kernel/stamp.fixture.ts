import { createHash } from 'node:crypto'

/** Changes with the source of a kernel and with its bytes. */
export const stampOf = (source: string, bytes: Uint8Array): string =>
  createHash('sha256').update(source).update(bytes).digest('hex')

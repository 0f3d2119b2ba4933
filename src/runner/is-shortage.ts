import { closeSync, openSync } from 'node:fs'

/** What the system says when the machine, or this process, has run out of something. */
const CODES = ['EADDRNOTAVAIL', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ERR_WORKER_INIT_FAILED']

/** Whether something failed because the host has run out of descriptors, memory or threads: that is no player's fault. */
export const isShortage = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && CODES.includes(String(error.code))

/** Whether this process could open a file or accept a connection now. */
export function hasFreeDescriptor(): boolean {
  try {
    closeSync(openSync('/dev/null', 'r'))
    return true
  } catch (error) {
    // Other systems have no such file, and tell so.
    return !isShortage(error)
  }
}

import { closeSync, openSync } from 'node:fs'

/** Error codes for a lack of resources of the machine or of this process. */
const CODES = ['EADDRNOTAVAIL', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ERR_WORKER_INIT_FAILED']

/** Whether an error means that the host has run out of descriptors, memory or threads, which is no player's fault. */
export const isShortage = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && CODES.includes(String(error.code))

/** Whether this process could open a file or accept a connection now. */
export function hasFreeDescriptor(): boolean {
  try {
    closeSync(openSync('/dev/null', 'r'))
    return true
  } catch (error) {
    // Systems without this file give another error.
    return !isShortage(error)
  }
}

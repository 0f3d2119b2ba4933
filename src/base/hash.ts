import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The first 128 bits of SHA-256, as 32 hexadecimal digits. */
export type Digest = (text: string) => string

/** In plain JavaScript, for every place where code can run; a host may have a faster one. */
export const digest: Digest = (text) => bytesToHex(sha256(utf8ToBytes(text)).subarray(0, 16))

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The first 128 bits of SHA-256, as 32 hexadecimal digits. */
export type Digest = (text: string) => string

/** In plain JavaScript, so that it runs in browsers, too; the runner has a faster one. */
export const digest: Digest = (text) => bytesToHex(sha256(utf8ToBytes(text)).subarray(0, 16))

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The first 128 bits of SHA-256, as 32 hexadecimal digits. */
export const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)).subarray(0, 16))

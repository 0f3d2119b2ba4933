import { hash } from 'node:crypto'
import type { Digest } from '../base/hash.ts'

/** The digest of records by `node:crypto`: the same bytes, several times faster. */
export const nodeDigest: Digest = (text) => hash('sha256', text, 'hex').slice(0, 32)

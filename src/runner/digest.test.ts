import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { digest } from '../base/hash.ts'
import { nodeDigest } from './digest.ts'

test('both digests agree on every text', () => {
  expect(nodeDigest('')).toBe('e3b0c44298fc1c149afbf4c8996fb924')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => nodeDigest(text) === digest(text)),
  )
})

import { expect, test } from 'vitest'
import { bytesOfGot } from './bytes-of-got.ts'
import { outputOf } from './observation.ts'

const cameAs = (...pieces: readonly string[]) => ({
  moments: pieces.map((piece) => ({ kind: 'came', bytes: Buffer.from(piece, 'latin1') }) as const),
})

test.each([
  ['a whole line', ['1 2\ncaf', 'é\n3 4\n'], 'caf\ufffd\n', 'café\n'],
  ['a line without its line feed', ['1 2\ncafé\n3 4\n'], 'caf\ufffd', 'café'],
  ['two lines', ['é\nè\nà\n'], '\ufffd\n\ufffd\n', 'è\nà\n'],
  ['the end, which has no line feed', ['1 2\ncafé ol\xe9'], 'caf\ufffd ol\ufffd', 'café olé'],
])('%s that is not UTF-8 is what came, byte by byte', (_, pieces, got, bytes) => {
  const seen = cameAs(...pieces)
  expect(outputOf(seen)).toContain(got)
  expect(Buffer.from(bytesOfGot(got, seen)).toString('latin1')).toBe(bytes)
})

test('text that is UTF-8, or in the middle of a line, is encoded again', () => {
  expect(Buffer.from(bytesOfGot('für\n', cameAs('f\xc3\xbcr\n'))).toString()).toBe('für\n')
  expect(Buffer.from(bytesOfGot('f\ufffd', cameAs('caf\xe9\n'))).toString()).toBe('f\ufffd')
  expect(Buffer.from(bytesOfGot('caf\ufffd', cameAs('caf\xe9 ol\xe9\n'))).toString()).toBe('caf\ufffd')
})

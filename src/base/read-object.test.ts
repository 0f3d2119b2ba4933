import { expect, test } from 'vitest'
import { readObject } from './read-object.ts'

test('a byte order mark before an object does not matter', () => {
  expect(readObject('\uFEFF{"a": 1}\r\n')).toEqual({ object: { a: 1 } })
})

test('a byte order mark within a text stays', () => {
  expect(readObject('{"a": "b\uFEFFc"}')).toEqual({ object: { a: 'b\uFEFFc' } })
})

test.each([
  ['[1]', undefined, 'it is no object'],
  ['', [1, 1], 'it ends too early'],
  ['{"a": 1', [1, 8], "expected ',' or '}' after property value"],
  ['{"a": nul', [1, 10], 'it ends too early'],
  ['{\n  "a": 1,\n}', [3, 1], 'expected double-quoted property name'],
  ["{'a': 1}", [1, 2], "expected property name or '}'"],
  ['{\n  "a": ,\n  "b": 2\n}', [2, 8], "unexpected token ','"],
  ['\uFEFF{"a": tru}', [1, 10], "unexpected token '}'"],
  ['// note\n{}', [1, 1], "unexpected token '/'"],
  ['{"a": [1, 2, 3, 4, 5, 6, 7, 8], "b": x}', [1, 38], "unexpected token 'x'"],
  ['{"a": 1} x', [1, 10], 'unexpected non-whitespace character after JSON'],
  ['{"a": "b\nc"}', [1, 9], 'bad control character in string literal'],
])('%j', (text, place, why) => {
  const at = place && { line: place[0], column: place[1] }
  expect(readObject(text)).toEqual({ why, ...(at && { at }) })
})

// A parse of each beginning of this text takes ten seconds, and a team may upload a thousand times as much.
test('a wrong word at the end of a long text is found at once', { timeout: 5_000 }, () => {
  expect(readObject(`[${'1,'.repeat(25_000)}x`)).toMatchObject({ at: { line: 1, column: 50_002 } })
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeExpectation, remainder, scan, type Expectation } from './scan.ts'

const READY: Expectation = { kind: 'word', words: ['ready'] }
const MOVE: Expectation = { kind: 'word', words: ['left', 'right', 'forward'] }
const LINE: Expectation = { kind: 'line' }
const TWO: Expectation = { kind: 'numbers', count: 2 }

test.each<[Expectation, string, string | undefined, string?]>([
  [READY, 'ready', 'ready', ''],
  [READY, 'forward\nready\nleft', 'ready', '\nleft'],
  [READY, 'read', undefined],
  [READY, 'READY', undefined],
  [MOVE, 'forward\nready', 'forward', '\nready'],
  [MOVE, 'bright left', 'right', ' left'],
  [MOVE, 'ready', undefined],
  [LINE, 'e2\n', 'e2', ''],
  [LINE, '\r\n\r\n e2 \r\nrest', 'e2', 'rest'],
  [LINE, 'e2', undefined],
  [LINE, '\n\n', undefined],
  [TWO, '3 4\n', '3 4', '\n'],
  [TWO, '\n3\r\n 4 5', '3 4', ' 5'],
  [TWO, '3 4', undefined],
  [TWO, '3 1', undefined],
  [TWO, '3', undefined],
  [TWO, '-1 12\n', '-1 12', '\n'],
  [TWO, '12 -1\n', '12 -1', '\n'],
  [TWO, '3,4\n', '3,4', '\n'],
  [TWO, '3 x 5\n', '3 x', ' 5\n'],
  [TWO, 'hel', undefined],
])('waiting for %j in %j finds %j', (expected, text, found, rest) => {
  const result = scan(expected, text, false)
  expect(result?.text).toBe(found)
  if (result) expect(text.slice(result.end)).toBe(rest)
})

test.each<[Expectation, string, string | undefined]>([
  [TWO, '3 4', '3 4'],
  [TWO, '3', undefined],
  [LINE, 'e2', 'e2'],
  [LINE, '  ', undefined],
  [READY, 'read', undefined],
])('at the end, waiting for %j in %j finds %j', (expected, text, found) => {
  expect(scan(expected, text, true)?.text).toBe(found)
})

test('the same is found however the text is cut, and little is kept meanwhile', () => {
  const texts = fc.array(fc.constantFrom('ready', 'left', 'forward', 'r', ' ', '\n', '3', '10', '-', 'x\n'))
  const cuts = fc.array(fc.integer({ min: 1, max: 5 }))
  fc.assert(
    fc.property(texts, cuts, fc.constantFrom(READY, MOVE, LINE, TWO), (parts, sizes, expected) => {
      const text = parts.join('')
      const whole = scan(expected, text, true)
      let kept = ''
      let at = 0
      let found = scan(expected, kept, false)
      for (let cut = 0; found === undefined && at < text.length; cut++) {
        kept = remainder(expected, kept)
        const size = sizes[cut % (sizes.length || 1)] ?? 1
        kept += text.slice(at, at + size)
        at += size
        found = scan(expected, kept, at >= text.length)
      }
      expect(found?.text).toBe(whole?.text)
    }),
  )
})

test.each<[Expectation, string]>([
  [READY, 'ready'],
  [{ kind: 'word', words: ['left', 'right'] }, 'left or right'],
  [MOVE, 'left, right or forward'],
  [LINE, 'the end of a line'],
  [TWO, '2 numbers closed by white space'],
])('%j is told as: %s', (expected, words) => {
  expect(describeExpectation(expected)).toBe(words)
})

test.each<[Expectation, string, string]>([
  [READY, 'a long preface, rea', ' rea'],
  [READY, 'rea', 'rea'],
  [MOVE, 'a long preface, forwar', 'forwar'],
  [LINE, ' \n e2 ', 'e2 '],
  [TWO, '\n3 ', '3 '],
])('while waiting for %j, of %j only %j is kept', (expected, text, kept) => {
  expect(remainder(expected, text)).toBe(kept)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../base/any-character.fixture.ts'
import { makeTranscript, parseLine, type Side } from './transcript.ts'

function write(...pieces: readonly [Side, string][]): string[] {
  const lines: string[] = []
  const transcript = makeTranscript((line) => lines.push(line), { line: 20, total: 200 })
  for (const [side, text] of pieces) transcript.add(side, text)
  transcript.flush()
  return lines
}

test('lines are whole however they came, and a missing line feed shows', () => {
  expect(
    write(['<', 're'], ['<', 'ady'], ['>', '10\n'], ['<', 'for'], ['<', 'ward\nready'], ['>', 's\n']),
  ).toEqual(['< ready\\', '> 10', '< forward', '< ready\\', '> s'])
})

test('nothing in it can disturb a terminal', () => {
  expect(write(['<', 'a\tb\r\n\u001b[2J\\\u202e\n'])).toEqual(['< a\\tb\\r', '< \\u{1b}[2J\\\\\\u{202e}'])
})

test('long lines are shortened and a long talk is cut off', () => {
  expect(write(['<', `${'x'.repeat(25)}\ny\n`])).toEqual([
    `< ${'x'.repeat(20)}… and 5 more characters`,
    '< y',
  ])
  const lines = write(['<', 'some words\n'.repeat(1_000)], ['>', 'unheard\n'])
  expect(lines.at(-1)).toBe('! the transcript is full: the rest is not kept')
  expect(lines.length).toBeLessThan(20)
})

test('what was said can be read back', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 15, unit: anyCharacter }), fc.boolean(), (words, isWhole) => {
      const text = words.replaceAll('\n', '') + (isWhole ? '\n' : '')
      const lines = write(['<', text])
      expect(lines.map((line) => parseLine(line)?.text).join('')).toBe(text)
    }),
  )
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../base/any-character.fixture.ts'
import { makeTranscript, parseLine, type Side } from './transcript.ts'

function write(...pieces: readonly (readonly [Side, string])[]): string[] {
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

test.each<readonly [string, readonly (readonly [Side, string])[], readonly string[]]>([
  [
    'a line whose line feed comes after the host spoke is one line, where it began',
    [
      ['<', 'ready'],
      ['>', '10\n'],
      ['!', 'late\n'],
      ['<', '\nready'],
      ['>', 's\n'],
      ['<', '\n'],
      ['<', 'left\n'],
    ],
    ['< ready', '> 10', '! late', '< ready', '> s', '< left'],
  ],
  [
    'Windows line ends may come in two pieces',
    [
      ['<', 'ready'],
      ['>', '10\n'],
      ['<', '\r'],
      ['>', 's\n'],
      ['<', '\nleft\r\n'],
    ],
    ['< ready\\r', '> 10', '> s', '< left\\r'],
  ],
  [
    'without a line feed to the end',
    [
      ['<', 'ready'],
      ['>', '10\n'],
      ['!', 'its output ended\n'],
    ],
    ['< ready\\', '> 10', '! its output ended'],
  ],
  [
    'the next word shows that no line feed comes',
    [
      ['<', 'ready'],
      ['>', '10\n'],
      ['<', 'left'],
      ['>', 's\n'],
    ],
    ['< ready\\', '> 10', '< left\\', '> s'],
  ],
])('%s', (_, pieces, lines) => {
  expect(write(...pieces)).toEqual(lines)
})

test('the lines of a program that writes no line feeds come at once', () => {
  const lines: string[] = []
  const transcript = makeTranscript((line) => lines.push(line))
  for (const text of ['ready', 'left', 'right']) {
    transcript.add('<', text)
    transcript.add('>', 's\n')
  }
  expect(lines).toEqual(['< ready\\', '> s', '< left\\', '> s', '< right\\', '> s'])
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

test('a line that arrives in pieces is shortened as a whole, and its length is told', () => {
  expect(write(['<', 'x'.repeat(15)], ['<', 'y'.repeat(15)], ['<', 'z\n'])).toEqual([
    `< ${'x'.repeat(15)}${'y'.repeat(5)}… and 11 more characters`,
  ])
  expect(write(['<', 'x'.repeat(20)])).toEqual([`< ${'x'.repeat(20)}\\`])
  expect(write(['<', 'x'.repeat(21)])).toEqual([`< ${'x'.repeat(20)}… and 1 more characters`])
})

test('blank lines are kept', () => {
  expect(write(['<', '\n\na\n'], ['>', ''])).toEqual(['< ', '< ', '< a'])
})

test('a transcript may be full to the last character', () => {
  const lines: string[] = []
  const transcript = makeTranscript((line) => lines.push(line), { line: 20, total: 6 })
  transcript.add('<', 'abcd\n')
  transcript.add('<', 'e\n')
  transcript.add('>', 'f')
  transcript.flush()
  expect(lines).toEqual(['< abcd', '! the transcript is full: the rest is not kept'])
})

test('unless told otherwise, a line has 4096 characters and a transcript 64 such lines', () => {
  const lines: string[] = []
  const transcript = makeTranscript((line) => lines.push(line))
  transcript.add('<', `${'x'.repeat(4_097)}\n`)
  expect(lines).toEqual([`< ${'x'.repeat(4_096)}… and 1 more characters`])
  for (let n = 0; n < 100; n++) transcript.add('<', `${'x'.repeat(4_096)}\n`)
  expect(lines).toHaveLength(64)
})

test.each([
  ['> 10', { side: '>', text: '10\n' }],
  ['< ready\\', { side: '<', text: 'ready' }],
  ['<', { side: '<', text: '\n' }],
  ['! it ended', { side: '!', text: 'it ended\n' }],
  ['< a\\tb\\r', { side: '<', text: 'a\tb\r\n' }],
  ['< \\u{1b}[2J\\\\', { side: '<', text: '\u001b[2J\\\n' }],
  ['# a remark', undefined],
  ['<ready', undefined],
  [' < ready', undefined],
])('the line %j is read as %j', (line, read) => {
  expect(parseLine(line)).toEqual(read)
})

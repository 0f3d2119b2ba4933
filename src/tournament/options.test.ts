import { expect, test } from 'vitest'
import { integer } from '../base/fields.ts'
import { flag, orWord, readOptions, tieBreakList } from './options.ts'

test.each([
  [true, true],
  ['yes', true],
  ['true', true],
  [false, false],
  ['no', false],
  ['false', false],
  [1, undefined],
  ['', undefined],
])('a flag set to %j is %j', (value, read) => {
  expect(flag('Third place').read(value)).toBe(read)
})

test('a number or a word is read as either, and a form is told the word', () => {
  const rounds = orWord(integer('Rounds', 1, 9), 'auto')
  expect([3, '3', 'auto', 'all', 10].map((value) => rounds.read(value))).toEqual([
    3,
    3,
    'auto',
    undefined,
    undefined,
  ])
  expect(rounds.expects).toBe('a whole number from 1 to 9, or auto')
  expect(rounds.form).toEqual({ ...integer('Rounds', 1, 9).form, word: 'auto' })
})

test('settings that are no object are refused by the name of the format', () => {
  expect(readOptions('swiss', {}, {}, 'fast')).toEqual({
    ok: false,
    problem: { code: 'bad-options', message: 'Cannot read the settings of swiss "fast": expected an object' },
  })
})

test('empty names in a list of tie-breaks are left out, and other values than lists are refused', () => {
  expect(tieBreakList.read('wins,,lots,')).toEqual(['wins', 'lots'])
  expect(tieBreakList.read('')).toEqual([])
  expect(tieBreakList.read(7)).toBeUndefined()
  expect(tieBreakList.read(['wins', 'luck'])).toBeUndefined()
  expect(tieBreakList.form).toMatchObject({ kind: 'list', choices: expect.arrayContaining(['wins', 'lots']) })
})

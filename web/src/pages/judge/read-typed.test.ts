import { expect, test } from 'vitest'
import { readTyped } from './read-typed.ts'

test.each([
  ['', null],
  [' ', null],
  ['0', 0],
  ['12', 12],
  ['12,5', 12.5],
  [' 7.5 ', 7.5],
  ['20', 20],
])('%j is the mark %j', (text, mark) => {
  expect(readTyped(text, 20)).toEqual({ ok: true, value: mark })
})

test.each(['20.1', '1.25', '-1', 'x', '1.', '1e1'])('%j is no mark', (text) => {
  expect(readTyped(text, 20)).toMatchObject({ ok: false, problem: { code: 'bad-mark' } })
})

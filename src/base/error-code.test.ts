import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorCode } from './error-code.ts'

test('the code of an error is that of the system, and of nothing else', () => {
  let error: unknown
  try {
    readFileSync('/no/such/file')
  } catch (thrown) {
    error = thrown
  }
  expect(errorCode(error)).toBe('ENOENT')
  const others = [
    new Error('ENOENT'),
    Object.assign(new Error('x'), { code: 5 }),
    { code: 'ENOENT' },
    'x',
    null,
  ]
  expect(others.map(errorCode)).toEqual(others.map(() => undefined))
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REFERENCE_PAGES } from '../scripts/reference/pages.ts'
import { PROBLEM_TEXTS } from '../src/base/problem-texts.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

test.each(Object.entries(REFERENCE_PAGES))(
  '%s is what the code says: npm run reference writes it again',
  (path, page) => {
    expect(read(path)).toBe(page())
  },
)

test('each problem code has a sentence for its cause and one for its cure', () => {
  const sentence = /^[A-Z`].{8,}\.$/s
  const wrong = Object.entries(PROBLEM_TEXTS).filter(
    ([, [cause, cure]]) => !sentence.test(cause) || !sentence.test(cure),
  )
  expect(wrong).toEqual([])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codesOf, statusOf } from './problem-codes.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/arena.md'), 'utf8')

test('the page of the arena lists each code under its status, and no other', () => {
  const rows = [...PAGE.matchAll(/^\| (\d{3}) \| [^|]* \| ([^|]*) \|$/gm)]
  const listed = rows.map(([, status, codes = '']) => [
    Number(status),
    [...codes.matchAll(/`([^`]+)`/g)].map(([, code]) => code),
  ])
  expect(listed).toEqual(rows.map(([, status]) => [Number(status), codesOf(Number(status))]))
  const statuses = rows.map(([, status]) => Number(status))
  const others = Array.from({ length: 600 }, (_, status) => status).filter((one) => !statuses.includes(one))
  expect(others.flatMap(codesOf)).toEqual([])
})

test('every limit on a number answers 429', () => {
  const limits = [400, 403, 409, 413, 429, 503]
    .flatMap(codesOf)
    .filter((code) => code.startsWith('too-many-'))
  expect(limits.length).toBeGreaterThan(5)
  expect(limits.map(statusOf)).toEqual(limits.map(() => 429))
})

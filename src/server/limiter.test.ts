import { expect, test } from 'vitest'
import { openLimiter } from './limiter.ts'

test('so many are let through in a window, each name for itself, and it says how long to wait', () => {
  const limiter = openLimiter(2, 10_000)
  const table: readonly (readonly [string, number, number | undefined])[] = [
    ['ann', 1_000, undefined],
    ['ann', 2_000, undefined],
    ['ann', 3_500, 8],
    ['bob', 3_500, undefined],
    ['ann', 10_999, 1],
    ['ann', 11_000, undefined],
  ]
  for (const [name, at, wait] of table) expect([name, at, limiter.count(name, at)]).toEqual([name, at, wait])
})

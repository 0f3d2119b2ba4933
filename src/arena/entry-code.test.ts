import { expect, test } from 'vitest'
import { drawCode, readCode } from './entry-code.ts'

test('a code has six letters and digits of which none looks like another, and is not in use', () => {
  const taken: string[] = []
  const code = drawCode((one) => {
    taken.push(one)
    return taken.length < 50
  })
  expect(taken).toHaveLength(50)
  expect(taken.at(-1)).toBe(code)
  for (const one of taken) expect(one).toMatch(/^[23456789abcdefghjkmnpqrstuvwxyz]{6}$/)
  expect(new Set(taken).size).toBe(50)
})

test('capitals, spaces and dashes of a code do not matter', () => {
  expect(readCode(' AB2-9\txy\n')).toBe('ab29xy')
  expect(readCode('ab29xy')).toBe('ab29xy')
})

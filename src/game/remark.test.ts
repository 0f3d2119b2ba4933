import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRemark } from './remark.ts'

describe('what a player says beside its move', () => {
  test.each([
    ['two in a row', { text: 'two in a row' }],
    [
      { text: 'hm', score: 0.12345, depth: 7, nodes: 1234, line: ['e2', 'e8'] },
      { text: 'hm', score: 0.123, depth: 7, nodes: 1234, line: ['e2', 'e8'] },
    ],
    [{ line: ['e2', 7, '', 'e8'] }, { line: ['e2', 'e8'] }],
    ['  one\n\ttwo\u0007\u202e three ', { text: 'one two three' }],
    [{ score: -0.0001 }, { score: 0 }],
  ])('%j is read', (said, remark) => {
    expect(readRemark(said)).toStrictEqual(remark)
  })

  test.each([
    undefined,
    null,
    '',
    ' \n',
    7,
    [],
    ['e2'],
    {},
    { score: 2 },
    { score: NaN },
    { nodes: -1 },
    { depth: 1.5 },
    { line: 'e2' },
  ])('%j says nothing', (said) => {
    expect(readRemark(said)).toBeUndefined()
  })

  test('much is cut', () => {
    const remark = readRemark({
      text: '😀'.repeat(500),
      line: Array.from({ length: 99 }, () => 'x'.repeat(99)),
    })
    expect(Array.from(remark?.text ?? '')).toHaveLength(200)
    expect(remark?.line).toHaveLength(16)
    expect(remark?.line?.[0]).toBe(`${'x'.repeat(23)}…`)
  })

  test('reading again what was read changes nothing', () => {
    const said = fc.record(
      {
        text: fc.string({ unit: 'binary', maxLength: 300 }),
        score: fc.double(),
        depth: fc.integer(),
        nodes: fc.nat(),
        line: fc.array(fc.string()),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(said, fc.string({ unit: 'binary' })), (value) => {
        const remark = readRemark(value)
        expect(JSON.stringify(readRemark(remark))).toBe(JSON.stringify(remark))
      }),
    )
  })
})

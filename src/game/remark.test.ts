import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../base/any-character.fixture.ts'
import { LARGEST_REMARK, MARK_COLOURS, readRemark } from './remark.ts'

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
    ['{"score":0.5}', { score: 0.5 }],
    [
      { numbers: { risk: 0.123456789, '  lead\n': -0, no: 'x', '': 1 } },
      { numbers: { lead: 0, risk: 0.123457 } },
    ],
    [{ marks: [{ cell: [3, 4] }, { cell: '3,4' }] }, { marks: [{ cell: [3, 4] }, { cell: [3, 4] }] }],
    [
      { marks: [{ cell: 'e2', label: 7, color: 'red' }] },
      { marks: [{ cell: 'e2', label: '7', colour: 'red' }] },
    ],
    [
      { marks: [{ colour: 'blue', to: [0, 1], from: 'NW' }] },
      { marks: [{ from: 'NW', to: [0, 1], colour: 'blue' }] },
    ],
    // An unknown colour is left out; the mark is drawn in the colour of its player.
    [{ marks: [{ cell: 'e2', colour: 'mauve' }] }, { marks: [{ cell: 'e2' }] }],
    [{ marks: [7, { cell: [1] }, { from: [0, 0] }, { cell: 'a1' }, null] }, { marks: [{ cell: 'a1' }] }],
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
    '{}',
    { numbers: [1] },
    { numbers: { a: Infinity, b: null } },
    { marks: {} },
    {
      marks: [{ cell: [-1, 0] }, { cell: [0.5, 0] }, { cell: [0, 10_000] }, { cell: 'e2 ' }, { label: 'x' }],
    },
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
    const drawn = readRemark({
      numbers: Object.fromEntries(
        Array.from({ length: 99 }, (_, index) => [`number ${index}`.repeat(9), index]),
      ),
      marks: Array.from({ length: 999 }, (_, index) => ({ cell: [index, 0], label: 'abcdefghijklmnop' })),
    })
    expect(Object.keys(drawn?.numbers ?? {})).toHaveLength(8)
    expect(drawn?.marks).toHaveLength(64)
    expect(drawn?.marks?.[63]).toEqual({ cell: [63, 0], label: 'abcdefghijk…' })
  })

  test('equal remarks are equal bytes, whatever the order of their fields', () => {
    const said = { text: 'hm', numbers: { b: 2, a: 1 }, marks: [{ cell: [1, 2], label: 'x', colour: 'red' }] }
    const again = {
      marks: [{ colour: 'red', label: 'x', cell: [1, 2] }],
      numbers: { a: 1, b: 2 },
      text: 'hm',
    }
    expect(JSON.stringify(readRemark(said))).toBe(JSON.stringify(readRemark(again)))
  })

  test('the largest remark keeps its words and numbers, and marks as far as they fit', () => {
    const wide = '😀'.repeat(99)
    const remark = readRemark({
      text: wide.repeat(9),
      score: -0.123,
      depth: 2 ** 53 - 1,
      nodes: 2 ** 53 - 1,
      line: Array.from({ length: 16 }, () => wide),
      numbers: Object.fromEntries(
        Array.from({ length: 8 }, (_, index) => [`${index}${wide}`, -1.23456e-300]),
      ),
      marks: Array.from({ length: 64 }, () => ({ cell: [9999, 9999], label: wide, colour: 'orange' })),
    })
    expect(bytesOf(remark)).toBeLessThanOrEqual(LARGEST_REMARK)
    expect(bytesOf(remark)).toBeGreaterThan(LARGEST_REMARK - 200)
    expect(remark?.line).toHaveLength(16)
    expect(Object.keys(remark?.numbers ?? {})).toHaveLength(8)
    expect(remark?.marks?.length).toBeGreaterThan(0)
  })

  const cell = fc.oneof(
    fc.tuple(fc.integer({ min: -1, max: 10_001 }), fc.nat()),
    fc.constantFrom('e2', 'NW', '3,4', 'i10', '', '1'),
    fc.anything(),
  )
  const mark = fc.record(
    {
      cell,
      from: cell,
      to: cell,
      label: fc.oneof(fc.string({ unit: anyCharacter }), fc.anything()),
      colour: fc.oneof(fc.constantFrom(...MARK_COLOURS), fc.anything()),
    },
    { requiredKeys: [] },
  )
  const said = fc.record(
    {
      text: fc.string({ unit: anyCharacter, maxLength: 300 }),
      score: fc.double(),
      depth: fc.integer(),
      nodes: fc.nat(),
      line: fc.array(fc.string()),
      numbers: fc.dictionary(fc.string({ unit: anyCharacter }), fc.oneof(fc.double(), fc.anything())),
      marks: fc.array(mark, { size: 'large' }),
    },
    { requiredKeys: [] },
  )

  test('whatever is said, reading it never throws, is bounded, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(said, fc.string({ unit: anyCharacter }), fc.json(), fc.anything()), (value) => {
        const remark = readRemark(value)
        const written = JSON.stringify(remark)
        expect(JSON.stringify(readRemark(remark))).toBe(written)
        if (written === undefined) return
        // A record is written, read and written again.
        expect(JSON.stringify(readRemark(JSON.parse(written)))).toBe(written)
        expect(bytesOf(remark)).toBeLessThanOrEqual(LARGEST_REMARK)
      }),
    )
  })
})

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

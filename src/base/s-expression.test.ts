import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import {
  createDatumReader,
  integer,
  list,
  pair,
  parseDatums,
  string,
  symbol,
  writeDatum,
  type Datum,
  type ReaderLimits,
} from './s-expression.ts'
import { must } from './result.ts'

const LIMITS: ReaderLimits = { maxSize: 100, maxDepth: 5, maxLine: 60 }

/** Everything a reader gives for these pieces of text, written again; the last may be a problem. */
function readAll(pieces: readonly string[], limits = LIMITS): readonly string[] {
  const reader = createDatumReader(limits)
  const out: string[] = []
  for (const piece of [...pieces, undefined]) {
    if (piece === undefined) reader.end()
    else reader.feed(piece)
    for (let read = reader.next(); read !== undefined; read = reader.next()) {
      out.push(read.ok ? writeDatum(read.value) : read.problem.message)
      if (!read.ok) return out
    }
  }
  return out
}

describe('what is read', () => {
  test.each<[string, readonly string[]]>([
    ['n', ['n']],
    ['n w\ts\r\ne\n', ['n', 'w', 's', 'e']],
    ['(37 . 10)((1 . 2) (3 . 4))', ['(37 . 10)', '((1 . 2) (3 . 4))']],
    ['(1 . 1)(35 . 8)\n', ['(1 . 1)', '(35 . 8)']],
    ['( 1\n.\n2 )', ['(1 . 2)']],
    ['()', ['()']],
    ['[1 . 2]', ['(1 . 2)']],
    ['(a . (b . (c)))', ['(a b c)']],
    ['(a b . c)', ['(a b . c)']],
    ['(1 .5)', ['(1 .5)']],
    ['; a comment ( \nwin', ['win']],
    ['"a \\" (b)" |odd one|', ['"a \\" (b)"', '|odd one|']],
    ['-7 +7 - + ...', ['-7', '7', '-', '+', '...']],
    ['n"x"w', ['n', '"x"', 'w']],
    ['-0', ['0']],
    ['', []],
    [' \n ', []],
  ])('%j', (text, expected) => {
    expect(readAll([text])).toEqual(expected)
    expect(readAll([...text])).toEqual(expected)
  })

  test.each([
    [')', 'expected a datum, not )'],
    ['(1 . 2', 'expected ) before the end'],
    ['(1]', 'expected ), not ]'],
    ['(. 1)', 'expected a datum, not a dot'],
    ['.', 'expected a datum, not a dot'],
    ['(1 .)', 'expected a datum after the dot'],
    ['(1 . . 2)', 'expected a datum, not a dot'],
    ['(1 . 2 3)', 'expected ) after the datum that follows the dot'],
    ["'n", "expected a datum, not '"],
    ['"abc', 'expected " before the end'],
    ['|abc', 'expected | before the end'],
    ['12345678901234567', 'expected an integer of at most 15 digits'],
    ['((((((', 'expected at most 5 lists within each other'],
    ['x'.repeat(61), 'expected a line feed within 60 characters'],
    [' \n'.repeat(60), 'expected at most 100 characters'],
  ])('%j cannot be read', (text, expected) => {
    expect(readAll([text]).at(-1)).toBe(`Cannot read datum: ${expected}`)
    expect(readAll([...text]).at(-1)).toBe(`Cannot read datum: ${expected}`)
  })

  test('a word is complete only when something follows it, or nothing ever will', () => {
    const reader = createDatumReader(LIMITS)
    reader.feed('no')
    expect(reader.next()).toBeUndefined()
    reader.feed('rth')
    expect(reader.next()).toBeUndefined()
    reader.feed('\n')
    expect(reader.next()).toEqual({ ok: true, value: symbol('north') })
    reader.feed('e')
    reader.end()
    expect(reader.next()).toEqual({ ok: true, value: symbol('e') })
    expect(reader.next()).toBeUndefined()
  })

  test('what was read before a mistake is given, and nothing after it', () => {
    expect(readAll(['n w ) e', 's'])).toEqual(['n', 'w', 'Cannot read datum: expected a datum, not )'])
    const reader = createDatumReader(LIMITS)
    reader.feed(') n ')
    const first = reader.next()
    reader.feed('w ')
    expect(reader.next()).toEqual(first)
  })

  test('a datum as long as the limit is read, with one character more it is not', () => {
    const long = (length: number): string => `(${'x \n'.repeat(33)})`.padEnd(length)
    expect(long(0)).toHaveLength(101)
    expect(readAll([long(0).replace('\n', '')])).toEqual([`(${Array(33).fill('x').join(' ')})`])
    expect(readAll([long(0)])).toEqual(['Cannot read datum: expected at most 100 characters'])
  })

  test('a whole text with a mistake gives no datums', () => {
    expect(parseDatums('n w )')).toMatchObject({
      ok: false,
      problem: { message: 'Cannot read datum: expected a datum, not )' },
    })
  })

  test('the size counts from the end of the datum before', () => {
    expect(readAll(Array<string>(500).fill('(1 . 2)\n'))).toHaveLength(500)
  })
})

describe('hostile text', () => {
  const generous: ReaderLimits = { maxSize: Infinity, maxDepth: Infinity, maxLine: Infinity }

  test.each([['('], ['(('], ['(a . '], ['"'], ['|'], ['((((x)'], ['. '], [';'], ['\\'], ["'"]])(
    '%j, a hundred thousand times, ends in a problem or in nothing',
    (piece) => {
      const text = piece.repeat(100_000)
      for (const limits of [LIMITS, generous])
        expect(readAll([text], limits).length).toBeLessThanOrEqual(100_001)
    },
  )

  test('a hundred thousand lists within each other are read and written without recursion', () => {
    const text = '('.repeat(100_000) + ')'.repeat(100_000)
    expect(readAll([text], generous)).toEqual([text])
  })

  test('any text in any pieces is read alike, and nothing throws', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'()[].;"|\\\'n1-\n #é𝄞'), maxLength: 60 })
    fc.assert(
      fc.property(noise, fc.array(fc.nat(60)), (text, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end))
        expect(readAll(pieces)).toEqual(readAll([text]))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('what is written', () => {
  const anyDatum = fc.letrec<{ datum: Datum }>((tie) => ({
    datum: fc.oneof(
      { maxDepth: 5 },
      fc.string().map(symbol),
      fc.constantFrom('n', '.', '12', '', 'a b').map(symbol),
      fc.maxSafeInteger().map(integer),
      fc.string().map(string),
      fc.array(tie('datum'), { maxLength: 4 }).map(list),
      fc.tuple(tie('datum'), tie('datum')).map(([a, b]) => pair(a, b)),
    ),
  })).datum

  test('is read as the same again', () => {
    fc.assert(
      fc.property(fc.array(anyDatum, { maxLength: 4 }), (datums) => {
        const text = datums.map(writeDatum).join(' ')
        expect(must(parseDatums(text))).toEqual(datums)
      }),
      { numRuns: 1000 },
    )
  })

  test('pairs stand beside each other without white space', () => {
    const size = pair(integer(37), integer(10))
    expect(writeDatum(size) + writeDatum(list([pair(integer(0), integer(1)), size]))).toBe(
      '(37 . 10)((0 . 1) (37 . 10))',
    )
  })
})

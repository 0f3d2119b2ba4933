import { XMLParser } from 'fast-xml-parser'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../base/any-character.fixture.ts'
import { must } from '../../base/result.ts'
import type { PlayerDocument } from './documents.ts'
import { ERRORS, errorOf, type ErrorCode, type ErrorDocument } from './errors.ts'
import { decodeDocument } from './decode-document.ts'
import { encodeDocument, FORMATS, parseFormat, type Format } from './format.ts'
import type { GridSource } from './grid.ts'

const CODES = Object.keys(ERRORS) as ErrorCode[]

/** Any text: names of teams, whole sentences, what a client wrote into an address. */
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(...'<>&"\'\r\n\t ]!-;#x0\u0000\u0007\u007f\u0085\u2028\ufeff\uffff🐍é'),
  }),
  fc.constantFrom(
    '',
    ' ',
    'null',
    '7',
    'true',
    '~',
    '<!DOCTYPE x>',
    '&amp;',
    '&#13;',
    ']]>',
    '- a',
    '{}',
    '1_000',
  ),
)

const errors: fc.Arbitrary<ErrorDocument> = fc.record({ error: fc.constantFrom(...CODES), message: text })

const pair = fc.tuple(fc.nat(200), fc.nat(200))
const time = fc.constantFrom('00:00:10', '12:34:56', '23:59:59')
const id = fc.integer({ min: 1001, max: 2 ** 40 })

const players: fc.Arbitrary<PlayerDocument> = fc.record(
  {
    player_number: fc.constantFrom(1, 2),
    player_id: id,
    player_position: pair,
    boost_active: fc.boolean(),
    boosts_remaining: fc.nat(99),
    orientation: fc.constantFrom('North', 'East', 'South', 'West'),
    time_for_move: fc.option(time),
    status: fc.constantFrom('waiting', 'playing', 'over'),
    round: fc.integer({ min: 1, max: 99 }),
    score: pair,
    winner: fc.option(id),
  },
  { requiredKeys: ['player_number', 'player_id', 'player_position', 'time_for_move', 'score'] },
) as fc.Arbitrary<PlayerDocument>

const sources: fc.Arbitrary<GridSource> = fc
  .tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([width, height]) => {
    const row = fc.string({ unit: fc.constantFrom('.', '#', 'a', 'b'), minLength: width, maxLength: width })
    const cycle = fc.record({
      x: fc.nat(width - 1),
      y: fc.nat(height - 1),
      facing: fc.constant('e' as const),
      boosts: fc.nat(3),
      boosted: fc.nat(1),
      death: fc.constantFrom('edge', 'wall', 'own-trail', 'collision', 'head-on'),
    })
    return fc.record({
      kind: fc.constant('grid' as const),
      ids: fc.tuple(id, id),
      full: fc.boolean(),
      board: fc.record({
        rules: fc.constant({ width, height }),
        rows: fc.array(row, { minLength: height, maxLength: height }),
        cycles: fc.tuple(cycle, cycle),
      }),
    })
  })

const through = (format: Format, document: object): unknown =>
  must(decodeDocument(format, Buffer.from(encodeDocument(format, document).body)))

describe.each(FORMATS)('%s', (format) => {
  test('gives back the data of any player', () => {
    fc.assert(
      fc.property(players, (document) => {
        expect(through(format, document)).toEqual(document)
      }),
    )
  })

  test('gives back any sentence', () => {
    fc.assert(
      fc.property(errors, (document) => {
        // XML cannot say these at all.
        const said = format === 'xml' ? document.message.replaceAll(UNSPEAKABLE, '\ufffd') : document.message
        expect(through(format, document)).toEqual({ ...document, message: said })
      }),
      { numRuns: 500 },
    )
  })

  test('gives back any grid as the dictionary it is', () => {
    fc.assert(
      fc.property(sources, (grid) => {
        const read = through(format, { grid }) as { grid: Readonly<Record<string, unknown>> }
        const { rows, cycles } = grid.board
        rows.forEach((row, y) =>
          [...row].forEach((tile, x) => {
            if (cycles.some((cycle) => cycle.x === x && cycle.y === y)) return
            const expected = { '.': grid.full ? '' : undefined, '#': 'wall' }[tile]
            expect(read.grid[`${x},${y}`]).toBe(tile === '.' || tile === '#' ? expected : 'trail')
          }),
        )
        for (const { x, y } of cycles)
          expect(String(read.grid[`${x},${y}`])).toMatch(/^(\d+_dead|collision)$/)
      }),
    )
  })

  test.each([
    ['rubbish', Buffer.from('<a><b></a> {[ "')],
    ['nothing', Buffer.alloc(0)],
    ['a number', Buffer.from(format === 'msgpack' ? [7] : '7')],
    ['no UTF-8', Buffer.from([0xff, 0xfe, 0xc1])],
  ])('of %s is answered by a sentence', (_, body) => {
    const read = decodeDocument(format, body)
    expect(read).toMatchObject({ ok: false, problem: { code: 'bad-document' } })
    if (!read.ok) expect(read.problem.message).toMatch(new RegExp(`^Cannot read ${format}.*[^.]$`, 's'))
  })
})

const UNSPEAKABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

test.each([
  ['json', 'json'],
  ['JSON', 'json'],
  ['Xml', 'xml'],
  ['YAML', 'yaml'],
  ['MsgPack', 'msgpack'],
])('%s is the format %s', (word, format) => {
  expect(parseFormat(word)).toEqual({ ok: true, value: format })
})

test.each(['', 'jsonp', 'html', 'yml', 'json '])('%j is no format', (word) => {
  const read = parseFormat(word)
  const message = `Cannot read format ${JSON.stringify(word)}: expected one of json, xml, yaml, msgpack`
  expect(read).toMatchObject({ ok: false, problem: { message } })
  if (!read.ok) expect(errorOf(read.problem).status).toBe(400)
})

test.each([
  ['json', 'application/json; charset=utf-8'],
  ['xml', 'application/xml; charset=utf-8'],
  ['yaml', 'application/yaml; charset=utf-8'],
  ['msgpack', 'application/vnd.msgpack'],
] as const)('%s comes as %s', (format, contentType) => {
  expect(encodeDocument(format, {}).contentType).toBe(contentType)
})

describe('XML', () => {
  test('of any sentence means the same to a reader that knows nothing of us', () => {
    const reader = new XMLParser({ trimValues: false, parseTagValue: false })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (message) => {
        const { body } = encodeDocument('xml', { message }, 'error')
        expect(reader.parse(body.toString())).toMatchObject({ error: { message } })
      }),
    )
  })

  test.each([
    '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><r><message>&b;</message></r>',
    '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><r><message>&f;</message></r>',
  ])('with entities of its own is not read: %s', (xml) => {
    expect(decodeDocument('xml', Buffer.from(xml))).toMatchObject({ ok: false })
  })

  test('leaves names it does not know as they are', () => {
    expect(through('xml', { message: 'x' })).toEqual({ message: 'x' })
    const xml = '<r><message>&unknown; &#x41; &#66; &#9999999;</message></r>'
    expect(must(decodeDocument('xml', Buffer.from(xml)))).toEqual({ message: '&unknown; A B &#9999999;' })
  })
})

test('YAML that would grow while it is read is refused', () => {
  const bomb = 'a: &a [x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\n'
  expect(decodeDocument('yaml', Buffer.from(bomb))).toMatchObject({ ok: false })
})

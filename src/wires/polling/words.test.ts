import { describe, expect, test } from 'vitest'
import { tron } from '../../games/tron/index.ts'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { errorOf } from './errors.ts'
import { formatMove, readFull, readId, readMove, readPlayer, readWait } from './words.ts'

describe('a move', () => {
  test.each([
    ['Left', 'False', 'left'],
    ['Right', 'False', 'right'],
    ['None', 'False', 'forward'],
    ['Left', 'True', 'left+boost'],
    ['Right', 'True', 'right+boost'],
    ['None', 'True', 'forward+boost'],
    ['left', 'true', 'left+boost'],
    ['NONE', 'FALSE', 'forward'],
    ['rIgHt', 'tRuE', 'right+boost'],
  ])('%s with boost %s is %s', (turn, boost, move) => {
    expect(readMove(turn, boost)).toEqual({ ok: true, value: move })
  })

  test('every word of the game can be said', () => {
    const state = tron.setup(must(tron.parseConfig(tron.presets['boost-tron'])), seededRng(0))
    const legal = tron.legalMoves(state, 0)
    expect(legal).toHaveLength(6)
    for (const move of legal) {
      const { turn, boost } = formatMove(move) ?? { turn: '', boost: '' }
      expect(must(readMove(turn, boost))).toBe(move)
    }
  })

  test.each(['n', 'forward+', 'Left', 'left+boost+boost', ''])('%j cannot be said', (move) => {
    expect(formatMove(move)).toBeUndefined()
  })

  test.each([
    ['Up', 'True', 'bad-turn', 'Cannot read turn "Up": expected Left, Right or None'],
    ['forward', 'True', 'bad-turn', 'Cannot read turn "forward": expected Left, Right or None'],
    ['', 'True', 'bad-turn', 'Cannot read turn "": expected Left, Right or None'],
    ['__proto__', 'True', 'bad-turn', 'Cannot read turn "__proto__": expected Left, Right or None'],
    ['Left', 'yes', 'bad-boost', 'Cannot read boost "yes": expected True or False'],
    ['Left', '1', 'bad-boost', 'Cannot read boost "1": expected True or False'],
    ['Left', ' true', 'bad-boost', 'Cannot read boost " true": expected True or False'],
  ])('%j with boost %j is refused', (turn, boost, code, message) => {
    const read = readMove(turn, boost)
    expect(read).toEqual({ ok: false, problem: { code, message } })
    if (!read.ok) expect(errorOf(read.problem).status).toBe(400)
  })
})

describe('?wait=', () => {
  test.each([
    [undefined, 0],
    ['0', 0],
    ['1', 1],
    ['2.5', 2.5],
    ['25', 25],
    ['25.000', 25],
  ])('%j is %d seconds', (text, seconds) => {
    expect(readWait(text)).toEqual({ ok: true, value: seconds })
  })

  test.each(['25.001', '26', '100', '-1', '', 'ten', '1e1', 'NaN', 'Infinity', '0x10', ' 5'])(
    '%j is refused',
    (text) => {
      const message = `Cannot read wait ${JSON.stringify(text)}: expected a number of seconds from 0 to 25`
      expect(readWait(text)).toEqual({ ok: false, problem: { code: 'bad-wait', message } })
    },
  )
})

test.each([
  [undefined, false],
  ['true', true],
  ['True', true],
  ['FALSE', false],
])('?full=%s is %s', (text, full) => {
  expect(readFull(text)).toEqual({ ok: true, value: full })
})

test.each(['', 'yes', '1'])('?full=%s is refused', (text) => {
  const message = `Cannot read full ${JSON.stringify(text)}: expected true or false`
  expect(readFull(text)).toEqual({ ok: false, problem: { code: 'bad-full', message } })
})

describe('an id', () => {
  test.each([
    ['1001', 1001],
    [1001, 1001],
    ['7', 7],
    ['007', 7],
    ['999999999999999', 999_999_999_999_999],
  ])('%j is %d', (given, id) => {
    expect(readId('game', given)).toEqual({ ok: true, value: id })
  })

  test.each(['0', '', '-1', '1.5', '1e3', 'abc', '0x10', '1 ', '9999999999999999', -1, 1.5, NaN, Infinity])(
    '%j is refused',
    (given) => {
      expect(readId('game', given)).toMatchObject({ ok: false, problem: { code: 'bad-id' } })
    },
  )

  test('says what it should have been', () => {
    expect(readId('player', 'me')).toMatchObject({
      problem: { message: 'Cannot read player id "me": expected a whole number from 1' },
    })
    expect(readPlayer('me')).toMatchObject({
      problem: { message: 'Cannot read player "me": expected 1, 2 or a player id' },
    })
  })

  test.each([
    ['1', { kind: 'number', seat: 0 }],
    ['2', { kind: 'number', seat: 1 }],
    [2, { kind: 'number', seat: 1 }],
    ['1001', { kind: 'id', id: 1001 }],
    ['3', { kind: 'id', id: 3 }],
  ])('a player called %j is %j', (given, player) => {
    expect(readPlayer(given)).toEqual({ ok: true, value: player })
  })
})

import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import type { Seat } from '../../game/game.ts'
import { tron, type TronMove, type TronState } from '../../games/tron/index.ts'
import { gridDocument, moveDocument, playerDocument } from './documents.ts'
import { decodeDocument } from './decode-document.ts'
import { encodeDocument, FORMATS } from './format.ts'
import type { Situation } from './situation.ts'

const SMALL = { ...tron.presets['boost-tron'], width: 8, height: 4, starts: '1,1,e 6,1,w' }

function drive(settings: Readonly<Record<string, unknown>>, ...moves: readonly TronMove[]): TronState {
  let state = tron.setup(must(tron.parseConfig(settings)), seededRng(0))
  for (const move of moves) state = tron.play(state, [{ seat: tron.toMove(state)[0] ?? 0, move }])
  return state
}

const situation = (board: TronState, more: Partial<Situation> = {}): Situation => ({
  board,
  ids: [1001, 1002],
  status: 'playing',
  round: 1,
  score: [0, 0],
  winner: null,
  mover: tron.toMove(board)[0],
  timeLeftMs: 10_000,
  ...more,
})

/** As it comes out at the other end, whatever the format. */
function wire(document: object): Readonly<Record<string, unknown>> {
  const [json, ...others] = FORMATS.map((format) => {
    const { body } = encodeDocument(format, document)
    return must(decodeDocument(format, Buffer.from(body)))
  })
  for (const other of others) expect(other).toEqual(json)
  return json ?? {}
}

describe('the grid', () => {
  test('tells of the cycles at the start, and of nothing else', () => {
    const start = drive(tron.presets['boost-tron'] ?? {})
    expect(wire(gridDocument(situation(start), 1))).toEqual({
      requester_position: [66, 50],
      opponent_position: [33, 50],
      grid: { '33,50': 1001, '66,50': 1002 },
      player_turn: 1001,
      status: 'playing',
      round: 1,
      score: [0, 0],
    })
  })

  test.each<[string, Readonly<Record<string, unknown>>, TronMove[], Readonly<Record<string, unknown>>]>([
    ['a trail', {}, ['forward'], { '1,1': 'trail', '2,1': 1001, '6,1': 1002 }],
    ['walls', { walls: '0,0 7,3' }, [], { '0,0': 'wall', '7,3': 'wall', '1,1': 1001, '6,1': 1002 }],
    [
      'every cell of a boost',
      {},
      ['left', 'left+boost'],
      { '1,1': 'trail', '1,0': 1001, '6,1': 'trail', '6,2': 'trail', '6,3': '1002_dead' },
    ],
    [
      'a cycle that drove off the board, where it last was',
      {},
      ['left', 'forward', 'forward'],
      { '1,1': 'trail', '1,0': '1001_dead', '6,1': 'trail', '5,1': 1002 },
    ],
    [
      'a cycle that drove into a wall',
      { walls: '2,1' },
      ['forward'],
      { '1,1': 'trail', '2,1': '1001_dead', '6,1': 1002 },
    ],
    [
      'a cycle that drove into a trail',
      {},
      ['forward', 'forward', 'left', 'forward', 'left', 'forward', 'left'],
      {
        '1,1': '1001_dead',
        '2,1': 'trail',
        '2,0': 'trail',
        '1,0': 'trail',
        '6,1': 'trail',
        '5,1': 'trail',
        '4,1': 'trail',
        '3,1': 1002,
      },
    ],
    [
      'a collision',
      {},
      ['forward+boost', 'forward+boost'],
      { '1,1': 'trail', '2,1': 'trail', '3,1': 'trail', '4,1': 'collision', '6,1': 'trail', '5,1': 'trail' },
    ],
  ])('tells of %s', (_, settings, moves, expected) => {
    const board = drive({ ...SMALL, ...settings }, ...moves)
    expect(wire(gridDocument(situation(board), 0))['grid']).toEqual(expected)
  })

  test('names no cell twice, even where a cycle lies on a trail', () => {
    const board = drive(SMALL, 'forward', 'forward', 'left', 'forward', 'left', 'forward', 'left')
    const { body } = encodeDocument('json', gridDocument(situation(board), 0))
    expect(body.toString().match(/"1,1"/g)).toHaveLength(1)
  })

  test.each([
    ['cycles', []],
    ['a dead cycle', ['left', 'forward', 'forward']],
    ['a collision', ['forward+boost', 'forward+boost']],
  ] as [string, TronMove[]][])('in full names every cell once, with %s', (_, moves) => {
    const board = drive({ ...SMALL, walls: '0,0' }, ...moves)
    const few = wire(gridDocument(situation(board), 0))['grid'] as object
    const full = wire(gridDocument(situation(board), 0, { full: true }))['grid'] as object
    expect(Object.keys(full)).toHaveLength(8 * 4)
    expect(full).toMatchObject(few)
    const rest = Object.entries(full).filter(([cell]) => !Object.hasOwn(few, cell))
    expect(new Set(rest.map(([, content]) => content as unknown))).toEqual(new Set(['']))
  })

  test('is told to each player with its own position first, and to both alike otherwise', () => {
    const now = situation(drive(SMALL, 'forward'))
    const [first, second] = [wire(gridDocument(now, 0)), wire(gridDocument(now, 1))]
    expect(first).toMatchObject({ requester_position: [2, 1], opponent_position: [6, 1], player_turn: 1002 })
    expect(second).toEqual({ ...first, requester_position: [6, 1], opponent_position: [2, 1] })
  })

  test('of another game on the same board has the ids of that game', () => {
    const board = drive(SMALL)
    expect(wire(gridDocument(situation(board), 0))['grid']).toEqual({ '1,1': 1001, '6,1': 1002 })
    const other = situation({ ...board }, { ids: [1008, 1005] })
    expect(wire(gridDocument(other, 0))['grid']).toEqual({ '1,1': 1008, '6,1': 1005 })
  })
})

describe('the data of a player', () => {
  test('has every field', () => {
    const now = situation(drive(tron.presets['boost-tron'] ?? {}, 'left'), { round: 2, score: [1, 0] })
    expect(wire(playerDocument(now, 0))).toEqual({
      player_number: 1,
      player_id: 1001,
      player_position: [33, 49],
      boost_active: false,
      boosts_remaining: 3,
      orientation: 'North',
      time_for_move: null,
      status: 'playing',
      round: 2,
      score: [1, 0],
    })
    expect(wire(playerDocument(now, 1))).toMatchObject({
      player_number: 2,
      player_id: 1002,
      player_position: [66, 50],
      orientation: 'West',
      time_for_move: '00:00:10',
    })
  })

  test('says that a boost is active while it makes the coming turn longer', () => {
    const big = tron.presets['boost-tron'] ?? {}
    const boosts = (...moves: readonly TronMove[]): unknown => {
      const { boost_active, boosts_remaining } = playerDocument(situation(drive(big, ...moves)), 0)
      return [boost_active, boosts_remaining]
    }
    expect(boosts()).toEqual([false, 3])
    expect(boosts('left+boost', 'left')).toEqual([true, 2])
    expect(boosts('left+boost', 'left', 'forward', 'forward')).toEqual([false, 2])
    expect(boosts('left+boost', 'left', 'forward+boost', 'forward')).toEqual([true, 1])
  })

  test.each([
    ['left', 'North'],
    ['forward', 'East'],
    ['right', 'South'],
  ] as const)('%s from East looks %s', (move, orientation) => {
    expect(playerDocument(situation(drive(SMALL, move)), 0).orientation).toBe(orientation)
  })

  test.each([
    [10_000, '00:00:10'],
    [9_999, '00:00:10'],
    [9_001, '00:00:10'],
    [9_000, '00:00:09'],
    [1, '00:00:01'],
    [0, '00:00:00'],
    [-5, '00:00:00'],
    [3_661_000, '01:01:01'],
    [Infinity, '23:59:59'],
  ])('with %d ms left shows %s', (timeLeftMs, shown) => {
    expect(playerDocument(situation(drive(SMALL), { timeLeftMs }), 0).time_for_move).toBe(shown)
    expect(playerDocument(situation(drive(SMALL), { timeLeftMs }), 1).time_for_move).toBeNull()
  })
})

describe('the answer to a move', () => {
  test('has every field', () => {
    const receivedAt = Date.UTC(2018, 9, 14, 13, 5, 59, 999)
    expect(wire(moveDocument(situation(drive(SMALL, 'right')), 0, receivedAt))).toEqual({
      requester_position: [1, 2],
      grid: { '1,1': 'trail', '1,2': 1001, '6,1': 1002 },
      player_turn: 1002,
      orientation: 'South',
      transaction_time: '13:05:59',
      status: 'playing',
      round: 1,
      score: [0, 0],
    })
  })

  test.each([
    [Date.UTC(2024, 0, 1), '00:00:00'],
    [Date.UTC(2024, 0, 1, 23, 59, 59), '23:59:59'],
  ])('received at %d has come at %s', (receivedAt, shown) => {
    expect(moveDocument(situation(drive(SMALL)), 0, receivedAt).transaction_time).toBe(shown)
  })
})

test.each<Seat>([0, 1])('the winner is told to player %d only when the game is over', (seat) => {
  const board = drive(SMALL)
  const waiting = situation(board, { status: 'waiting', mover: undefined })
  expect(wire(gridDocument(waiting, seat))).toMatchObject({ status: 'waiting', player_turn: null })
  for (const document of [gridDocument(waiting, seat), playerDocument(waiting, seat)])
    expect(wire(document)).not.toHaveProperty('winner')
  const over = situation(board, { status: 'over', mover: undefined, winner: 1002, score: [0, 2], round: 2 })
  for (const document of [gridDocument(over, seat), playerDocument(over, seat), moveDocument(over, seat, 0)])
    expect(wire(document)).toMatchObject({ status: 'over', winner: 1002, score: [0, 2], round: 2 })
  expect(wire(playerDocument({ ...over, winner: null }, seat))['winner']).toBeNull()
})

import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { testGame } from '../../game/game.contract.ts'
import { SEATS, type Seat } from '../../game/game.ts'
import { formatScore, groupsOf, longestGroup, scoreOf, type LongestGroupState } from './index.ts'
import { searchesSoFar } from './groups.ts'
import { compareScores, outcome } from './rules.ts'
import { tableOf } from './table.ts'
import { longestWalk } from './walk.ts'

testGame(longestGroup, {
  perft: readFileSync(new URL('perft.txt', import.meta.url), 'utf8'),
  mirrors: [
    {
      name: 'left to right',
      move(move, settings) {
        const [x = 0, y = 0] = move.split(',').map(Number)
        return `${Number(settings['width']) - 1 - x},${y}`
      },
    },
    {
      name: 'with columns and rows exchanged',
      settings: ({ width, height }) => ({ width: height, height: width }),
      move: (move) => move.split(',').reverse().join(),
    },
  ],
})

/** A position drawn as rows of `x`, `o` and `.`. */
function drawn(...rows: string[]): LongestGroupState {
  const board = rows.join('').toUpperCase()
  return {
    config: { width: rows[0]?.length ?? 0, height: rows.length },
    board,
    ply: board.replaceAll('.', '').length,
  }
}

const lengths = (state: LongestGroupState, seat: Seat) => groupsOf(state, seat).map(({ length }) => length)

const tournamentExample = drawn('xooxoo', 'xxxxoo', 'xxxoxo')

describe('the length of a group', () => {
  test.each([
    ['a lone stone', ['x'], 1],
    ['a line', ['xxxx'], 4],
    ['a corner', ['x.', 'xx'], 3],
    ['a square', ['xx', 'xx'], 3],
    ['a plus', ['.x.', 'xxx', '.x.'], 3],
    ['a ring, by the shorter way round', ['xxx', 'x.x', 'xxx'], 5],
    ['a hook, round the gap', ['xxx', 'x.x', 'x.x'], 7],
    ['a comb, from tip to tip', ['x.x.x', 'x.x.x', 'xxxxx'], 9],
  ])('%s', (_, rows, length) => {
    expect(lengths(drawn(...rows), 0)).toEqual([length])
  })

  test('is measured to the last cell of the largest board', () => {
    expect(lengths(drawn(...Array<string>(19).fill('x'.repeat(19))), 0)).toEqual([37])
  })

  test('stones that only touch at a corner are two groups', () => {
    expect(lengths(drawn('x.', '.x'), 0)).toEqual([1, 1])
  })

  test('the example of the contest: 6 for x, 4 for o', () => {
    expect(lengths(tournamentExample, 0)).toEqual([6, 1])
    expect(lengths(tournamentExample, 1)).toEqual([4, 2, 1])
  })

  test('groups come longest first, with every stone once', () => {
    const groups = groupsOf(tournamentExample, 1)
    expect(groups.map(({ cells }) => cells.length)).toEqual([5, 2, 1])
    expect(new Set(groups.flatMap(({ cells }) => cells.map(({ x, y }) => `${x},${y}`))).size).toBe(8)
  })

  test('is what the shortest paths between all pairs say, on any board', () => {
    const board = fc
      .record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 12 }) })
      .chain(({ width, height }) =>
        fc.array(
          fc.string({ unit: fc.constantFrom('x', 'x', 'x', 'o', '.'), minLength: width, maxLength: width }),
          {
            minLength: height,
            maxLength: height,
          },
        ),
      )
    fc.assert(
      fc.property(board, (rows) => {
        const state = drawn(...rows)
        for (const seat of SEATS)
          expect(lengths(state, seat)).toEqual(naiveLengths(rows, 'xo'[seat] as string))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the searches of a score', () => {
  const searchesOf = (...rows: readonly string[]): number => {
    const before = searchesSoFar()
    scoreOf(drawn(...rows), 0)
    return searchesSoFar() - before
  }

  test.each([
    ['a lone stone', ['x'], 1],
    ['a line from its end', ['xxxxx'], 1],
    ['a corner', ['xx', 'x.'], 2],
    ['a full board', Array<string>(11).fill('x'.repeat(11)), 12],
    ['a comb', ['x.x.x.x', 'x.x.x.x', 'xxxxxxx'], 7],
    ['a ring', ['xxxx', 'x..x', 'xxxx'], 10],
    ['a cross', ['..x..', '..x..', 'xxxxx', '..x..', '..x..'], 8],
    ['a spiral with arms', ['xxxxxx', 'x....x', 'x.xx.x', 'x.x..x', 'x.xxxx', 'x.x...'], 5],
  ])('of %s are few', (_, rows, searches) => {
    expect(searchesOf(...rows)).toBe(searches)
  })
})

test('the tables of a board size are made once', () => {
  const size = { width: 4, height: 3 }
  expect(tableOf({ ...size })).toBe(tableOf(size))
  expect(tableOf({ width: 3, height: 4 })).not.toBe(tableOf(size))
})

/** Floyd and Warshall's all-pairs shortest paths, longest group first. */
function naiveLengths(rows: readonly string[], mark: string): readonly number[] {
  const stones = rows.flatMap((row, y) => [...row].flatMap((char, x) => (char === mark ? [{ x, y }] : [])))
  const paths = stones.map((a) =>
    stones.map((b) => {
      const apart = Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
      return apart <= 1 ? apart : Infinity
    }),
  )
  for (const [k, via] of paths.entries())
    for (const from of paths)
      for (let to = 0; to < from.length; to++) from[to] = Math.min(from[to]!, from[k]! + via[to]!)
  const first = paths.map((row) => row.findIndex(Number.isFinite))
  const diameters = [...new Set(first)].map((leader) =>
    Math.max(...paths.filter((_, i) => first[i] === leader).flatMap((row) => row.filter(Number.isFinite))),
  )
  return diameters.map((diameter) => diameter + 1).sort((a, b) => b - a)
}

describe('the score', () => {
  test.each([
    ['player 1 has no bonus', drawn('xooxoo', 'xxxxoo', 'xxxoxo'), 0, '1-0-0-0-0-1'],
    ['player 2 has one, a step shorter than its longest', drawn('xooxoo', 'xxxxoo', 'xxxoxo'), 1, '1-1-1-1'],
    ['without the bonus the example reads as printed', drawn('oxxoxx', 'ooooxx', 'oooxox'), 0, '1-1-0-1'],
    ['a bonus of length 1', drawn('oo'), 1, '1-1'],
    ['no bonus to lone stones', drawn('o.', '.o'), 1, '2'],
    ['no bonus without a stone', drawn('x.'), 1, '0'],
    ['the bonus joins the groups that are there', drawn('ooo.oo'), 1, '0-2-1'],
  ] as const)('%s', (_, state, seat, score) => {
    expect(formatScore(scoreOf(state, seat))).toBe(score)
  })

  test.each([
    ['the longer group wins', [0, 0, 1], [9, 9], { lead: 1, reason: 'longest' }],
    ['then more groups as long', [0, 1, 2], [5, 5, 3], { lead: -1, reason: 'more-longest' }],
    ['then more groups one shorter', [0, 2, 1], [9, 1, 1], { lead: 1, reason: 'more-shorter' }],
    ['down to the lone stones', [1, 2, 1], [3, 2, 1], { lead: -2, reason: 'more-shorter' }],
    ['equal all the way is equal', [1, 2, 1], [1, 2, 1], { lead: 0, reason: 'equal' }],
  ])('%s', (_, first, second, expected) => {
    expect(compareScores(first, second)).toEqual(expected)
  })
})

test.each([
  ['the longest group wins', tournamentExample, [1, 2], 'longest', ['1-0-0-0-0-1', '1-1-1-1'], ['6', '4']],
  [
    'the example of the rules page',
    drawn('xooxoo', 'xxxxoo', 'xxooxo'),
    [1, 2],
    'longest',
    ['1-0-0-0-0-1', '0-2-1-1'],
    ['6', '4'],
  ],
  [
    'the bonus decides between equals',
    drawn('xx', 'oo'),
    [2, 1],
    'more-shorter',
    ['0-1', '1-1'],
    ['0 of length 1', '1 of length 1'],
  ],
  [
    'two groups beat one as long, in spite of the bonus',
    drawn('xxo', 'oox', 'xxo'),
    [1, 2],
    'more-longest',
    ['1-2', '3-1'],
    ['2 of length 2', '1 of length 2'],
  ],
  ['lone stones on both sides draw', drawn('xo', 'ox'), [1, 1], 'equal', ['2', '2'], ['1', '1']],
  ['a bonus can also even things out', drawn('xxoox'), [1, 1], 'equal', ['1-1', '1-1'], ['2', '2']],
] as const)('%s', (_, state, places, reason, scores, told) => {
  const found = outcome(state)
  expect(found).toEqual({ places, reason, scores })
  expect(found && longestGroup.tellScores?.(found)).toEqual(told)
})

test('an outcome without scores tells of no group', () => {
  expect(longestGroup.tellScores?.({ places: [1, 2], reason: 'longest' })).toEqual(['0', '0'])
})

test('there is no outcome while a cell is empty', () => {
  expect(outcome(drawn('xo', 'x.'))).toBeUndefined()
})

describe('notation', () => {
  const state = longestGroup.setup(must(longestGroup.parseConfig({ width: 11, height: 11 })), seededRng(0))
  const read = (text: string) => longestGroup.notation.parseMove(text, state)

  test.each([
    ['3,4', '3,4'],
    ['3 4', '3,4'],
    ['3   4', '3,4'],
    [' 3\n4 \r\n', '3,4'],
    ['3 , 4', '3,4'],
    ['03\t004', '3,4'],
    ['10 0', '10,0'],
  ])('%j is %s', (text, value) => {
    expect(read(text)).toEqual({ ok: true, value })
    expect(longestGroup.isLegal(state, 0, value)).toBe(true)
  })

  test.each([
    ['11 0', '11,0'],
    ['0 11', '0,11'],
    ['-1 4', '-1,4'],
    ['4,-1', '4,-1'],
  ])('%j can be read and is illegal', (text, value) => {
    expect(read(text)).toEqual({ ok: true, value })
    expect(longestGroup.isLegal(state, 0, value)).toBe(false)
  })

  test.each(['', '3', '34', '3,,4', '3;4', '3 4 5', 'a b', '3.0 4', '1e1 0', '- 1 4', '9999999999 0'])(
    '%j cannot be read',
    (text) => {
      expect(read(text)).toEqual({
        ok: false,
        problem: {
          code: 'unreadable-move',
          message: `Cannot read move ${JSON.stringify(text)}: expected a column and a row, like 3,4`,
        },
      })
    },
  )

  test('a taken cell, the other seat and other spellings are illegal', () => {
    const next = longestGroup.play(state, [{ seat: 0, move: '3,4' }])
    expect(longestGroup.isLegal(next, 1, '3,4')).toBe(false)
    expect(longestGroup.isLegal(next, 0, '4,3')).toBe(false)
    expect(longestGroup.isLegal(next, 1, '4 3')).toBe(false)
    expect(longestGroup.isLegal(next, 1, '4,3')).toBe(true)
  })
})

test.each([
  [{ width: 1, height: 1 }, 'Cannot set both width and height to 1: expected a cell for each player'],
  [{ width: 20, height: 1 }, 'Cannot set width to 20: expected a whole number from 1 to 19'],
  [{ width: 3, height: 0 }, 'Cannot set height to 0: expected a whole number from 1 to 19'],
])('%j is no board', (settings, message) => {
  expect(longestGroup.parseConfig(settings)).toMatchObject({
    ok: false,
    problem: { code: 'bad-setting', message },
  })
})

test('the scene points out the longest groups and says how long they are', () => {
  const { tiles, outlines, facts, ...board } = longestGroup.scene(tournamentExample)
  expect(board).toEqual({
    width: 6,
    height: 3,
    edge: 'none',
    tile: 'stone',
    pieces: [],
    fences: [],
    columnNames: ['0', '1', '2', '3', '4', '5'],
    rowNames: ['0', '1', '2'],
  })
  expect(tiles).toEqual(['abbabb', 'aaaabb', 'aaabab'])
  expect(outlines.map(({ seat, label, cells }) => [seat, label, cells.length])).toEqual([
    [0, 'length 6', 9],
    [1, 'length 4', 5],
  ])
  expect(facts.map((list) => list.map(({ label, value }) => `${label} ${value}`))).toEqual([
    ['longest 6', 'groups 1-0-0-0-0-1'],
    ['longest 4', 'groups 1-1-1-1'],
  ])
})

test('a single stone has no outline, and a move points at its cell', () => {
  const state = drawn('x.', '.o')
  expect(longestGroup.scene(state).outlines).toEqual([])
  expect(longestGroup.scene(drawn('xx')).outlines).toMatchObject([{ seat: 0, label: 'length 2' }])
  expect(longestGroup.scene(state).facts[0].find(({ label }) => label === 'groups')?.isLong).toBe(true)
  expect(longestGroup.target(state, 0, '1,0')).toEqual({ kind: 'cell', x: 1, y: 0 })
})

test('of groups as long the first on the board is pointed out', () => {
  const [outline] = longestGroup.scene(drawn('xx.xx')).outlines
  expect(outline?.walk).toEqual([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
  ])
})

test('of walks as long the one that begins at the first stone in reading order is shown', () => {
  const [outline] = longestGroup.scene(drawn('..x..', 'xxxxx')).outlines
  expect(outline?.walk?.map(({ x, y }) => `${x},${y}`)).toEqual(['0,1', '1,1', '2,1', '3,1', '4,1'])
})

test('the walk through a group is as long as the group, from stone to neighbouring stone', () => {
  const anyBoard = fc.array(fc.constantFrom('X', 'O', '.'), { minLength: 42, maxLength: 42 })
  fc.assert(
    fc.property(anyBoard, (cells) => {
      const state = { config: { width: 7, height: 6 }, board: cells.join(''), ply: 0 }
      for (const seat of SEATS)
        for (const group of groupsOf(state, seat)) {
          const walk = longestWalk(group)
          expect(walk.length).toBe(group.length)
          for (const cell of walk) expect(group.cells).toContainEqual(cell)
          for (const [index, cell] of walk.slice(1).entries()) {
            const before = walk[index]
            expect(before && Math.abs(cell.x - before.x) + Math.abs(cell.y - before.y)).toBe(1)
          }
        }
    }),
  )
})

import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { testGame } from '../../game/game.contract.ts'
import { otherSeat, SEATS, type Seat } from '../../game/game.ts'
import {
  quoridor,
  shortestPath,
  shortestPathLength,
  type QuoridorConfig,
  type QuoridorMove,
  type QuoridorState,
} from './index.ts'
import {
  allCells,
  allWalls,
  naiveDistance,
  naiveMoves,
  naiveNeighbours,
  naiveWalls,
} from './naive.fixture.ts'

testGame(quoridor, {
  perft: readFileSync(new URL('perft.txt', import.meta.url), 'utf8'),
  maxLeaves: 2_070_000,
  games: 10,
  mirrors: [{ name: 'left to right', move: (move, settings) => reflect(move, Number(settings['size'])) }],
})

describe('a wall shuts two steps', () => {
  test.each([
    ['e6v', ['e6-f6', 'e7-f7']],
    ['a8h', ['a8-a9', 'b8-b9']],
    ['a1v', ['a1-b1', 'a2-b2']],
    ['e1h', ['e1-e2', 'f1-f2']],
    ['h8v', ['h8-i8', 'h9-i9']],
    ['h8h', ['h8-h9', 'i8-i9']],
  ])('%s shuts %j, both ways, and nothing else', (wall, shut) => {
    const lost = allCells(9).flatMap((cell) => {
      const left = stepsFrom(cell, wall)
      return stepsFrom(cell, '')
        .filter((to) => !left.includes(to))
        .map((to) => [cell, to].sort().join('-'))
    })
    expect(lost.sort()).toEqual([...shut, ...shut].sort())
  })

  const stepsFrom = (cell: string, walls: string): readonly string[] => {
    const away = cell < 'e' ? 'i5' : 'a5'
    return cell.endsWith('9')
      ? legalCells(position({ first: away, second: cell, turn: 1, walls }))
      : legalCells(position({ first: cell, second: away, turn: 0, walls }))
  }
})

describe('a pawn', () => {
  test.each([
    ['steps in four directions, listed clockwise from north', {}, ['e6', 'f5', 'e4', 'd5']],
    ['is stopped by walls', { walls: 'e5h d4v' }, ['f5', 'e4']],
    ['is stopped by the edge', { first: 'a1' }, ['a2', 'b1']],
    ['jumps straight over', { second: 'e6' }, ['e7', 'f5', 'e4', 'd5']],
    ['jumps backwards as well', { second: 'e4' }, ['e6', 'f5', 'e3', 'd5']],
    ['jumps into the goal', { first: 'e7', second: 'e8' }, ['e9', 'f7', 'e6', 'd7']],
    ['does not jump through a wall', { second: 'e6', walls: 'e5h' }, ['f5', 'e4', 'd5']],
    [
      'goes to either side when a wall is behind',
      { second: 'e6', walls: 'd6h' },
      ['f6', 'd6', 'f5', 'e4', 'd5'],
    ],
    ['goes to the open side only', { second: 'e6', walls: 'e6h d6v' }, ['f6', 'f5', 'e4', 'd5']],
    ['goes to neither side when both are shut', { second: 'e6', walls: 'e6h d6v e5v' }, ['e4', 'd5']],
    ['goes to no side while straight on is open', { second: 'e6', walls: 'd6v' }, ['e7', 'f5', 'e4', 'd5']],
    [
      'goes to either side of a pawn at the left edge',
      { first: 'b5', second: 'a5' },
      ['b6', 'c5', 'b4', 'a6', 'a4'],
    ],
    [
      'goes to either side of a pawn at the right edge',
      { first: 'h5', second: 'i5', walls: 'h4h' },
      ['h6', 'i6', 'g5'],
    ],
    [
      'goes to either side of a pawn at the far edge',
      { first: 'e8', second: 'e9' },
      ['f9', 'd9', 'f8', 'e7', 'd8'],
    ],
  ])('%s', (_, given, expected) => {
    expect(legalCells(position(given))).toEqual(expected)
  })

  test.each([3, 5, 7, 9])('does not leave a board of %i', (size) => {
    const right = 'abcdefghi'.charAt(size - 1)
    const inner = 'abcdefghi'.charAt(size - 2)
    const from = (corner: string, turn: Seat): readonly string[] => {
      const state = setup({ size, walls: 0 })
      const pawns = turn === 0 ? [corner, state.pawns[1]] : [state.pawns[0], corner]
      return legalCells({ ...state, turn, pawns: pawns as unknown as QuoridorState['pawns'] })
    }
    expect(from('a1', 0)).toEqual(['a2', 'b1'])
    expect(from(`${right}1`, 0)).toEqual([`${right}2`, `${inner}1`])
    expect(from(`a${size}`, 1)).toEqual([`b${size}`, `a${size - 1}`])
    expect(from(`${right}${size}`, 1)).toEqual([`${right}${size - 1}`, `${inner}${size}`])
  })

  test('jumps for the second player as for the first', () => {
    expect(legalCells(position({ second: 'e6', turn: 1 }))).toEqual(['e7', 'f6', 'e4', 'd6'])
    expect(legalCells(position({ first: 'e1', second: 'e2', turn: 1 }))).toEqual([
      'e3',
      'f2',
      'f1',
      'd1',
      'd2',
    ])
  })
})

describe('a wall', () => {
  test.each([
    ['e4h', ['d4h', 'e4h', 'e4v', 'f4h']],
    ['e4v', ['e3v', 'e4h', 'e4v', 'e5v']],
    ['b1h', ['a1h', 'b1h', 'b1v', 'c1h']],
    ['h8v', ['h7v', 'h8h', 'h8v']],
  ])('may not overlap or cross another: %s rules out %j', (walls, illegal) => {
    const state = position({ walls, second: 'e9' })
    expect(
      allWalls(9)
        .filter((wall) => !quoridor.isLegal(state, 0, wall))
        .sort(),
    ).toEqual(illegal)
  })

  test('may stand end to end with another, and at its middle as a T', () => {
    const state = position({ walls: 'c4h' })
    for (const wall of ['a4h', 'e4h', 'c5v', 'c3v', 'b4v', 'd4v'])
      expect(quoridor.isLegal(state, 0, wall)).toBe(true)
  })

  test.each([
    ['the other player', { second: 'i9', walls: 'h8h' }, 'g8v', 'f8v'],
    ['its own player', { first: 'a1', walls: 'a1h' }, 'b1v', 'c1v'],
    ['both players', { walls: 'a5h c5h e5h g5h h5v' }, 'h6h', 'h7v'],
  ])('may not cut off %s', (_, given, illegal, legal) => {
    expect(quoridor.isLegal(position(given), 0, illegal)).toBe(false)
    expect(quoridor.legalMoves(position(given), 0)).not.toContain(illegal)
    expect(quoridor.isLegal(position(given), 0, legal)).toBe(true)
  })

  test.each([
    ['a1', 'a1h', 'b1v'],
    ['a1', 'a2h', 'b1v'],
    ['a1', 'b1v', 'a2h'],
    ['a1', 'a1v', 'a2h'],
    ['i1', 'h1h', 'g1v'],
    ['i1', 'h2h', 'g1v'],
    ['i1', 'g1v', 'h2h'],
    ['i1', 'h1v', 'h2h'],
    ['a9', 'a8h', 'b8v'],
    ['a9', 'a7h', 'b8v'],
    ['a9', 'b8v', 'a7h'],
    ['a9', 'a8v', 'a7h'],
    ['i9', 'h8h', 'g8v'],
    ['i9', 'h7h', 'g8v'],
    ['i9', 'g8v', 'h7h'],
    ['i9', 'h8v', 'h7h'],
    // Around the middle: each wall may be the last.
    ['e5', 'd3h d5h c4v', 'e4v'],
    ['e5', 'd3h d5h e4v', 'c4v'],
    ['e5', 'd3h c4v e4v', 'd5h'],
    ['e5', 'd5h c4v e4v', 'd3h'],
  ])('may not shut in the pawn on %s behind %s: %s', (cell, walls, last) => {
    const pawn = cell.endsWith('9') ? { second: cell, first: 'e4' } : { first: cell, second: 'e9' }
    expect(isListed(position({ ...pawn, walls }), last)).toBe(false)
    expect(isListed(position(pawn), last)).toBe(true)
    // The same room without a pawn in it.
    expect(isListed(position({ first: 'g4', second: 'c8', walls }), last)).toBe(true)
  })

  /** Whether a wall is legal for the first player, by both ways to ask. */
  const isListed = (state: QuoridorState, wall: string): boolean => {
    const isLegal = quoridor.isLegal(state, 0, wall)
    expect(quoridor.legalMoves(state, 0).includes(wall as QuoridorMove)).toBe(isLegal)
    return isLegal
  }

  test('may leave a path on which the other pawn stands', () => {
    const corridor = position({ first: 'a5', second: 'b5', walls: 'a5h a4h' })
    expect(quoridor.isLegal(corridor, 0, 'd4v')).toBe(true)
    expect(quoridor.isLegal(corridor, 0, 'b4v')).toBe(false)
    expect(quoridor.isLegal(corridor, 0, 'b5v')).toBe(false)
  })

  test('is taken from its player’s ten; an eleventh cannot be placed', () => {
    const state = playAll(
      start('standard'),
      'a1h e8 c1h e9 e1h e8 g1h e9 a3h e8 c3h e9 e3h e8 g3h e9 a5h e8 c5h e9',
    )
    expect(state.wallsLeft).toEqual([0, 10])
    expect(quoridor.isLegal(state, 0, 'e5h')).toBe(false)
    expect(quoridor.legalMoves(state, 0)).toEqual(['f1', 'd1'])
    expect(quoridor.isLegal(playAll(state, 'f1'), 1, 'e5h')).toBe(true)
  })
})

test('only the player to move has moves', () => {
  const state = start('standard')
  expect(quoridor.legalMoves(state, 1)).toEqual([])
  expect(quoridor.isLegal(state, 1, 'e8')).toBe(false)
  expect(quoridor.isLegal(state, 1, 'a1h')).toBe(false)
  expect(quoridor.isLegal(playAll(state, 'e2'), 1, 'a1h')).toBe(true)
})

test('walls are listed after pawn moves, by anchor, flat before upright', () => {
  const state = start('standard')
  expect(quoridor.legalMoves(state, 0)).toEqual(['e2', 'f1', 'd1', ...allWalls(9)])
})

test('the turns alternate and reaching the far side wins', () => {
  const state = playAll(start('standard'), 'e2 e8 e3 d8 e4 c8 e5 b8 e6 a8 e7 a7 e8')
  expect(quoridor.toMove(state)).toEqual([1])
  expect(quoridor.outcome(state)).toBeUndefined()
  const over = playAll(state, 'a6 e9')
  expect(quoridor.toMove(over)).toEqual([])
  expect(quoridor.outcome(over)).toEqual({ places: [1, 2], reason: 'goal' })
  expect(quoridor.isLegal(over, 1, 'a5')).toBe(false)
  expect(quoridor.outcome(position({ second: 'a1' }))).toEqual({ places: [2, 1], reason: 'goal' })
})

describe('there is always a move of the pawn', () => {
  test('a pawn in a dead end jumps over the one at its mouth', () => {
    const state = position({ first: 'a5', second: 'b5', walls: 'a5h a4h', left: [0, 0] })
    expect(quoridor.legalMoves(state, 0)).toEqual(['c5'])
  })

  test.each([0, 1, 2])('in every position of a 3×3 board, walls for each: %i', (walls) => {
    const seen = new Set<string>()
    const waiting = [setup({ size: 3, walls })]
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      const key = quoridor.notation.formatState(state)
      const [seat] = quoridor.toMove(state)
      if (seat === undefined || seen.has(key)) continue
      seen.add(key)
      if (legalCells(state).length === 0) expect.fail(`no move in ${key}`)
      for (const move of quoridor.legalMoves(state, seat)) waiting.push(playAll(state, move))
    }
    expect(seen.size).toBeGreaterThan(40)
  })
})

describe('against rules written a second time', () => {
  const positionsOf = (...sizes: readonly number[]): fc.Arbitrary<QuoridorState> =>
    fc
      .record({
        size: fc.constantFrom(...sizes),
        walls: fc.nat(10),
        seed: fc.nat(),
        plies: fc.nat(40),
        wallsEvery: fc.integer({ min: 1, max: 4 }),
      })
      .map(randomPosition)
  const positions = positionsOf(3, 5, 7, 9)

  test.each([3, 5, 7, 9])('the legal moves on a board of %i are the same', (size) => {
    fc.assert(
      fc.property(positionsOf(size), (state) => {
        for (const seat of quoridor.toMove(state)) {
          const legal = naiveMoves(state, seat)
          expect([...quoridor.legalMoves(state, seat)].sort()).toEqual(legal.sort())
          for (const word of [...allCells(9), ...allWalls(9), 'i1h', 'e10'])
            if (quoridor.isLegal(state, seat, word) !== legal.includes(word)) expect.fail(word)
        }
      }),
      { numRuns: 50 },
    )
  })

  // Not a mirror of the contract: there the first player would have to begin on both boards.
  test('the board turned by half a circle, with the seats changed, is the same game', () => {
    fc.assert(
      fc.property(positions, (state) => {
        const turned = rotateState(state)
        for (const seat of SEATS)
          expect([...quoridor.legalMoves(turned, otherSeat(seat))].sort()).toEqual(
            quoridor
              .legalMoves(state, seat)
              .map((move) => rotate(move, state.size))
              .sort(),
          )
      }),
    )
  })

  test('a shortest path is open all the way, and none is shorter', () => {
    fc.assert(
      fc.property(positions, fc.constantFrom(...SEATS), (state, seat) => {
        const path = shortestPath(state, seat)
        expect(path.length).toBe(naiveDistance(state, seat))
        expect(shortestPathLength(state, seat)).toBe(path.length)
        const cells = [state.pawns[seat], ...path]
        path.forEach((to, index) => expect(naiveNeighbours(state, cells[index] ?? '')).toContain(to))
        expect(cells.at(-1)?.charAt(1)).toBe(seat === 0 ? String(state.size) : '1')
      }),
    )
  })
})

test.each([
  ['at the start', {}, 8, 8],
  ['with a wall in the way', { walls: 'd4h d6h' }, 9, 9],
  ['the other pawn is no obstacle', { first: 'e5', second: 'e6' }, 4, 5],
])('the way to the goal %s', (_, given, first, second) => {
  const state = position({ first: 'e1', second: 'e9', ...given })
  expect(SEATS.map((seat) => shortestPathLength(state, seat))).toEqual([first, second])
})

test('a shortest path lists the cells after the pawn, up to the goal', () => {
  expect(shortestPath(position({ first: 'e7' }), 0)).toEqual(['e8', 'e9'])
  expect(shortestPath(position({ first: 'e7', walls: 'd7h' }), 0)).toEqual(['f7', 'f8', 'f9'])
  expect(shortestPath(position({ second: 'b3' }), 1)).toEqual(['b2', 'b1'])
})

test('a pawn that is shut in has no way to the goal', () => {
  const state = position({ walls: 'd3h d5h c4v e4v' })
  expect(() => shortestPath(state, 0)).toThrow('Cannot follow a path: the pawn is shut in')
  expect(shortestPathLength(state, 1)).toBe(8)
})

describe('notation', () => {
  test.each([
    ['e2', 'e2'],
    [' E2\n', 'e2'],
    ['a8h', 'a8h'],
    ['\tH8V ', 'h8v'],
    ['i9', 'i9'],
  ])('reads %j as %s', (text, value) => {
    expect(quoridor.notation.parseMove(text, start('standard'))).toEqual({ ok: true, value })
  })

  // In ASCII ` and : stand just before a and just behind 9.
  test.each([
    '',
    'e',
    'e0',
    'e10',
    'j1',
    '`1',
    'e:',
    '4e',
    'e 4',
    'pass',
    'i4h',
    'a9v',
    'a0h',
    '`1h',
    'e4x',
    'e4 h',
    'e4hh',
  ])('refuses %j', (text) => {
    expect(quoridor.notation.parseMove(text, start('standard'))).toEqual({
      ok: false,
      problem: {
        code: 'unreadable-move',
        message: `Cannot read move "${text}": expected a cell like e2 or a wall like a8h`,
      },
    })
  })

  test('knows the size of the board', () => {
    const read = (text: string) => quoridor.notation.parseMove(text, start('small'))
    expect(read('e5').ok).toBe(true)
    expect(read('d4v').ok).toBe(true)
    for (const text of ['f1', 'a6', 'a5h']) expect(read(text).ok).toBe(false)
    expect(read('e1h')).toMatchObject({
      problem: { message: 'Cannot read move "e1h": expected a cell like c2 or a wall like a4h' },
    })
  })

  test('a state is written on one line, whatever the order in which its walls were placed', () => {
    const one = playAll(start('standard'), 'e6v d3h a8h e8')
    const two = playAll(start('standard'), 'a8h d3h e6v e8')
    expect(quoridor.notation.formatState(one)).toBe('9 first e1 8 e8 9 d3h e6v a8h')
    expect(quoridor.notation.formatState(two)).toBe('9 first e1 8 e8 9 d3h e6v a8h')
  })
})

test.each([
  [{ size: 4, walls: 3 }, 'Cannot set size to 4: expected an odd number from 3 to 9'],
  [{ size: 11, walls: 3 }, 'Cannot set size to 11: expected an odd number from 3 to 9'],
  [{ size: 9 }, 'Cannot set walls to nothing: expected a whole number from 0 to 20'],
  [{ size: 9, walls: 21 }, 'Cannot set walls to 21: expected a whole number from 0 to 20'],
])('the settings %j are refused', (input, message) => {
  expect(quoridor.parseConfig(input)).toMatchObject({ ok: false, problem: { message } })
})

test('settings given as text are read as numbers', () => {
  expect(quoridor.parseConfig({ size: '7', walls: '0' })).toEqual({ ok: true, value: { size: 7, walls: 0 } })
})

test('a form offers odd sizes only', () => {
  expect(quoridor.settings['size']).toMatchObject({ form: { kind: 'number', min: 3, max: 9, step: 2 } })
})

test('a move points at its cell, or at the upper left of its wall', () => {
  const state = start('standard')
  expect(quoridor.target(state, 0, 'e2')).toEqual({ kind: 'cell', x: 4, y: 7 })
  expect(quoridor.target(state, 0, 'a8h')).toEqual({ kind: 'fence', x: 0, y: 0, lies: 'flat' })
  expect(quoridor.target(state, 1, 'e6v')).toEqual({ kind: 'fence', x: 4, y: 2, lies: 'upright' })
})

test('the scene has rank 9 on top and says whose a wall is', () => {
  const scene = quoridor.scene(playAll(start('standard'), 'e6v a8h e2'))
  expect(scene.pieces).toEqual([
    { x: 4, y: 7, seat: 0, shape: 'pawn' },
    { x: 4, y: 0, seat: 1, shape: 'pawn' },
  ])
  expect(scene).toMatchObject({ width: 9, height: 9, edge: 'wall', tile: 'stone', outlines: [] })
  expect(scene.tiles).toEqual(Array(9).fill('.........'))
  expect(scene.fences).toEqual([
    { x: 4, y: 2, lies: 'upright', seat: 0 },
    { x: 0, y: 0, lies: 'flat', seat: 1 },
  ])
  const row = (y: number) => [0, 1, 2, 3, 4, 5, 6, 7, 8].map((x) => ({ x, y }))
  expect(scene.goals).toEqual([row(0), row(8)])
  expect(scene.columnNames?.join('')).toBe('abcdefghi')
  expect(scene.rowNames?.join('')).toBe('987654321')
  expect(scene.facts).toEqual([
    [
      { label: 'walls left', value: '9' },
      { label: 'steps to go', value: '7' },
    ],
    [
      { label: 'walls left', value: '9' },
      { label: 'steps to go', value: '8' },
    ],
  ])
})

test('the scene of a small board names only its own files and ranks', () => {
  const { columnNames, rowNames } = quoridor.scene(start('small'))
  expect([columnNames?.join(''), rowNames?.join('')]).toEqual(['abcde', '54321'])
})

interface Given {
  readonly first?: string
  readonly second?: string
  readonly walls?: string
  readonly turn?: Seat
  readonly left?: readonly [number, number]
}

/** A position on the standard board: e5 against i9 with ten walls each, unless told otherwise. */
function position({
  first = 'e5',
  second = 'i9',
  walls = '',
  turn = 0,
  left = [10, 10],
}: Given): QuoridorState {
  const placed = new Map(walls.split(' ').map((wall) => [wall.slice(0, 2), wall.charAt(2)]))
  return {
    size: 9,
    turn,
    pawns: [first, second] as unknown as QuoridorState['pawns'],
    wallsLeft: left,
    walls: allCells(8)
      .map((anchor) => placed.get(anchor) ?? '.')
      .join(''),
  }
}

const legalCells = (state: QuoridorState): readonly string[] =>
  quoridor.legalMoves(state, state.turn).filter((move) => move.length === 2)

const setup = (config: QuoridorConfig): QuoridorState => quoridor.setup(config, seededRng(0))

const start = (preset: string): QuoridorState => setup(must(quoridor.parseConfig(quoridor.presets[preset])))

function playAll(state: QuoridorState, moves: string): QuoridorState {
  return moves.split(' ').reduce((at, move) => {
    if (!quoridor.isLegal(at, at.turn, move)) throw new Error(`${move} is illegal`)
    return quoridor.play(at, [{ seat: at.turn, move: move as QuoridorMove }])
  }, state)
}

interface Recipe extends QuoridorConfig {
  readonly seed: number
  readonly plies: number
  readonly wallsEvery: number
}

/** Random walls, and pawns that mostly go straight for their goals, so that they meet. */
function randomPosition({ size, walls, seed, plies, wallsEvery }: Recipe): QuoridorState {
  const rng = seededRng(seed)
  let state = setup({ size, walls })
  for (let ply = 0; ply < plies; ply++) {
    const legal = quoridor.legalMoves(state, state.turn)
    const [ahead] = shortestPath(state, state.turn)
    const steps = legal.filter((move) => move.length === 2)
    const forward = rng.below(3) > 0 ? steps.filter((move) => move === ahead) : []
    const move = rng.pick(rng.below(wallsEvery) === 0 ? legal : forward.length > 0 ? forward : steps)
    const next = playAll(state, move)
    if (quoridor.toMove(next).length === 0) break
    state = next
  }
  return state
}

/** Left and right changed: on a board of 9, file a with i, and for walls a with h. */
function reflect(move: string, size: number): string {
  const files = 'abcdefghi'.slice(0, move.length === 3 ? size - 1 : size)
  return files.charAt(files.length - 1 - files.indexOf(move.charAt(0))) + move.slice(1)
}

function rotate(move: string, size: number): string {
  const [file, rank, way = ''] = [...reflect(move, size)]
  return `${file}${(way === '' ? size : size - 1) + 1 - Number(rank)}${way}`
}

function rotateState(state: QuoridorState): QuoridorState {
  const { size, turn, pawns, wallsLeft } = state
  const walls = new Map(naiveWalls(state).map((wall) => [rotate(wall, size).slice(0, 2), wall.charAt(2)]))
  return {
    size,
    turn: otherSeat(turn),
    pawns: [rotate(pawns[1], size), rotate(pawns[0], size)] as unknown as QuoridorState['pawns'],
    wallsLeft: [wallsLeft[1], wallsLeft[0]],
    walls: allCells(size - 1)
      .map((anchor) => walls.get(anchor) ?? '.')
      .join(''),
  }
}

import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { testGame, type Mirror } from '../../game/game.contract.ts'
import { SEATS, winnerOf, type Seat, type SeatMove } from '../../game/game.ts'
import { outerWalls, parseConfigOfAnySize, tron, type Death, type TronMove, type TronState } from './index.ts'

type Settings = Readonly<Record<string, unknown>>
type Died = Death | undefined

/** Exchanges words of a move and of a facing, keeping a boost. */
const exchange =
  (...pairs: readonly (readonly [string, string])[]) =>
  (move: string): string => {
    const [word = '', ...boost] = move.split('+')
    const pair = pairs.find((words) => words.includes(word))
    return [pair ? (word === pair[0] ? pair[1] : pair[0]) : word, ...boost].join('+')
  }

const movedStarts = (settings: Settings, move: (x: number, y: number) => number[], facing: Mirror['move']) =>
  (settings['starts'] as readonly string[]).map((start) => {
    const [x, y, ...facings] = start.split(',')
    return [...move(Number(x), Number(y)), ...facings.map((word) => facing(word, settings))].join()
  })

const leftRight = exchange(['left', 'right'], ['e', 'w'])
const upDown = exchange(['left', 'right'], ['n', 's'])
const diagonal = exchange(['left', 'right'], ['n', 'w'], ['e', 's'])
const halfTurn = exchange(['n', 's'], ['e', 'w'])

testGame(tron, {
  perft: readFileSync(new URL('perft.txt', import.meta.url), 'utf8'),
  mirrors: [
    {
      name: 'left to right',
      settings: (given) => ({ ...given, starts: movedStarts(given, (x, y) => [-1 - x, y], leftRight) }),
      move: leftRight,
    },
    {
      name: 'upside down',
      settings: (given) => ({ ...given, starts: movedStarts(given, (x, y) => [x, -1 - y], upDown) }),
      move: upDown,
    },
    {
      name: 'along the diagonal',
      settings: (given) => ({
        ...given,
        width: given['height'],
        height: given['width'],
        starts: movedStarts(given, (x, y) => [y, x], diagonal),
      }),
      move: diagonal,
    },
    {
      name: 'with the seats exchanged',
      settings: (given) => ({ ...given, starts: [...(given['starts'] as string[])].reverse() }),
      move: (move) => move,
      swapsSeats: true,
      except: ['boost-tron'],
    },
    {
      name: 'turned by half, from the opposite seat',
      move: halfTurn,
      swapsSeats: true,
      except: ['boost-tron'],
    },
  ],
})

const bare = { width: 5, height: 5, edge: 'wall', walls: 'none', boosts: 0, seats: 'fixed' }
const together = { ...bare, timing: 'simultaneous', moves: 'relative', starts: '0,0,s -1,-1,n' }
const inTurns = { ...together, timing: 'alternating' }
const compass = { ...together, moves: 'compass' }
const boosting = { ...inTurns, width: 20, boosts: 3, starts: '0,0,e 0,4,e' }

const begin = (settings: Settings): TronState => tron.setup(must(tron.parseConfig(settings)), seededRng(0))

/** Plays words in the order in which the seats move. */
function after(settings: Settings, moves: string): TronState {
  const words = moves.split(' ').filter(Boolean)
  let state = begin(settings)
  while (words.length > 0) {
    const turn = tron.toMove(state).map((seat) => ({ seat, move: words.shift() as TronMove }))
    expect(turn.length).toBeGreaterThan(0)
    for (const { seat, move } of turn) expect(tron.legalMoves(state, seat)).toContain(move)
    state = tron.play(state, turn)
  }
  return state
}

const deaths = (state: TronState) => state.cycles.map((cycle) => cycle.death)
const places = (state: TronState) => state.cycles.map(({ x, y }) => `${x},${y}`)
const ending = (state: TronState) => {
  const outcome = tron.outcome(state)
  if (outcome === undefined) return 'playing'
  const winner = winnerOf(outcome)
  return `${winner === undefined ? 'drawn' : `won by ${winner}`}: ${outcome.reason}`
}

describe('moving together', () => {
  test.each<[string, Settings, string, [Died, Died], string]>([
    ['leaving the board kills', together, 'right forward', ['edge', undefined], 'won by 1: edge'],
    ['a wall kills', { ...together, walls: '4,3' }, 'forward forward', [undefined, 'wall'], 'won by 0: wall'],
    [
      'the own trail kills',
      together,
      'left forward right forward right forward right forward',
      ['own-trail', undefined],
      'won by 1: own-trail',
    ],
    [
      "the opponent's trail kills",
      { ...together, starts: '1,1,s 3,1,w' },
      'forward forward forward forward',
      [undefined, 'opponent-trail'],
      'won by 0: opponent-trail',
    ],
    [
      'the cell that the opponent is just leaving kills',
      { ...together, starts: '1,1,s 2,1,w' },
      'forward forward',
      [undefined, 'opponent-trail'],
      'won by 0: opponent-trail',
    ],
    [
      'swapping places kills both',
      { ...together, starts: '1,1,e 2,1,w' },
      'forward forward',
      ['opponent-trail', 'opponent-trail'],
      'drawn: both-dead',
    ],
    [
      'two heads on one cell kill both',
      { ...together, starts: '1,1,e 3,1,w' },
      'forward forward',
      ['head-on', 'head-on'],
      'drawn: head-on',
    ],
    [
      'two heads in one wall are two crashes',
      { ...together, starts: '1,1,e 3,1,w', walls: '2,1' },
      'forward forward',
      ['wall', 'wall'],
      'drawn: both-dead',
    ],
    [
      'dying at once in different ways is a draw',
      { ...together, walls: '4,3' },
      'right forward',
      ['edge', 'wall'],
      'drawn: both-dead',
    ],
    [
      'reversing is deadly',
      { ...compass, starts: '1,1 3,3' },
      's n n n',
      ['own-trail', undefined],
      'won by 1: own-trail',
    ],
    [
      'reversing on the first turn meets no trail yet',
      { ...compass, starts: '1,1,e 3,3,w' },
      'w e',
      [undefined, undefined],
      'playing',
    ],
    [
      'a torus has no edge',
      { ...together, edge: 'torus', starts: '4,1,e 1,4,s' },
      'forward forward',
      [undefined, undefined],
      'playing',
    ],
    [
      'two heads can meet across the edge of a torus',
      { ...together, edge: 'torus', starts: '0,0,n 0,3,s' },
      'forward forward',
      ['head-on', 'head-on'],
      'drawn: head-on',
    ],
    [
      'a cycle that starts on a wall is dead before the first turn',
      { ...together, walls: '0,0' },
      '',
      ['start', undefined],
      'won by 1: start',
    ],
    [
      'both cycles on walls are a draw before the first turn',
      { ...together, walls: 'outer' },
      '',
      ['start', 'start'],
      'drawn: both-dead',
    ],
  ])('%s', (_, settings, moves, died, end) => {
    const state = after(settings, moves)
    expect(deaths(state)).toEqual(died)
    expect(ending(state)).toBe(end)
  })

  test('a torus joins opposite edges in all four directions', () => {
    const onTorus = { ...compass, edge: 'torus', starts: '0,0 4,4' }
    expect(places(after(onTorus, 'n s'))).toEqual(['0,4', '4,0'])
    expect(places(after(onTorus, 'w e'))).toEqual(['4,0', '0,4'])
  })

  test('a dead cycle lies on the cell that killed it, or on its last one when it left the board', () => {
    expect(places(after({ ...together, walls: '4,3' }, 'right forward'))).toEqual(['0,0', '4,3'])
    expect(after(together, 'right forward').rows).toEqual(['a....', '.....', '.....', '.....', '....b'])
  })
})

describe('moving in turns', () => {
  test('seat 0 begins and the seats alternate', () => {
    expect(tron.toMove(begin(inTurns))).toEqual([0])
    expect(tron.toMove(after(inTurns, 'forward'))).toEqual([1])
    expect(tron.toMove(after(inTurns, 'forward forward'))).toEqual([0])
  })

  test.each<[string, Settings, string, [Died, Died], string]>([
    ['leaving the board kills the mover', inTurns, 'right', ['edge', undefined], 'won by 1: edge'],
    [
      "the opponent's current cell is a collision",
      { ...inTurns, starts: '1,1,e 2,1,w' },
      'forward',
      ['collision', 'collision'],
      'drawn: collision',
    ],
    [
      'the second player can cause the collision too',
      { ...inTurns, starts: '1,1,e 3,1,w' },
      'forward forward',
      ['collision', 'collision'],
      'drawn: collision',
    ],
    [
      'the cell that the opponent has left is trail',
      { ...inTurns, starts: '1,1,s 2,1,w' },
      'forward forward',
      [undefined, 'opponent-trail'],
      'won by 0: opponent-trail',
    ],
    [
      'trail on the second cell of a boost kills',
      { ...boosting, starts: '0,2,e 3,1,s' },
      'forward forward+boost forward+boost',
      ['opponent-trail', undefined],
      'won by 1: opponent-trail',
    ],
    [
      'the edge after the first cell of a boost kills',
      { ...boosting, starts: '18,2,e 0,0,e' },
      'forward+boost',
      ['edge', undefined],
      'won by 1: edge',
    ],
    [
      'the opponent on the second cell of a boost is a collision, not something to jump over',
      { ...boosting, starts: '0,2,e 2,2,n' },
      'forward+boost',
      ['collision', 'collision'],
      'drawn: collision',
    ],
    [
      'the opponent on the third cell of a boost is a collision',
      { ...boosting, starts: '0,2,e 3,2,n' },
      'forward+boost',
      ['collision', 'collision'],
      'drawn: collision',
    ],
    [
      'the opponent on the fourth cell is safe',
      { ...boosting, starts: '0,2,e 4,2,n' },
      'forward+boost',
      [undefined, undefined],
      'playing',
    ],
    [
      'a cycle that starts on a wall is dead before the first turn',
      { ...inTurns, walls: '4,4' },
      '',
      [undefined, 'start'],
      'won by 0: start',
    ],
  ])('%s', (_, settings, moves, died, end) => {
    const state = after(settings, moves)
    expect(deaths(state)).toEqual(died)
    expect(ending(state)).toBe(end)
  })

  test('a boost that crashes leaves trail up to the crash', () => {
    const stopped = after({ ...boosting, starts: '0,2,e 3,1,s' }, 'forward forward+boost forward+boost')
    expect(stopped.rows[2]).toBe('aaab................')
    expect(places(stopped)).toEqual(['3,2', '3,4'])
    const fallen = after({ ...boosting, starts: '18,2,e 0,0,e' }, 'forward+boost')
    expect(fallen.rows[2]).toBe('..................aa')
    expect(places(fallen)).toEqual(['19,2', '0,0'])
  })
})

describe('boosts', () => {
  const boost = (state: TronState) => {
    const { x, y, boosts, boosted } = state.cycles[0]
    return { at: `${x},${y}`, boosts, active: boosted > 0 }
  }

  test.each([
    ['a boost drives three cells', 'forward+boost', { at: '3,0', boosts: 2, active: true }],
    ['and three more on the next turn', 'forward+boost forward', { at: '6,0', boosts: 2, active: false }],
    ['then one', 'forward+boost forward forward', { at: '7,0', boosts: 2, active: false }],
    ['the turn comes before the three cells', 'right+boost', { at: '0,3', boosts: 2, active: true }],
    ['the second turn may turn too', 'forward+boost right', { at: '3,3', boosts: 2, active: false }],
    [
      'asking again while active spends another and renews',
      'forward+boost forward+boost',
      { at: '6,0', boosts: 1, active: true },
    ],
    [
      'a renewed boost lasts one turn longer, not two',
      'forward+boost forward+boost forward forward',
      { at: '10,0', boosts: 1, active: false },
    ],
    [
      'three in a row give four fast turns',
      'forward+boost forward+boost forward+boost forward forward',
      { at: '13,0', boosts: 0, active: false },
    ],
    [
      'one after another give six',
      'forward+boost forward forward+boost forward forward+boost forward forward',
      { at: '19,0', boosts: 0, active: false },
    ],
  ])('%s', (_, moves, expected) => {
    const withReplies = moves.replaceAll(' ', ' forward ')
    expect(boost(after(boosting, withReplies))).toEqual(expected)
  })

  test('every cell driven over becomes trail, the one arrived at does not', () => {
    expect(after(boosting, 'forward+boost').rows[0]).toBe('aaa.................')
  })

  test('without boosts left the words can be read but not played', () => {
    const state = after({ ...boosting, boosts: 1 }, 'forward+boost forward')
    expect(tron.legalMoves(state, 0)).toEqual(['left', 'forward', 'right'])
    expect(tron.isLegal(state, 0, 'forward+boost')).toBe(false)
    expect(tron.notation.parseMove('forward+boost', state)).toEqual({ ok: true, value: 'forward+boost' })
  })

  test('the order of moves is fixed', () => {
    expect(tron.legalMoves(begin(boosting), 0).join(' ')).toBe(
      'left forward right left+boost forward+boost right+boost',
    )
    expect(tron.legalMoves(begin(compass), 1)).toEqual(['n', 'w', 's', 'e'])
    expect(tron.legalMoves(begin({ ...compass, boosts: 1 }), 1)).toHaveLength(8)
  })

  test.each([
    [
      'driving together, a boosted cycle can hit one that has already arrived',
      { starts: '0,2,e 4,2,w' },
      'forward+boost forward',
      ['collision', 'collision'],
      'drawn: collision',
    ],
    [
      'driving together, two boosts meet on the second cell',
      { starts: '0,2,e 4,2,w' },
      'forward+boost forward+boost',
      ['head-on', 'head-on'],
      'drawn: head-on',
    ],
    [
      'driving together, whoever dies later in the same turn still draws',
      { starts: '0,2,w 18,2,e' },
      'forward forward+boost',
      ['edge', 'edge'],
      'drawn: both-dead',
    ],
  ])('%s', (_, starts, moves, died, end) => {
    const state = after({ ...boosting, ...starts, timing: 'simultaneous' }, moves)
    expect(deaths(state)).toEqual(died)
    expect(ending(state)).toBe(end)
  })
})

describe('a turn in which somebody failed to move', () => {
  const without = (settings: Settings, turn: readonly SeatMove<TronMove>[]) =>
    tron.playWithout?.(begin(settings), turn) as TronState

  test('kills who failed, where it stands, and plays the other move', () => {
    const state = without(together, [{ seat: 1, move: 'forward' }])
    expect(ending(state)).toBe('won by 1: no-move')
    expect(places(state)).toEqual(['0,0', '4,3'])
    expect(state.rows).toEqual(['.....', '.....', '.....', '.....', '....b'])
  })

  test.each<[string, Settings, readonly SeatMove<TronMove>[], [string, string]]>([
    ['is a draw when the other crashes', together, [{ seat: 0, move: 'right' }], ['edge', 'no-move']],
    [
      'is a draw when the other drives into the one standing still',
      { ...together, starts: '1,1,e 2,1,w' },
      [{ seat: 0, move: 'forward' }],
      ['collision', 'no-move'],
    ],
    ['is a draw when both failed', together, [], ['no-move', 'no-move']],
  ])('%s', (_, settings, turn, died) => {
    const state = without(settings, turn)
    expect(deaths(state)).toEqual(died)
    expect(ending(state)).toBe('drawn: both-dead')
  })
})

describe('the contests', () => {
  const lightCycle = tron.presets['light-cycle'] as Settings
  const boostTron = tron.presets['boost-tron'] as Settings
  const torusTron = tron.presets['torus-tron'] as Settings
  const picture = ({ rows, cycles }: TronState) =>
    rows.map((row, y) =>
      [...row].map((tile, x) => 'AB'[cycles.findIndex((c) => c.x === x && c.y === y)] ?? tile).join(''),
    )

  test('light-cycle: forward, then left, from opposite corners', () => {
    const state = after({ ...lightCycle, width: 5, height: 5, seats: 'fixed' }, 'forward forward left left')
    expect(picture(state)).toEqual(['a....', 'aA...', '.....', '...Bb', '....b'])
    expect(state.cycles.map((cycle) => cycle.facing)).toEqual(['e', 'w'])
  })

  test('light-cycle: the corner is drawn by lot and its facing goes with it', () => {
    const config = must(tron.parseConfig(lightCycle))
    const seen = Array.from({ length: 20 }, (_, seed) => {
      const [own, other] = tron.setup(config, seededRng(seed)).cycles
      return `${own.facing},${own.x},${own.y},${other.facing},${other.x},${other.y}`
    })
    expect([...new Set(seen)].sort()).toEqual(['n,9,9,s,0,0', 's,0,0,n,9,9'])
    // Old records name the seed and not the corner.
    expect(seen.slice(0, 4).map((text) => text[0])).toEqual(['n', 's', 'n', 's'])
  })

  test('boost-tron: head to head on row 50, first player first, no lots', () => {
    const noLots = {
      below: () => expect.fail('drew a lot'),
      pick: () => expect.fail('drew a lot'),
    }
    const state = tron.setup(must(tron.parseConfig(boostTron)), noLots)
    expect(state.cycles).toEqual([
      { x: 33, y: 50, facing: 'e', boosts: 3, boosted: 0 },
      { x: 66, y: 50, facing: 'w', boosts: 3, boosted: 0 },
    ])
    expect(tron.toMove(state)).toEqual([0])
    expect([state.rows[0]?.length, state.rows.length]).toEqual([130, 100])
  })

  test('torus-tron: the default map', () => {
    const frame = '#'.repeat(37)
    const middle = `#${'.'.repeat(35)}#`
    const state = begin(torusTron)
    expect(picture(state)).toEqual([
      frame,
      `#A${'.'.repeat(34)}#`,
      ...Array.from({ length: 6 }, () => middle),
      `#${'.'.repeat(34)}B#`,
      frame,
    ])
    expect(state.cycles.map((cycle) => cycle.facing)).toEqual(['e', 'w'])
  })

  test('outer walls list the corners twice, as the contest does', () => {
    expect(must(tron.parseConfig(torusTron)).walls).toEqual(outerWalls({ width: 37, height: 10 }))
    expect(
      outerWalls({ width: 3, height: 3 })
        .map(({ x, y }) => `${x}${y}`)
        .join(' '),
    ).toBe('00 10 20 02 12 22 00 01 02 20 21 22')
  })
})

describe('settings', () => {
  test('starts counted from the far edge move with the size', () => {
    const { starts } = must(tron.parseConfig({ ...together, width: 7, height: 4 }))
    expect(starts).toEqual([
      { x: 0, y: 0, facing: 's' },
      { x: 6, y: 3, facing: 'n' },
    ])
  })

  test.each([
    ['text', '1,2,e -2,-3,w', '3,3 -1,0 3,3'],
    ['lists of text', ['1,2,e', '-2,-3,w'], ['3,3', '-1,0', '3,3']],
    [
      'lists of numbers',
      [
        [1, 2, 'e'],
        [-2, -3, 'w'],
      ],
      [
        [3, 3],
        [-1, 0],
        [3, 3],
      ],
    ],
  ])('cells are read from %s', (_, starts, walls) => {
    expect(tron.parseConfig({ ...together, starts, walls })).toMatchObject({
      ok: true,
      value: {
        starts: [
          { x: 1, y: 2, facing: 'e' },
          { x: 3, y: 2, facing: 'w' },
        ],
        walls: [
          { x: 3, y: 3 },
          { x: 4, y: 0 },
          { x: 3, y: 3 },
        ],
      },
    })
  })

  test('the farthest cell from the far edge is the first', () => {
    expect(must(tron.parseConfig({ ...together, starts: '-5,-5,s 4,4,n' })).starts[0]).toMatchObject({
      x: 0,
      y: 0,
    })
  })

  test('numbers are read from text', () => {
    expect(tron.parseConfig({ ...together, width: '12', boosts: '2' })).toMatchObject({
      ok: true,
      value: { width: 12, boosts: 2 },
    })
  })

  test('minus nought is nought', () => {
    expect(must(tron.parseConfig({ ...together, starts: [[-0, -0], '3,-0'] })).starts).toEqual([
      { x: 0, y: 0, facing: 'e' },
      { x: 3, y: 0, facing: 'w' },
    ])
  })

  test.each([
    [{ width: 2 }, 'Cannot set width to 2: expected a whole number from 3 to 200'],
    [{ height: 201 }, 'Cannot set height to 201: expected a whole number from 3 to 200'],
    [{ boosts: -1 }, 'Cannot set boosts to -1: expected a whole number from 0 to 99'],
    [{ edge: 'sea' }, 'Cannot set edge to "sea": expected wall or torus'],
    [{ timing: undefined }, 'Cannot set timing to nothing: expected simultaneous or alternating'],
    [{ moves: 'any' }, 'Cannot set moves to "any": expected relative or compass'],
    [{ seats: 'free' }, 'Cannot set seats to "free": expected fixed or drawn'],
    [{ walls: 'inner' }, 'Cannot set walls to "inner": expected none, outer or cells like 3,4 5,6'],
    [{ walls: '' }, 'Cannot set walls to "": expected none, outer or cells like 3,4 5,6'],
    [{ walls: '1;2' }, 'Cannot set walls to "1;2": expected none, outer or cells like 3,4 5,6'],
    [{ walls: '1,2,n' }, 'Cannot set walls to "1,2,n": expected none, outer or cells like 3,4 5,6'],
    [{ walls: [[1.5, 2]] }, 'Cannot set walls to [[1.5,2]]: expected none, outer or cells like 3,4 5,6'],
    [{ walls: '1,2 3,3,n' }, /^Cannot set walls to "1,2 3,3,n": expected none/],
    [{ walls: 7 }, /^Cannot set walls to 7: expected none/],
    [{ walls: [7] }, /^Cannot set walls to \[7\]: expected none/],
    [{ walls: '1' }, /^Cannot set walls to "1": expected none/],
    [{ walls: '1,2,n,3' }, /^Cannot set walls to "1,2,n,3": expected none/],
    [{ walls: '1,x2' }, /^Cannot set walls to "1,x2": expected none/],
    [{ walls: '2x,1' }, /^Cannot set walls to "2x,1": expected none/],
    [{ starts: '0,0 1,1,n,3' }, /^Cannot set starts to "0,0 1,1,n,3": expected two cells/],
    [{ walls: [[12345, 0]] }, 'Cannot place a wall: (12345,0) is outside the 5×5 board'],
    [{ walls: '-6,0' }, 'Cannot place a wall: (-6,0) is outside the 5×5 board'],
    [{ walls: '3,3 5,0' }, 'Cannot place a wall: (5,0) is outside the 5×5 board'],
    [{ walls: '0,-6' }, 'Cannot place a wall: (0,-6) is outside the 5×5 board'],
    [
      { starts: '0,0,s' },
      'Cannot set starts to "0,0,s": expected two cells with a facing like 0,0,s -1,-1,n',
    ],
    [{ starts: '0,0 1,1 2,2' }, /^Cannot set starts to "0,0 1,1 2,2": expected two cells/],
    [{ starts: '0,0,up 1,1' }, /^Cannot set starts to "0,0,up 1,1": expected two cells/],
    [{ starts: '12,4 0,0' }, 'Cannot place the first cycle: (12,4) is outside the 5×5 board'],
    [{ starts: '0,0 0,5' }, 'Cannot place the second cycle: (0,5) is outside the 5×5 board'],
    [{ starts: '4,4,n -1,-1,s' }, 'Cannot place the second cycle: (4,4) is taken by the first'],
    [{ speed: 3 }, /^Cannot set "speed": the settings are width, height, /],
  ])('%j is refused', (change, message) => {
    const result = tron.parseConfig({ ...together, ...change })
    expect(result.ok ? '' : result.problem.message).toMatch(message)
    if (typeof message === 'string') expect(result).toMatchObject({ problem: { message } })
  })
})

test('a problem with a place names its setting', () => {
  const problemOf = (change: object) => tron.parseConfig({ ...together, ...change })
  const problem = (at: string) => ({ ok: false, problem: { code: 'bad-setting', at } })
  expect(problemOf({ walls: '5,0' })).toMatchObject(problem('walls'))
  for (const starts of ['5,0 0,0', '0,0 5,0', '0,0 -5,-5'])
    expect(problemOf({ starts })).toMatchObject(problem('starts'))
})

test('spaces between cells may be wide, and a cycle without a facing looks to the farther side', () => {
  const { starts } = must(tron.parseConfig({ ...together, starts: ' 2,0   1,4 ' }))
  expect(starts).toEqual([
    { x: 2, y: 0, facing: 'w' },
    { x: 1, y: 4, facing: 'e' },
  ])
})

test('a player may start a game of any size on its own machine', () => {
  const sized = (width: number, height: number) =>
    parseConfigOfAnySize({ ...together, width, height, starts: '0,0 -1,-1' })
  expect(sized(1, 2)).toMatchObject({ ok: true, value: { board: ['.', '.'] } })
  expect(sized(201, 1)).toMatchObject({ ok: true, value: { width: 201, height: 1 } })
  expect(sized(0, 5)).toMatchObject({ ok: false, problem: { at: 'width' } })
  expect(sized(5, 0)).toMatchObject({ ok: false, problem: { at: 'height' } })
})

describe('notation', () => {
  test.each([
    ['relative words in any case', together, ' LEFT\n', 'left'],
    ['compass words in any case', compass, 'N', 'n'],
    ['boosts where there are boosts', boosting, 'Right+Boost', 'right+boost'],
  ])('reads %s', (_, settings, text, value) => {
    expect(tron.notation.parseMove(text, begin(settings))).toEqual({ ok: true, value })
  })

  test.each([
    [together, 'n', 'Cannot read move "n": expected one of left forward right'],
    [together, 'left+boost', 'Cannot read move "left+boost": expected one of left forward right'],
    [compass, 'north', 'Cannot read move "north": expected one of n w s e'],
    [
      boosting,
      'left + boost',
      /^Cannot read move "left \+ boost": expected one of left forward right left\+boost/,
    ],
  ])('explains what it cannot read', (settings, text, message) => {
    const result = tron.notation.parseMove(text, begin(settings))
    expect(result.ok ? '' : result.problem.message).toMatch(message)
    expect(result).toMatchObject({ problem: { code: 'unreadable-move' } })
  })

  test.each([
    [together, '', 'wall simultaneous relative 0 | 0 | .5*5 | 0,0,s,0,0 4,4,n,0,0'],
    [
      together,
      'forward forward right left',
      'wall simultaneous relative 0 | 2 | a.4*2/.5/.4b*2 | 0,1,w,0,0,edge 3,3,w,0,0',
    ],
    [boosting, 'forward+boost', 'wall alternating relative 3 | 1 | a3.17/.20*4 | 3,0,e,2,1 0,4,e,3,0'],
  ])('writes a state on one line', (settings, moves, text) => {
    expect(tron.notation.formatState(after(settings, moves))).toBe(text)
  })
})

describe('the picture', () => {
  test('shows the board as it is and a dead cycle as fallen', () => {
    const state = after(together, 'right forward')
    expect(tron.scene(state)).toMatchObject({
      edge: 'wall',
      tile: 'trail',
      tiles: state.rows,
      pieces: [
        { x: 0, y: 0, seat: 0, shape: 'cycle', facing: 'w', fallen: true, struck: { x: -1, y: 0 } },
        { x: 4, y: 3, seat: 1, shape: 'cycle', facing: 'n' },
      ],
      facts: [[], []],
    })
    expect(tron.scene(state).pieces[1]).not.toHaveProperty('fallen')
    expect(tron.scene(state).pieces[1]).not.toHaveProperty('struck')
    expect(tron.scene(state)).toMatchObject({ fences: [], outlines: [] })
  })

  test('says which cell killed a cycle, and none of a cycle that did not move', () => {
    const crashed = after(together, 'forward forward left forward left forward left forward')
    const [first] = tron.scene(crashed).pieces
    expect(first).toMatchObject({ fallen: true, struck: { x: first?.x, y: first?.y } })
    const late = tron.playWithout?.(after(together, ''), [{ seat: 1, move: 'forward' }])
    const [still] = late ? tron.scene(late).pieces : []
    expect(still).toMatchObject({ fallen: true })
    expect(still).not.toHaveProperty('struck')
  })

  test('says which ways are fatal at once: the edge, a trail, the other cycle', () => {
    const start = after(together, '')
    const fatal = (state: TronState, seat: Seat): readonly string[] =>
      tron
        .legalMoves(state, seat)
        .filter((move) => (tron.target(state, seat, move) as { readonly isFatal?: true }).isFatal)
    // The first cycle stands in the corner and faces south.
    expect(fatal(start, 0)).toEqual(['right'])
    expect(fatal(after(together, 'forward forward left forward'), 0)).toEqual([])
    expect(fatal(after(together, 'forward forward left forward left forward'), 0)).toEqual([
      'left',
      'forward',
    ])
  })

  test('says where a move leads: one cell, or three with a boost, and over the edge of a torus', () => {
    const start = begin({ ...boosting, edge: 'torus' })
    const way = { kind: 'way', x: 0, y: 0 }
    expect(tron.target(start, 0, 'forward')).toEqual({ ...way, facing: 'e', steps: 1 })
    expect(tron.target(start, 0, 'left+boost')).toEqual({ ...way, facing: 'n', steps: 3, isFatal: true })
    expect(tron.target(begin({ ...compass, edge: 'torus' }), 0, 'w')).toEqual({
      ...way,
      facing: 'w',
      steps: 1,
    })
  })

  test('tells the boosts where there are any', () => {
    expect(tron.scene(after(boosting, 'forward+boost')).facts).toEqual([
      [
        { label: 'boosts left', value: '2' },
        { label: 'boost', value: 'active' },
      ],
      [
        { label: 'boosts left', value: '3' },
        { label: 'boost', value: 'off' },
      ],
    ])
  })
})

describe('on any board, under any mixture of settings', () => {
  // Three cells of a boost on three columns would look like none.
  const size = fc.integer({ min: 4, max: 8 })
  const cell = fc.tuple(fc.integer({ min: -3, max: 2 }), fc.integer({ min: -3, max: 2 }))
  const facing = fc.constantFrom('n', 'e', 's', 'w')
  const start = fc.tuple(cell, facing).map(([[x, y], way]) => [x, y, way])
  const anySettings = fc
    .record({
      width: size,
      height: size,
      edge: fc.constantFrom('wall', 'torus'),
      timing: fc.constantFrom('simultaneous', 'alternating'),
      moves: fc.constantFrom('relative', 'compass'),
      boosts: fc.integer({ min: 0, max: 3 }),
      walls: fc.array(cell, { maxLength: 4 }),
      starts: fc.tuple(start, start),
      seats: fc.constantFrom('fixed', 'drawn'),
    })
    .filter((settings) => tron.parseConfig(settings).ok)

  /** A random game in which a cycle prefers not to die at once. */
  function states(settings: Settings, seed: number): readonly TronState[] {
    const rng = seededRng(seed)
    const game = [tron.setup(must(tron.parseConfig(settings)), rng)]
    for (let state = game[0] as TronState; tron.toMove(state).length > 0; game.push(state)) {
      const survives = (seat: Seat) => (move: TronMove) =>
        tron.play(state, [{ seat, move }]).cycles[seat].death === undefined
      const turn = tron.toMove(state).map((seat) => {
        const legal = tron.legalMoves(state, seat)
        const safe = legal.filter(survives(seat))
        return { seat, move: rng.pick(safe.length > 0 ? safe : legal) }
      })
      state = tron.play(state, turn)
    }
    return game
  }
  const anyGame = fc.tuple(anySettings, fc.nat()).map(([settings, seed]) => states(settings, seed))

  const changes = (before: TronState, now: TronState): readonly string[] =>
    now.rows.flatMap((row, y) =>
      [...row].flatMap((tile, x) => (tile === before.rows[y]?.[x] ? [] : [`${before.rows[y]?.[x]}${tile}`])),
    )
  const distance = (before: TronState, now: TronState, seat: Seat): number => {
    const { width, height } = now.rules
    const [from, to] = [before.cycles[seat], now.cycles[seat]]
    const along = (way: string, a: number, b: number, length: number) =>
      to.facing === way ? (b - a + length) % length : 0
    const { x, y } = from
    return (
      (to.death === 'edge' ? 1 : 0) +
      along('e', x, to.x, width) +
      along('w', to.x, x, width) +
      along('s', y, to.y, height) +
      along('n', to.y, y, height)
    )
  }

  test('the only cells that change are empty ones turning into the trail of a cycle that drove', () => {
    fc.assert(
      fc.property(anyGame, (game) => {
        game.slice(1).forEach((now, index) => {
          const before = game[index] as TronState
          const changed = changes(before, now)
          for (const seat of SEATS) {
            const driven = tron.toMove(before).includes(seat) ? distance(before, now, seat) : 0
            expect(changed.filter((change) => change === `.${'ab'[seat]}`)).toHaveLength(driven)
          }
          expect(changed.every((change) => change === '.a' || change === '.b')).toBe(true)
        })
      }),
    )
  })

  test('a living cycle stands on an empty cell, alone', () => {
    fc.assert(
      fc.property(anyGame, (game) => {
        for (const { rows, cycles } of game) {
          for (const { x, y, death } of cycles) if (death === undefined) expect(rows[y]?.[x]).toBe('.')
          if (cycles.every(({ death }) => death === undefined))
            expect(cycles[0].x === cycles[1].x && cycles[0].y === cycles[1].y).toBe(false)
        }
      }),
    )
  })

  test('a round ends when the board is full at the latest', () => {
    fc.assert(
      fc.property(anyGame, (game) => {
        const { width, height } = (game[0] as TronState).rules
        expect(game.length).toBeLessThanOrEqual(width * height)
      }),
    )
  })

  test('states are written alike exactly when they are equal', () => {
    fc.assert(
      fc.property(anySettings, fc.nat({ max: 5 }), fc.nat({ max: 5 }), (settings, one, two) => {
        for (const here of states(settings, one))
          for (const there of states(settings, two))
            expect(tron.notation.formatState(here) === tron.notation.formatState(there)).toBe(
              JSON.stringify(here) === JSON.stringify(there),
            )
      }),
      { numRuns: 30 },
    )
  })
})

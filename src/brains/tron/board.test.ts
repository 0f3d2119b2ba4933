import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng, type Rng } from '../../base/rng.ts'
import { perft } from '../../game/perft.ts'
import { SEATS, type AnyGame, type Seat } from '../../game/game.ts'
import { tron, type TronState } from '../../games/tron/index.ts'
import {
  BLOCKED,
  createBoard,
  HEAD,
  legalCodes,
  loadState,
  NO_MOVE,
  playTurn,
  takeBack,
  wordOf,
} from './board.ts'
import type { Board } from './board.ts'

const settings = fc.record({
  width: fc.integer({ min: 3, max: 9 }),
  height: fc.integer({ min: 3, max: 9 }),
  edge: fc.constantFrom('wall', 'torus'),
  timing: fc.constantFrom('simultaneous', 'alternating'),
  moves: fc.constantFrom('relative', 'compass'),
  boosts: fc.constantFrom(0, 1, 3),
  walls: fc.constantFrom('none', 'outer', '1,1', '1,1 0,2 -1,-2'),
  starts: fc.constantFrom('0,0,s -1,-1,n', '1,0,e -2,-1,w', '2,1 0,1', '0,2,e 2,2,w'),
  seats: fc.constant('fixed'),
})

const begin = (given: unknown): TronState => tron.setup(must(tron.parseConfig(given)), seededRng(0))
const boardOf = (state: TronState): Board => loadState(createBoard(state.rules), state)

function expectSame(board: Board, state: TronState): void {
  expect(board.ply).toBe(state.ply)
  for (const seat of SEATS) {
    const { x, y, boosts, boosted, death } = state.cycles[seat]
    expect(board.dead[seat] === 1).toBe(death !== undefined)
    if (death !== undefined) continue
    expect(board.heads[seat]).toBe(y * state.rules.width + x)
    expect(board.tiles[y * state.rules.width + x]).toBe(HEAD)
    expect([board.boosts[seat], board.boosted[seat]]).toEqual([boosts, boosted])
  }
  const blocked = state.rows.join('').replaceAll(/[^.]/g, '#')
  const ours = Array.from(board.tiles.subarray(0, board.cells), (tile) => (tile === BLOCKED ? '#' : '.'))
  expect(ours.join('')).toBe(blocked)
}

const snapshot = (board: Board): string =>
  JSON.stringify([
    board.tiles,
    board.heads,
    board.facing,
    board.boosts,
    board.boosted,
    board.dead,
    board.hash,
    board.check,
  ])

/** Plays to the end on both boards, taking every turn back once on ours. */
function playThrough(start: TronState, rng: Rng): void {
  const board = boardOf(start)
  let state = start
  for (let seats = tron.toMove(state); seats.length > 0; seats = tron.toMove(state)) {
    const codes: [number, number] = [NO_MOVE, NO_MOVE]
    const turn = seats.map((seat) => {
      const legal = legalCodes(board, seat)
      expect(legal.map((code) => wordOf(board, seat, code))).toEqual(tron.legalMoves(state, seat))
      // Mostly what lives, so that games get long.
      const code =
        rng.below(8) === 0
          ? rng.pick(legal)
          : (legal.find((each) => isOpen(board, seat, each)) ?? rng.pick(legal))
      codes[seat] = code
      return { seat, move: wordOf(board, seat, code) }
    })
    const before = snapshot(board)
    playTurn(board, ...codes)
    takeBack(board)
    expect(snapshot(board)).toBe(before)
    playTurn(board, ...codes)
    state = tron.play(state, turn)
    expectSame(board, state)
    const fresh = boardOf(state)
    expect([board.hash, board.check]).toEqual([fresh.hash, fresh.check])
  }
}

const isOpen = (board: Board, seat: Seat, code: number): boolean =>
  board.tiles[board.next[4 * (board.heads[seat] as number) + (code & 3)] as number] !== BLOCKED

function count(board: Board, depth: number): number {
  if (depth === 0) return 1
  if (board.dead[0] === 1 || board.dead[1] === 1) return 0
  const codes = SEATS.map((seat) =>
    board.simultaneous || board.ply % 2 === seat ? legalCodes(board, seat) : [NO_MOVE],
  )
  let leaves = 0
  for (const first of codes[0] as number[])
    for (const second of codes[1] as number[]) {
      playTurn(board, first, second)
      leaves += count(board, depth - 1)
      takeBack(board)
    }
  return leaves
}

describe('the board follows the rules', () => {
  test.each(Object.entries(tron.presets))('through random games of %s', (_, preset) => {
    for (let seed = 0; seed < 3; seed++) playThrough(begin(preset), seededRng(seed))
  })

  test('through random games of mixed settings', () => {
    fc.assert(
      fc.property(settings, fc.integer(), (given, seed) => {
        const config = tron.parseConfig(given)
        if (config.ok) playThrough(begin(given), seededRng(seed))
      }),
      { numRuns: 300, seed: 1 },
    )
  })

  test('in the number of games of a few turns', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const config = tron.parseConfig(given)
        if (!config.ok) return
        const state = begin(given)
        expect(count(boardOf(state), 3)).toBe(perft(tron as unknown as AnyGame, state, 3))
      }),
      { numRuns: 60, seed: 1 },
    )
  })

  test.each([
    ['light-cycle', 5, 5184],
    ['boost-tron', 6, 46_656],
    ['torus-tron', 5, 9216],
  ])('in the counts of %s', (name, depth, expected) => {
    expect(count(boardOf(begin(tron.presets[name])), depth)).toBe(expected)
  })
})

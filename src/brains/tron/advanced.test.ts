import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { SEATS, type Seat } from '../../game/game.ts'
import { tron, type TronState } from '../../games/tron/index.ts'
import { advanced } from './advanced.ts'
import { ask, drawn } from './ask.fixture.ts'
import {
  createBoard,
  legalCodes,
  loadState,
  NO_MOVE,
  playTurn,
  takeBack,
  wordOf,
  type Board,
} from './board.ts'
import { brains } from './index.ts'
import { livingMoves } from './safe-moves.ts'
import { wanderer } from './wanderer.ts'

/** A column of walls that keeps the two apart. */
const wallAcross = (width: number, height: number): readonly string[] =>
  Array.from({ length: height }, (_, y) => `${width / 2 - 15},${y}`)

const boardOf = (state: TronState): Board => loadState(createBoard(state.rules), state)

/** What the game is worth to the seat to move when both play in turns and without a mistake: 1, 0 or -1. */
function solve(board: Board, seat: Seat): number {
  if (board.dead[0] === 1 && board.dead[1] === 1) return 0
  if (board.dead[seat] === 1) return -1
  if (board.dead[1 - seat] === 1) return 1
  let best = -1
  for (const code of legalCodes(board, seat)) {
    best = Math.max(best, worth(board, seat, code))
    if (best === 1) break
  }
  return best
}

function worth(board: Board, seat: Seat, code: number): number {
  if (seat === 0) playTurn(board, code, NO_MOVE)
  else playTurn(board, NO_MOVE, code)
  const value = 0 - solve(board, seat === 0 ? 1 : 0)
  takeBack(board)
  return value
}

/** A position some random but living turns into a game. */
function middle(settings: Readonly<Record<string, unknown>>, seed: number): TronState | undefined {
  const rng = seededRng(seed)
  let state = drawn('A.... ..... ..#.. ..... ....B', settings)
  for (let turns = rng.below(6); turns > 0 && tron.toMove(state).length > 0; turns--) {
    const board = boardOf(state)
    const turn = tron.toMove(state).map((seat) => {
      const living = livingMoves(board, seat)
      const code = living.length > 0 ? rng.pick(living) : (legalCodes(board, seat)[0] as number)
      return { seat, move: wordOf(board, seat, code) }
    })
    state = tron.play(state, turn)
  }
  return tron.toMove(state).length > 0 ? state : undefined
}

const RULES = [
  { timing: 'alternating', edge: 'wall' },
  { timing: 'alternating', edge: 'torus', boosts: 2 },
  { timing: 'simultaneous', edge: 'wall', boosts: 1 },
  { timing: 'simultaneous', edge: 'torus', moves: 'relative' },
]

const RAMMERS = ['searcher', 'advanced']

describe.each(brains)('$name', (brain) => {
  test('plays legal moves, and none that kills while there is another', async () => {
    for (let seed = 0; seed < 80; seed++) {
      const state = middle(RULES[seed % RULES.length] ?? {}, seed)
      for (const seat of state ? tron.toMove(state) : []) {
        const move = await ask(brain, state as TronState, seat, 150)
        expect(tron.legalMoves(state as TronState, seat)).toContain(move)
        const board = boardOf(state as TronState)
        const living = livingMoves(board, seat, true).map((code) => wordOf(board, seat, code))
        // Only those that search ram, where a draw is the best they can get.
        if (living.length > 0 && !(RAMMERS.includes(brain.name) && !board.simultaneous))
          expect(living).toContain(move)
      }
    }
  })
})

describe('advanced', () => {
  test.each([{ edge: 'wall' }, { edge: 'torus' }, { edge: 'wall', boosts: 1 }])(
    'makes no mistake in turns on a small board: %o',
    async (rules) => {
      for (let seed = 0; seed < 15; seed++) {
        const state = middle({ ...rules, timing: 'alternating' }, seed)
        const seat = state && tron.toMove(state)[0]
        if (!state || seat === undefined) continue
        const board = boardOf(state)
        const move = await ask(advanced, state, seat, 60_000)
        const code = legalCodes(board, seat).find((each) => wordOf(board, seat, each) === move) as number
        expect([seed, move, worth(board, seat, code)]).toEqual([seed, move, solve(board, seat)])
      }
    },
  )

  test('does not fall for two branches of which it can have only one', async () => {
    const state = drawn('......#...#. #####.A...#. ......#...#B')
    expect(await ask(wanderer, state, 0, 1)).toBe('w')
    expect(await ask(advanced, state, 0, 2000)).toBe('e')
  })

  test.each([['....... ....A.. ###.### ...B...', 'w']])(
    'shuts the door on the other: %s',
    async (picture, move) => {
      const state = drawn(picture, { timing: 'alternating' })
      const board = boardOf(state)
      const winning = legalCodes(board, 0).filter((code) => worth(board, 0, code) === 1)
      expect(winning.map((code) => wordOf(board, 0, code))).toEqual([move])
      expect(await ask(advanced, state, 0, 3000)).toBe(move)
    },
  )

  test.each([
    ['more room, apart', 'alternating', '........ ........ ...A#### ###B#### ......##', 'n'],
    ['more room, the same cell ahead', 'simultaneous', '........ ........ ...A#### ###.B### ####...#', 'n'],
  ])('does not ram with %s', async (_, timing, picture, move) => {
    for (const nodes of [50, 300, 3000])
      expect(await ask(advanced, drawn(picture, { timing }), 0, nodes)).toBe(move)
  })

  test('rams with less room, where a draw is the best it can get', async () => {
    const state = drawn('####.... ####.... ...A#### ###B.... ........', { timing: 'alternating' })
    expect(worth(boardOf(state), 0, 2)).toBe(0)
    expect(solve(boardOf(state), 0)).toBe(0)
    expect(await ask(advanced, state, 0, 300)).toBe('s')
  })

  describe.each([
    ['10×10, in a fight', { width: 10, height: 10, starts: '2,5,e -3,5,w' }],
    ['130×100, in a fight', { starts: '33,50,e 66,50,w' }],
    ['130×100, alone', { starts: '33,50,e 66,50,w', walls: wallAcross(130, 100) }],
  ])('on %s', (_, settings) => {
    const config = must(tron.parseConfig({ ...tron.presets['boost-tron'], ...settings, seats: 'fixed' }))
    const state = tron.setup(config, seededRng(0))

    test.each([20, 100, 1000])(
      'looks at its clock no more once half of %i ms have gone',
      async (timeLeft) => {
        let at = 0
        const now = (): number => (at += timeLeft / 40)
        expect(tron.legalMoves(state, 0)).toContain(await ask(advanced, state, 0, { timeLeft, now }))
        expect(at).toBeGreaterThan(0.3 * timeLeft)
        expect(at).toBeLessThan(0.66 * timeLeft)
      },
    )

    test('has a move that lives where the clock is up at once', async () => {
      const move = await ask(advanced, state, 0, { timeLeft: 0, now: () => 0 })
      const board = boardOf(state)
      expect(livingMoves(board, 0, true).map((code) => wordOf(board, 0, code))).toContain(move)
    })
  })

  test('answers the same to the same question with the same node budget', async () => {
    for (const seat of SEATS) {
      const state = drawn('A........ ......... ....#.... ......... ........B')
      expect(await ask(advanced, state, seat, 2000)).toBe(await ask(advanced, state, seat, 2000))
    }
  })
})

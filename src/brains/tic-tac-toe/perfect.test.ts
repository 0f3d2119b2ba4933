import { describe, expect, test } from 'vitest'
import { seededRng } from '../../base/rng.ts'
import { otherSeat, SEATS, winnerOf, type Seat } from '../../game/game.ts'
import { ticTacToe, type Square, type TicTacToeState } from '../../games/tic-tac-toe/index.ts'
import { duel } from '../duel.fixture.ts'
import { baseline } from './baseline.ts'
import { bestMoves } from './minimax.ts'
import { perfect } from './perfect.ts'

const start = ticTacToe.setup({}, seededRng(0))

describe('perfect', () => {
  test.each(SEATS)(
    'never loses as seat %i, whatever it chooses and whatever is played against it',
    (seat) => {
      const outcomes = { won: 0, drawn: 0, lost: 0 }
      const visit = (state: TicTacToeState): void => {
        const [turn] = ticTacToe.toMove(state)
        if (turn === undefined) {
          const outcome = ticTacToe.outcome(state)
          const winner = outcome && winnerOf(outcome)
          outcomes[winner === undefined ? 'drawn' : winner === seat ? 'won' : 'lost']++
          return
        }
        const moves = turn === seat ? bestMoves(state) : ticTacToe.legalMoves(state, turn)
        for (const move of moves) visit(ticTacToe.play(state, [{ seat: turn, move }]))
      }
      visit(start)
      expect(outcomes.lost).toBe(0)
      expect(outcomes.won).toBeGreaterThan(0)
    },
  )

  test('wins in the fewest moves from every position that can be won', () => {
    let won = 0
    for (const state of allPositions()) {
      const [seat] = ticTacToe.toMove(state)
      if (seat === undefined) continue
      const plies = pliesToWin(state, seat)
      if (plies === undefined) continue
      won++
      for (const move of bestMoves(state))
        expect(pliesToWin(ticTacToe.play(state, [{ seat, move }]), seat)).toBe(plies - 1)
    }
    expect(won).toBeGreaterThan(1000)
  })

  test('puts off a defeat it cannot avoid', () => {
    expect(bestMoves(after('NW', 'N', 'W'))).toEqual(['SW'])
  })

  test('takes the same of equal moves, whatever the seed', () => {
    const turn = { view: start, seat: 0, remark() {} }
    for (let seed = 0; seed < 20; seed++)
      expect(perfect.move({ ...turn, rng: seededRng(seed) } as never)).toBe('NW')
    expect(bestMoves(start)).toEqual(['NW', 'N', 'NE', 'W', 'C', 'E', 'SW', 'S', 'SE'])
  })

  test('beats baseline from both seats', async () => {
    const settings = { game: ticTacToe, seed: 1, thinking: [{}, {}] } as const
    expect((await duel({ ...settings, brains: [perfect, baseline] })).winner).toBe(0)
    expect((await duel({ ...settings, brains: [baseline, perfect] })).winner).toBe(1)
  })

  test.each(SEATS)(
    'wins against random play as often as a player can that never loses, as seat %i',
    (seat) => {
      const choose = (choice: (state: TicTacToeState, chanceOf: (move: Square) => number) => number) => {
        const chanceOf = (state: TicTacToeState): number => {
          const [turn] = ticTacToe.toMove(state)
          const outcome = ticTacToe.outcome(state)
          if (turn === undefined) return outcome && winnerOf(outcome) === seat ? 1 : 0
          const afterMove = (move: Square): number => chanceOf(ticTacToe.play(state, [{ seat: turn, move }]))
          if (turn === seat) return choice(state, afterMove)
          const moves = ticTacToe.legalMoves(state, turn)
          return moves.reduce((sum, move) => sum + afterMove(move), 0) / moves.length
        }
        return chanceOf(start)
      }
      const played = choose((view, chance) => {
        const move = perfect.move({ view, seat, rng: seededRng(1), remark() {} } as never)
        return chance(move as Square)
      })
      const most = choose((state, chance) => Math.max(...bestMoves(state).map(chance)))
      const first = choose((state, chance) => chance(bestMoves(state)[0] as Square))
      expect(played).toBeCloseTo(most, 9)
      expect(played).toBeGreaterThanOrEqual(first)
    },
  )
})

test.each([
  ['a draw with best play', 0, []],
  ['wins in 1 move', 1, ['NW', 'C', 'N', 'S']],
  ['wins in 2 moves', 1, ['NW', 'N', 'W', 'SW']],
  ['wins in 3 moves', 1, ['NW', 'N']],
  ['loses in 2 moves', -1, ['NW', 'N', 'W']],
])('perfect remarks %j with the score %i after %j', (text, score, moves) => {
  const remarks: unknown[] = []
  const view = after(...moves)
  const turn = { view, seat: view.ply % 2, rng: seededRng(1), remark: (said: unknown) => remarks.push(said) }
  void perfect.move(turn as never)
  expect(remarks).toMatchObject([{ text, score }])
})

test('baseline takes the first empty square in reading order, whatever that leads to', async () => {
  const settings = { game: ticTacToe, seed: 1, thinking: [{}, {}] } as const
  const { moves } = await duel({ ...settings, brains: [baseline, baseline] })
  expect(moves).toEqual(['NW', 'N', 'NE', 'W', 'C', 'E', 'SW'])
})

function after(...moves: readonly string[]): TicTacToeState {
  return moves.reduce((state, move) => {
    const [seat] = ticTacToe.toMove(state) as readonly [Seat]
    return ticTacToe.play(state, [{ seat, move: move as never }])
  }, start)
}

function allPositions(): readonly TicTacToeState[] {
  const found = new Map<string, TicTacToeState>()
  const visit = (state: TicTacToeState): void => {
    if (found.has(state.board)) return
    found.set(state.board, state)
    const [seat] = ticTacToe.toMove(state)
    if (seat === undefined) return
    for (const move of ticTacToe.legalMoves(state, seat)) visit(ticTacToe.play(state, [{ seat, move }]))
  }
  visit(start)
  return [...found.values()]
}

const known = new Map<string, number | undefined>()

/** Plies until a seat wins if it hurries and the other delays; undefined if it cannot force it. */
function pliesToWin(state: TicTacToeState, seat: Seat): number | undefined {
  const key = `${state.board}${seat}`
  if (!known.has(key)) known.set(key, findPliesToWin(state, seat))
  return known.get(key)
}

function findPliesToWin(state: TicTacToeState, seat: Seat): number | undefined {
  const outcome = ticTacToe.outcome(state)
  if (outcome) return winnerOf(outcome) === seat ? 0 : undefined
  const [turn] = ticTacToe.toMove(state) as readonly [Seat]
  const plies = ticTacToe
    .legalMoves(state, turn)
    .map((move) => pliesToWin(ticTacToe.play(state, [{ seat: turn, move }]), seat))
  const wins = plies.filter((each) => each !== undefined)
  if (turn === otherSeat(seat)) return wins.length === plies.length ? Math.max(...wins) + 1 : undefined
  return wins.length > 0 ? Math.min(...wins) + 1 : undefined
}

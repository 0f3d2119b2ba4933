import { otherSeat } from '../../game/game.ts'
import { quoridor, shortestPath, type QuoridorState } from '../../games/quoridor/index.ts'
import { ticTacToe } from '../../games/tic-tac-toe/index.ts'
import { occupiedSince, type GameDoctor } from '../../protocols/wire-doctor.ts'

export const ticTacToeDoctor: GameDoctor = {
  game: ticTacToe.id,
  plan: ['first', 'last', 'middle', 'random'],
  whyIllegal: (move, _, seat, turns) =>
    `${move} is ${occupiedSince(move, seat, turns) ?? 'not a free square'}`,
}

export const quoridorDoctor: GameDoctor<QuoridorState> = {
  game: quoridor.id,
  plan: ['runner', 'random', 'first'],
  opponents: [
    {
      name: 'runner',
      move({ view, seat, legal }) {
        const path: readonly string[] = shortestPath(view, seat).slice(0, 2)
        return path.find((cell) => legal.includes(cell)) ?? legal[0]
      },
    },
  ],
  turnLimit: 120,
  whyIllegal(move, { pawns, wallsLeft }, seat, _, legal) {
    if (move.length === 3)
      return wallsLeft[seat] === 0
        ? `${move} is a wall, and none is left`
        : `the wall ${move} meets another wall, or leaves a pawn no way to its goal`
    if (move === pawns[otherSeat(seat)]) return `${move} is where the opponent's pawn stands`
    const steps = legal.filter((one) => one.length === 2).join(' ')
    return `the pawn on ${pawns[seat]} cannot go to ${move}, only to ${steps}`
  },
  unreadable: (word) =>
    /^[1-9][a-i]$/i.test(word)
      ? {
          kind: 'wrong-form',
          form: 'reversed',
          why: 'The two parts of the move are in the wrong order',
          fix: 'Write the file first, then the rank: e2',
        }
      : undefined,
}

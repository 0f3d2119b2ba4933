import type { WireDoctor } from '../../protocols/wire-doctor.ts'
import { explainNumbers } from './game-doctor.ts'

export const doctor: WireDoctor = {
  answer: /^\s*-?\d+(?:\s|$)/,
  hostLine: (_, before, { seat }) =>
    before.length === 0
      ? {
          id: 'number',
          what: 'its player number',
          fix: 'Read the first line before anything else: 0 begins, 1 comes second',
          answers: 0,
          turn: 1 + seat,
          mayComeEarly: true,
        }
      : {
          id: 'last-move',
          what: "the opponent's last move",
          fix: "Read one line after every move of yours: the opponent's answer",
          answers: before.length - seat,
          turn: 2 * before.length + (seat === 0 ? 1 : -1),
          mayComeEarly: false,
        },
  unreadable: (_, text) => explainNumbers(text),
  expected: () => 'a column and a row from 0 to 10, as in 3 4, and a line feed',
  whyWaiting: (_, seat) =>
    seat === 0
      ? { fix: 'Player 0 begins: read only your number before the first move, and one line after every move' }
      : undefined,
  isPositionUntold: true,
  moveLine: 'last-move',
}

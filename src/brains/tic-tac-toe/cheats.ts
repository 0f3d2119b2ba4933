import type { Brain, BrainTurn } from '../../game/brain.ts'
import { SQUARES } from '../../games/tic-tac-toe/rules.ts'
import { ticTacToe, type Square, type TicTacToeState } from '../../games/tic-tac-toe/index.ts'
import { cheater, type CheatPlan } from '../cheater.ts'
import { bestMoves } from './minimax.ts'
import { perfect } from './perfect.ts'

type Plan = CheatPlan<TicTacToeState, Square>
type Turn = BrainTurn<TicTacToeState>

const cheat = (
  name: Plan['name'],
  plays: string,
  how: Plan['cheat'],
  init?: Plan['init'],
): Brain<TicTacToeState> =>
  cheater({ name, plays, game: ticTacToe.id, honest: perfect, cheat: how, ...(init && { init }) })

/** Answers with an empty word instead of a square, once the opponent has moved. */
const outOfBound = cheat(
  'cheat-out-of-bound',
  'answers with an empty word once you have moved',
  ({ view }) => (view.ply > 0 ? '' : undefined),
)

/** Plays on the first square that is taken. */
const duplicate = cheat('cheat-duplicate', 'plays on the first square that is taken', ({ view }) =>
  SQUARES.find((_, index) => view.board[index] !== '.'),
)

/** Plays NW before O has moved; as O it moves first anyway, and so moves twice. */
const xFirst = cheat(
  'cheat-x-first',
  'plays as X before O has moved; as O it moves twice',
  (turn) => (turn.number === 1 ? playTwice(turn) : undefined),
  ({ seat, playUnasked }) => {
    if (seat === 1) playUnasked('NW')
  },
)

/** Moves twice in a row as soon as the opponent has moved. */
const twiceARow = cheat('cheat-twice-a-row', 'moves twice in a row as soon as you have moved', (turn) =>
  turn.number === 1 ? 'NW' : playTwice(turn),
)

function playTwice({ view, seat, playUnasked }: Turn): Square | undefined {
  const [move] = bestMoves(view)
  if (move === undefined) return undefined
  const after = ticTacToe.play(view, [{ seat, move }])
  const second = SQUARES.find((_, index) => after.board[index] === '.')
  // There is no second move once the first has ended the round.
  if (second !== undefined && ticTacToe.outcome(after) === undefined) playUnasked(second)
  return move
}

export const cheats: readonly Brain[] = [outOfBound, duplicate, xFirst, twiceARow]

import type { Brain, BrainStart } from '../src/game/brain.ts'
import type { LongestGroupMove, LongestGroupState } from '../src/games/longest-group/index.ts'
import type { Program } from './program.fixture.ts'

/** The program as a brain for one round: it hears of the stones that were put since its last move. */
export function uctBrain(program: Program): Brain {
  let board = ''

  function init({ seat, view }: BrainStart<LongestGroupState>): void {
    const [first, second] = ['X', 'O'].map((mark) => cellsOf(view.board, mark))
    board = view.board
    for (let pair = 0; pair < (first?.length ?? 0); pair++)
      for (const cell of [first?.[pair], second?.[pair]])
        if (cell !== undefined) program.write(`o ${wordsOf(view, cell)}\n`)
    program.write(`${seat}\n`)
  }

  const brain: Brain<LongestGroupState, LongestGroupMove> = {
    name: 'uct',
    game: 'longest-group',
    init,
    async move({ view, seat }) {
      const put = cellsOf(view.board, seat === 0 ? 'O' : 'X').find((cell) => board[cell] === '.')
      if (put !== undefined) program.write(`${wordsOf(view, put)}\n`)
      const answer = await program.line()
      board = view.board
      return answer.replace(' ', ',') as LongestGroupMove
    },
  }
  return brain
}

const cellsOf = (board: string, mark: string): readonly number[] =>
  [...board].flatMap((sign, cell) => (sign === mark ? [cell] : []))

const wordsOf = ({ config: { width } }: LongestGroupState, cell: number): string =>
  `${cell % width} ${Math.floor(cell / width)}`

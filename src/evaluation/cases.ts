import type { Seat } from '../game/game.ts'

/** How the points of a battle are earned. */
export type Worth =
  /** All points for a win. */
  | { readonly kind: 'win'; readonly points: number }
  /** All points for a win or a draw. */
  | { readonly kind: 'draw'; readonly points: number }
  /** All points for a win or a draw; a loss is worth more the later it comes: see `worthOfTurns`. */
  | { readonly kind: 'survival'; readonly points: number }

/** One battle of an evaluation: a house brain in one seat, the team in the other, and the points for the result. */
export interface EvaluationCase {
  readonly id: string
  /** The id of its challenge. */
  readonly challenge: 'tic-tac-toe' | 'quoridor'
  /** The seat of the house brain. Where the last word of an id names a side, it is the side of the house. */
  readonly houseSeat: Seat
  /** The name of the house brain. */
  readonly brain: string
  readonly worth: Worth
  /** What the house does, as the rest of a sentence that begins with its name. */
  readonly about: string
}

const [FIRST, SECOND] = [0, 1] as const

const win = (points: number): Worth => ({ kind: 'win', points })

type Row = readonly [id: string, houseSeat: Seat, brain: string, worth: Worth, about: string]

const TIC_TAC_TOE: readonly Row[] = [
  ['BASE_AI_O', FIRST, 'baseline', win(20), 'takes the first empty square'],
  ['BASE_AI_X', SECOND, 'baseline', win(20), 'takes the first empty square'],
  ['AB_AI_O', FIRST, 'minimax', { kind: 'draw', points: 20 }, 'plays perfectly'],
  ['AB_AI_X', SECOND, 'minimax', { kind: 'draw', points: 20 }, 'plays perfectly'],
  ['C_AI_OUT_OF_BOUND', SECOND, 'cheat-out-of-bound', win(4), 'plays a square that is none'],
  ['C_AI_DUP', SECOND, 'cheat-duplicate', win(4), 'plays on a square that is taken'],
  ['C_AI_X_FIRST', SECOND, 'cheat-x-first', win(4), 'moves before O has moved'],
  ['C_AI_TWICE_A_ROW', FIRST, 'cheat-twice-a-row', win(4), 'moves twice in a row'],
  ['C_AI_FLIP_TABLE_RANDOMLY', SECOND, 'cheat-flip', win(4), 'flips the table for nothing'],
]

const QUORIDOR: readonly Row[] = [
  ['BASE_AI_FIRST', FIRST, 'baseline', win(15), 'plays anything that is legal'],
  ['BASE_AI_SECOND', SECOND, 'baseline', win(15), 'plays anything that is legal'],
  ['AB_AI_FIRST', FIRST, 'alphabeta-2', { kind: 'survival', points: 25 }, 'looks two moves ahead'],
  ['AB_AI_SECOND', SECOND, 'alphabeta-2', { kind: 'survival', points: 25 }, 'looks two moves ahead'],
  ['C_AI_TELEPORT', SECOND, 'cheat-teleport', win(2), 'jumps from e9 to e5'],
  ['C_AI_SECOND_FIRST', SECOND, 'cheat-second-first', win(2), 'moves before the first player has moved'],
  ['C_AI_TWICE_A_ROW', SECOND, 'cheat-twice-a-row', win(2), 'moves twice in a row'],
  ['C_AI_WALL_OUTSIDE', FIRST, 'cheat-wall-outside', win(2), 'puts a wall beyond the edge'],
  ['C_AI_PAWN_OUTSIDE', SECOND, 'cheat-pawn-outside', win(2), 'leaves the board'],
  ['C_AI_WALL_CROSS', FIRST, 'cheat-wall-cross', win(2), 'puts a wall across another'],
  ['C_AI_WALK_THROUGH_WALL', FIRST, 'cheat-walk-through-wall', win(2), 'walks through a wall'],
  ['C_AI_PUT_11_WALLS', SECOND, 'cheat-eleven-walls', win(2), 'puts up an eleventh wall'],
  ['C_AI_WALL_BLOCKING', SECOND, 'cheat-wall-blocking', win(4), 'shuts somebody in'],
]

const readRows =
  (challenge: EvaluationCase['challenge']) =>
  ([id, houseSeat, brain, worth, about]: Row): EvaluationCase => ({
    id,
    challenge,
    houseSeat,
    brain,
    worth,
    about,
  })

const CASES: readonly EvaluationCase[] = [
  ...TIC_TAC_TOE.map(readRows('tic-tac-toe')),
  ...QUORIDOR.map(readRows('quoridor')),
]

/** The cases of an evaluation, in the order of the report; empty for a challenge without an evaluation. */
export const casesOf = (challenge: string): readonly EvaluationCase[] =>
  CASES.filter((each) => each.challenge === challenge)

export const findCase = (challenge: string, id: string): EvaluationCase | undefined =>
  CASES.find((each) => each.challenge === challenge && each.id === id)

import { show, type Field } from '../base/fields.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { Game } from './game.ts'

/** The part of a game that playing moves takes. */
type Rules<State, Move extends string> = Pick<Game<never, State, Move>, 'toMove' | 'isLegal' | 'play'> & {
  readonly parseMove: (text: string, state: State) => Result<Move>
}

/**
 * The setting `opening` of a game that is played by turns: the moves that stand on the board before the first turn, as
 * text with spaces between them or as a list. Without it a round begins at the game's own start.
 */
export const openingField = (example: string): Field<readonly string[]> => ({
  title: 'Moves before the first turn',
  expects: `nothing, or moves like ${example}`,
  read(value) {
    if (value === undefined) return []
    const words: unknown = typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : value
    return Array.isArray(words) &&
      words.every((word) => typeof word === 'string') &&
      words.length <= MOST_MOVES
      ? words
      : undefined
  },
})

/** As many as the largest board has cells. */
const MOST_MOVES = 400

/** The moves of an opening, each legal in its turn. The round goes on after them, and the first player moves next. */
export function readOpening<State, Move extends string>(
  rules: Rules<State, Move>,
  start: State,
  words: readonly string[],
): Result<readonly Move[]> {
  const refuse = (why: string) =>
    fail('bad-setting', `Cannot play the opening ${show(words.join(' '))}: ${why}`, 'opening')
  const moves: Move[] = []
  let state = start
  for (const [index, word] of words.entries()) {
    const name = `move ${index + 1}, ${show(word).slice(1, -1)},`
    const [seat] = rules.toMove(state)
    if (seat === undefined) return refuse(`the game is over before ${name.slice(0, -1)}`)
    const read = rules.parseMove(word, state)
    if (!read.ok || !rules.isLegal(state, seat, read.value)) return refuse(`${name} is not legal`)
    moves.push(read.value)
    state = rules.play(state, [{ seat, move: read.value }])
  }
  if (rules.toMove(state).length === 0) return refuse('it ends the game')
  if (moves.length % 2 === 1)
    return refuse('expected an even number of moves, so that the first player begins')
  return ok(moves)
}

/** The position after the moves of an opening. */
export const playOpening = <State, Move extends string>(
  { toMove, play }: Pick<Rules<State, Move>, 'toMove' | 'play'>,
  start: State,
  moves: readonly Move[] = [],
): State =>
  moves.reduce((state, move) => {
    const [seat] = toMove(state)
    return seat === undefined ? state : play(state, [{ seat, move }])
  }, start)

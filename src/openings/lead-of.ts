import { askBrain, type AskLimits } from '../brains/ask-brain.ts'
import type { Brain } from '../game/brain.ts'
import { winnerOf, type AnyGame, type Seat } from '../game/game.ts'

/**
 * The lead of the first player in a position as a brain sees it, from -1 (lost) to 1 (won). A brain says the score of its
 * move in its remark. Where both move at once each seat is asked, because each sees itself as the one that commits first. While
 * the brain says no score, as for a move from a book, its moves are played and it is asked again.
 */
export function leadOf(game: AnyGame, start: unknown, brain: Brain, limits = LIMITS): number {
  let state = start
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const outcome = game.outcome(state)
    if (outcome) return signOf(winnerOf(outcome))
    const answers = game.toMove(state).map((seat) => askBrain(game, state, brain, seat, limits))
    const scores = answers.flatMap(({ seat, remark }) =>
      remark?.score === undefined ? [] : [seat === 0 ? remark.score : -remark.score],
    )
    if (scores.length > 0) return scores.reduce((sum, score) => sum + score, 0) / scores.length
    state = game.play(state, answers)
  }
  return 0
}

const signOf = (winner: Seat | undefined): number => (winner === undefined ? 0 : winner === 0 ? 1 : -1)

/** Turns that are played at most until the brain says a score. A book ends sooner, and so does a path without a choice. */
const MOST_TURNS = 8

/**
 * The clock that the brain is told. It has none to read, so it looks at as many positions as a slow machine would in
 * that time: the same number everywhere, and fewer on a large board, where each takes longer.
 */
const LIMITS: AskLimits = { timeLeft: 150 }

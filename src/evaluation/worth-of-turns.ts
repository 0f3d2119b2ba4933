/** A team that survives so many turns has a draw; a turn is one move of each player. */
export const FULL_TURNS = 40

/** The points of a loss after so many turns: few at first, at most one less than for a draw. */
export function worthOfTurns(turns: number): number {
  if (turns < 8) return 0
  if (turns < 14) return 1
  if (turns < 18) return 3
  if (turns < 22) return 6
  return 10 + Math.floor(((turns - 22) / 18) * 15)
}

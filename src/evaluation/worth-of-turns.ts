/** Who has survived so many turns, each of both players' moves, has drawn. */
export const FULL_TURNS = 40

/** What a defeat after so many turns is worth: little at first, and up to one point less than a draw. */
export function worthOfTurns(turns: number): number {
  if (turns < 8) return 0
  if (turns < 14) return 1
  if (turns < 18) return 3
  if (turns < 22) return 6
  return 10 + Math.floor(((turns - 22) / 18) * 15)
}

import type { AnyGame, Pair } from '../game/game.ts'
import type { MoveAnalysis } from './analyse-record.ts'

/** Why a move was worse than the brain's, in what people count; undefined where the counts say nothing. `names` are the seats'. */
export function explainMove(
  game: AnyGame,
  { seat, best, counts }: MoveAnalysis,
  names: Pair<string>,
): string | undefined {
  if (!game.counts || !counts) return undefined
  const { noun } = game.counts
  const { played } = counts
  if (played[0] === counts.best[0] && played[1] === counts.best[1]) return undefined
  const other = seat === 0 ? 1 : 0
  const own = played[seat]
  return `After it ${names[seat]} had ${own} ${noun[own === 1 ? 0 : 1]} and ${names[other]} ${played[other]}. After ${best} it would be ${counts.best[seat]} and ${counts.best[other]}`
}

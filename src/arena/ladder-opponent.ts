import { UNKNOWN_ERROR } from '../tournament/next-pair.ts'
import { gainOf, informationOf } from '../tournament/information.ts'

/** A player of a ladder, as far as it matters for a pairing. */
export interface Rated {
  readonly player: string
  readonly rating: number
  /** The standard error of the rating. */
  readonly error: number
}

/**
 * The opponent whose match is expected to tell most about the rating: of about the same strength, uncertain itself, and not
 * met too often. Of equals the first.
 */
export function chooseOpponent<Opponent extends Rated>(
  player: Rated,
  opponents: readonly Opponent[],
  meetings: (opponent: Opponent) => number,
): Opponent | undefined {
  let best: Opponent | undefined
  let most = -Infinity
  for (const opponent of opponents) {
    const variance = varianceOf(player) + varianceOf(opponent)
    const information = informationOf(player.rating - opponent.rating)
    const gain = gainOf(variance, information) / (1 + meetings(opponent))
    if (gain <= most) continue
    most = gain
    best = opponent
  }
  return best
}

const varianceOf = ({ error }: Rated): number => Math.min(error, UNKNOWN_ERROR) ** 2

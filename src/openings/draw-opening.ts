import { must } from '../base/result.ts'
import { deriveSeed, seededRng } from '../base/rng.ts'
import type { AnyGame } from '../game/game.ts'
import { leadOf } from './lead-of.ts'
import { strongestBrain } from './strongest-brain.ts'

type Settings = Readonly<Record<string, unknown>>

export interface OpeningDraw {
  readonly game: AnyGame
  /** Of the match, without an opening. */
  readonly settings: Settings
  readonly seed: number
}

/**
 * Draws an opening: settings to be merged into those of a match. The game proposes positions by the seed until the strongest
 * house brain sees neither player ahead; if it likes none of them, the most even one is taken. The brain counts positions
 * and reads no clock, so the same seed gives the same opening on every machine. Undefined if the game has no openings, or
 * these settings leave no choice.
 */
export function drawOpening({ game, settings, seed }: OpeningDraw): Settings | undefined {
  const brain = strongestBrain(game)
  let best: { readonly patch: Settings; readonly lead: number } | undefined
  for (let attempt = 0; attempt < MOST_PROPOSALS; attempt++) {
    const patch = proposal({ game, settings, seed }, attempt)
    if (patch === undefined) continue
    if (brain === undefined) return patch
    const config = must(game.parseConfig({ ...settings, ...patch }))
    // One seed is enough: where lots decide who has the first start, they change only the sign of the lead.
    const lead = Math.abs(leadOf(game, game.setup(config, seededRng(0)), brain))
    if (lead <= EVEN) return patch
    if (best === undefined || lead < best.lead) best = { patch, lead }
  }
  return best?.patch
}

const MOST_PROPOSALS = 24
/** The largest lead that counts as none, on the scale of `Remark.score`: about 54 % of the points. */
const EVEN = 0.08

/** What the game proposes at an attempt, unchecked. */
export function proposal({ game, settings, seed }: OpeningDraw, attempt: number): Settings | undefined {
  const config = must(game.parseConfig(settings))
  return game.openings?.propose(config, seededRng(deriveSeed(seed, 'proposal', attempt)))
}

import { isObject } from '../base/json.ts'
import { deriveSeed } from '../base/rng.ts'
import type { AnyGame } from '../game/game.ts'
import type { Openings } from '../runner/openings.ts'
import type { Pairing } from '../tournament/tournament.ts'

/**
 * How a match of a tournament with openings begins: with these settings of the game, or at the game's own start. `untold`: a wire
 * of its players tells only moves. `no-choice`: the settings of the game leave no other start.
 */
export type PairingOpening = Readonly<Record<string, unknown>> | 'untold' | 'no-choice'

/** What openings depend on, of a `TournamentSpec`. */
interface OpeningTerms {
  readonly challenge: { readonly game: AnyGame }
  readonly settings: Readonly<Record<string, unknown>>
  readonly seed: number
  readonly openings?: boolean
}

/** `tellsPosition`: whether the wires of both players do. Undefined for a tournament without openings. */
export async function drawPairingOpening(
  { openings: isOn, challenge, settings, seed }: OpeningTerms,
  pairing: Pairing,
  openings: Pick<Openings, 'draw'>,
  tellsPosition: boolean,
): Promise<PairingOpening | undefined> {
  if (isOn !== true) return undefined
  if (!tellsPosition) return 'untold'
  return (await openings.draw(challenge.game, settings, openingSeed(seed, pairing))) ?? 'no-choice'
}

/** Both games of a pair, and all pairs of a round, have the same opening. */
const openingSeed = (seed: number, { round, pair = 0 }: Pairing): number =>
  deriveSeed(seed, 'opening', round, pair)

/** The settings of a match that begins so. */
export const settingsWith = (
  { settings }: Pick<OpeningTerms, 'settings'>,
  opening: PairingOpening | undefined,
): Readonly<Record<string, unknown>> => (typeof opening === 'object' ? { ...settings, ...opening } : settings)

/** In one sentence without a full stop, which matches have no opening; undefined if all have one. */
export function describeOpenings(openings: readonly (PairingOpening | undefined)[]): string | undefined {
  const known = openings.filter((opening) => opening !== undefined)
  const count = (which: PairingOpening): string => {
    const many = known.filter((opening) => opening === which).length
    return many === known.length ? `All ${many} matches` : `${many} of ${known.length} matches`
  }
  if (known.includes('untold'))
    return `${count('untold')} began at the game's own start: the wire of a player tells only moves, so it cannot tell an opening`
  if (known.includes('no-choice'))
    return `${count('no-choice')} began at the game's own start: the settings of the game leave no choice of openings`
  return undefined
}

export const readPairingOpening = (value: unknown): { readonly opening?: PairingOpening } =>
  isObject(value) || value === 'untold' || value === 'no-choice' ? { opening: value } : {}

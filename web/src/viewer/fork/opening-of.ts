import type { NewMatchBody } from '../../../../src/api/matches.ts'
import type { Story } from '../../story/story.ts'

export type MatchSettings = NonNullable<NewMatchBody['settings']>

/**
 * The settings of a match that begins at the newest position of a story: its moves become the opening. Undefined if the game has no openings
 * of moves, or if the second seat is to move, because in an opening the first seat begins.
 */
export function openingOf(story: Story): MatchSettings | undefined {
  const { game, settings } = story.match.spec
  const round = story.rounds.at(-1)
  if (!round || !('opening' in game.settings)) return undefined
  const { opening } = settings
  const before = typeof opening === 'string' ? opening.split(/\s+/) : Array.isArray(opening) ? opening : []
  const played = story.frames.slice(round.first).flatMap(({ turn }) => turn?.[0] ?? turn?.[1] ?? [])
  const moves = [...before.filter(Boolean), ...played]
  if (moves.length % 2 === 1) return undefined
  const plain = Object.entries(settings as MatchSettings).filter(([, value]) => typeof value !== 'object')
  return { ...Object.fromEntries(plain), opening: moves.join(' ') }
}

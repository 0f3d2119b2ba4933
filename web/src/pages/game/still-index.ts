import type { Story } from '../../story/story.ts'

/** The position of a story that a still picture shows: late in its longest round, where much is on the board. */
export function stillIndex({ rounds }: Pick<Story, 'rounds'>): number {
  const longest = rounds.reduce((best, round) => (round.count > best.count ? round : best))
  return longest.first + Math.floor((longest.count - 1) * 0.8)
}

import type { BotBody } from '../../../src/api/bots.ts'
import type { RungBody } from '../../../src/api/challenges.ts'
import type { MatchBody } from '../../../src/api/matches.ts'

type MatchPlayer = MatchBody['players'][number]

/** The house brains that a bot, in some version, has won a match against. */
export const beatenBy = (
  { id }: Pick<BotBody, 'id'>,
  matches: readonly Pick<MatchBody, 'winner' | 'players'>[],
): ReadonlySet<string> =>
  new Set(
    matches.flatMap(({ winner, players }) => {
      const [first, second] = players
      if (winner === null || !first || !second) return []
      const [won, lost] = winner === 0 ? [first, second] : [second, first]
      const brain = brainOf(lost)
      return brain !== undefined && won.program?.id === id ? [brain] : []
    }),
  )

/** The weakest rung that the bot has not beaten; the strongest rung if it has beaten all. */
export const nextRung = (rungs: readonly RungBody[], beaten: ReadonlySet<string>): RungBody | undefined =>
  rungs.find(({ brain }) => !beaten.has(brain)) ?? rungs.at(-1)

/** The name of a house brain; undefined for any other player. */
export const brainOf = ({ bot }: Pick<MatchPlayer, 'bot'>): string | undefined =>
  /^house:(.+)$/.exec(bot ?? '')?.[1]

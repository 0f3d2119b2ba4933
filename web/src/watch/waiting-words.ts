import type { MatchBody } from '../../../src/api/matches.ts'
import { sentence } from '../parts/words.ts'
import type { Following } from '../story/follow-match.ts'

/** Why there is no board of a match: it has not begun, it cannot be fetched yet, or it ended before it began. */
export function waitingWords({ status, end, players }: MatchBody, { state }: Following): string {
  if (status === 'open') return 'Looks for an opponent. The match begins here as soon as another team joins.'
  if (status === 'waiting') return 'Begins as soon as there is room; stay here to see it.'
  if (state === 'missing')
    return end === null
      ? 'There is nothing to show of this match.'
      : `${sentence(
          end,
          players.map(({ name }) => name),
        )}.`
  return state === 'lost' ? 'Connection lost, trying again …' : 'Opening the match …'
}

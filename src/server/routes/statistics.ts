import { findChallenge } from '../../challenges/index.ts'
import type { StatisticsRow } from '../../store/store.ts'
import type { App, ServerContext } from '../context.ts'
import { found } from '../../protocols/request-error.ts'
import { PersonParams, StatisticsBody, type ChallengeStatistics } from '../../api/people.ts'

/** Statistics of a team: wins and losses, thinking times, faults. */
export function statisticsRoutes(app: App, { store }: ServerContext): void {
  app.get(
    '/api/v1/players/:player/statistics',
    {
      schema: {
        summary: 'The results of a team in each challenge',
        operation: 'getStatistics',
        tags: ['players'],
        access: 'public',
        params: PersonParams,
        response: { 200: StatisticsBody },
        refuses: [404],
      },
    },
    (request) => {
      const { player } = request.params
      const { id } = found(store.person(player), `player ${player}`)
      return { player, challenges: store.statisticsOf(id).map(presentStatistics) }
    },
  )
}

const presentStatistics = ({
  moves,
  thoughtMs,
  longestMs,
  faults,
  ...row
}: StatisticsRow): ChallengeStatistics => ({
  ...row,
  title: findChallenge(row.challenge)?.title ?? row.challenge,
  meanMs: moves === 0 ? null : Math.round((thoughtMs / moves) * 10) / 10,
  longestMs: moves === 0 ? null : longestMs,
  faults,
})

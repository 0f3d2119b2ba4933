import { Type } from 'typebox'
import { findChallenge } from '../../challenges/index.ts'
import type { StatisticsRow } from '../../store/store.ts'
import type { App, ServerContext } from '../context.ts'
import { found } from '../problems.ts'
import { Id, Nullable } from '../schemas.ts'

const Milliseconds = Nullable(Type.Number({ description: 'Milliseconds' }))

const StatisticsBody = Type.Object({
  player: Id,
  challenges: Type.Array(
    Type.Object({
      challenge: Type.String(),
      title: Type.String(),
      played: Type.Integer(),
      won: Type.Integer(),
      drawn: Type.Integer(),
      lost: Type.Integer(),
      meanMs: Milliseconds,
      longestMs: Milliseconds,
      faults: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer() }), {
        description: 'Rounds lost by a fault',
      }),
    }),
  ),
})

/** How a team fares: what it has won and lost, how long it thinks, what it does wrong. */
export function statisticsRoutes(app: App, { store }: ServerContext): void {
  app.get(
    '/api/v1/players/:player/statistics',
    {
      schema: {
        summary: 'How a team fares at each challenge it has finished a match of',
        tags: ['players'],
        params: Type.Object({ player: Id }),
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

const presentStatistics = ({ moves, thoughtMs, longestMs, faults, ...row }: StatisticsRow) => ({
  ...row,
  title: findChallenge(row.challenge)?.title ?? row.challenge,
  meanMs: moves === 0 ? null : Math.round((thoughtMs / moves) * 10) / 10,
  longestMs: moves === 0 ? null : longestMs,
  faults: [...faults],
})

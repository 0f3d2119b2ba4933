import { PersonParams, TeamBody, TeamList, TeamQuery } from '../../api/people.ts'
import { found } from '../../protocols/request-error.ts'
import type { App, ServerContext } from '../context.ts'
import { pageOf } from '../page.ts'
import { presentTeam } from '../present.ts'

const tags = ['players']

/** Teams as everybody sees them, with their numbers. */
export function teamRoutes(app: App, { store }: ServerContext): void {
  app.get(
    '/api/v1/teams',
    {
      schema: {
        summary: 'Teams in the order of their registration; the next page comes after the last id',
        operation: 'listTeams',
        tags,
        access: 'public',
        querystring: TeamQuery,
        response: { 200: TeamList },
      },
    },
    (request) => {
      const { search = '', after, limit } = request.query
      return { teams: store.teams(search.trim(), pageOf(limit, after)).map(presentTeam) }
    },
  )

  app.get(
    '/api/v1/teams/:player',
    {
      schema: {
        summary: 'One team with its numbers',
        operation: 'getTeam',
        tags,
        access: 'public',
        params: PersonParams,
        response: { 200: TeamBody },
        refuses: [404],
      },
    },
    (request) => {
      const { player } = request.params
      return presentTeam(found(store.team(player), `team ${player}`))
    },
  )
}

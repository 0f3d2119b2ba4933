import { ChallengeParams } from '../../api/challenges.ts'
import { LadderContestBody, LadderFreezeBody, NewSeasonBody, SeasonBody } from '../../api/ladder.ts'
import { TournamentBody } from '../../api/tournaments.ts'
import { makeLadderContest } from '../../arena/ladder-contest.ts'
import { granted } from '../../protocols/request-error.ts'
import { challengeOr404 } from '../challenge-or-404.ts'
import type { App, ServerContext } from '../context.ts'
import { presentSeason } from '../present-ladder.ts'
import { dateOrNull } from '../present.ts'
import { present } from './tournaments.ts'

const tags = ['ladders']

/** What the organiser decides about a ladder: its freeze, its seasons, and contests of its best bots. */
export function ladderOrganiserRoutes(
  app: App,
  { ladders, ladderTerms, tournaments, store }: ServerContext,
): void {
  app.put(
    '/api/v1/challenges/:challenge/ladder/freeze',
    {
      schema: {
        summary: 'Set, move or take back the freeze of a ladder; for the organiser',
        operation: 'freezeLadder',
        tags,
        access: 'organiser',
        params: ChallengeParams,
        body: LadderFreezeBody,
        response: { 200: LadderFreezeBody },
        refuses: [404],
      },
    },
    (request): LadderFreezeBody => {
      const { id } = challengeOr404(request.params.challenge)
      return { freeze: dateOrNull(granted(ladderTerms.freeze(id, request.body.freeze))) }
    },
  )

  app.post(
    '/api/v1/challenges/:challenge/ladder/seasons',
    {
      schema: {
        summary: 'Begin a new season of a ladder; for the organiser',
        operation: 'beginSeason',
        tags,
        access: 'organiser',
        params: ChallengeParams,
        body: NewSeasonBody,
        response: { 201: SeasonBody },
        refuses: [404, 409],
      },
    },
    (request, reply) => {
      const { id } = challengeOr404(request.params.challenge)
      const season = granted(ladderTerms.beginSeason(id, request.body.name))
      void reply.code(201)
      return presentSeason(season)
    },
  )

  app.post(
    '/api/v1/challenges/:challenge/ladder/contest',
    {
      schema: {
        summary: 'Make a tournament of the best bots of a ladder; start it later. For the organiser',
        operation: 'makeLadderContest',
        tags,
        access: 'organiser',
        params: ChallengeParams,
        body: LadderContestBody,
        response: { 201: TournamentBody },
        refuses: [404, 409],
      },
    },
    async (request, reply) => {
      const challenge = challengeOr404(request.params.challenge)
      const parts = { ladders, tournaments, store }
      const made = granted(await makeLadderContest(parts, challenge, request.body))
      void reply.code(201)
      return present(tournaments, made)
    },
  )
}

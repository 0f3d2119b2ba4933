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
        description:
          'A version counts if its upload was complete by then, however long its build takes. An upload that is complete exactly then counts, a millisecond later it does not. Matches go on after the freeze. The freeze may lie in the past; null takes it back.',
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
        description:
          'The running season ends now. A season counts the matches that were created from its begin on: ratings begin anew, enrolled bots stay enrolled, and earlier seasons can still be read.',
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
        summary: 'Make a tournament of the best bots of a ladder; it waits to be started. For the organiser',
        description:
          'The best enrolled bots of the running season, seeded by their ratings, without house brains. Each plays the version that is rated, whatever its team uploads meanwhile: it is entered as `bot:ID@VERSION`.',
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

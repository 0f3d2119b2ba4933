import { ChallengeParams } from '../../api/challenges.ts'
import {
  EnrolmentBody,
  LadderBody,
  LadderBotBody,
  LadderBotParams,
  LadderHistoryBody,
  LadderHistoryQuery,
  LadderQuery,
  NewLadderMatchBody,
} from '../../api/ladder.ts'
import { MatchBody } from '../../api/matches.ts'
import type { Ladder } from '../../arena/ladder.ts'
import { mayEnrol } from '../../arena/ladder-terms.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { found, granted } from '../../protocols/request-error.ts'
import type { BotRow, PersonRow, Store } from '../../store/store.ts'
import { identityOf } from '../access.ts'
import { challengeOr404 } from '../challenge-or-404.ts'
import type { App, ServerContext } from '../context.ts'
import { presentEnrolment, presentHistory, presentLadder, presentLadderBot } from '../present-ladder.ts'
import { presentMatch } from '../present.ts'
import { findBot } from './bots.ts'

const tags = ['ladders']

/** The ladder of a challenge: ratings of bots, the matches that they come from, and which bots are called to these. */
export function ladderRoutes(app: App, { ladders, ladderTerms, store }: ServerContext): void {
  /** A ladder of 1,000 bots is long and many pages poll it: it is written once, until it changes. */
  const written = new WeakMap<Ladder, string>()

  app.get(
    '/api/v1/challenges/:challenge/ladder',
    {
      schema: {
        summary: 'The ratings of all bots and house brains',
        operation: 'getLadder',
        tags,
        access: 'public',
        params: ChallengeParams,
        querystring: LadderQuery,
        response: { 200: LadderBody },
        refuses: [404],
      },
    },
    async (request, reply) => {
      const challenge = challengeOr404(request.params.challenge)
      const season = findSeason(store, challenge.id, request.query.season)
      const ladder = await ladders.of(challenge, season)
      const text = written.get(ladder) ?? JSON.stringify(presentLadder(challenge, ladder, store))
      written.set(ladder, text)
      return reply.type('application/json; charset=utf-8').send(text as never)
    },
  )

  app.get(
    '/api/v1/challenges/:challenge/ladder/history',
    {
      schema: {
        summary: 'Ratings over time, of one bot or of the ten best',
        operation: 'getLadderHistory',
        tags,
        access: 'public',
        params: ChallengeParams,
        querystring: LadderHistoryQuery,
        response: { 200: LadderHistoryBody },
        refuses: [404],
      },
    },
    async (request): Promise<LadderHistoryBody> => {
      const challenge = challengeOr404(request.params.challenge)
      const { bot } = request.query
      const season = findSeason(store, challenge.id, request.query.season)
      const lines = await ladders.history(challenge, {
        ...(bot !== undefined && { bot: findLadderBot(store, challenge.id, bot) }),
        ...(season !== undefined && { season }),
      })
      return presentHistory(lines, store)
    },
  )

  app.get(
    '/api/v1/challenges/:challenge/ladder/bots/:bot',
    {
      schema: {
        summary: 'One bot with the ratings of all its versions that passed, in the running season',
        operation: 'getLadderBot',
        tags,
        access: 'public',
        params: LadderBotParams,
        response: { 200: LadderBotBody },
        refuses: [404],
      },
    },
    async ({ params: { challenge, bot } }): Promise<LadderBotBody> => {
      const row = findLadderBot(store, challengeOr404(challenge).id, bot)
      return presentLadderBot(row, await ladders.bot(row), store)
    },
  )

  const enrolment = {
    tags,
    access: 'team',
    params: LadderBotParams,
    response: { 200: EnrolmentBody },
    refuses: [404],
  } as const

  app.put(
    '/api/v1/challenges/:challenge/ladder/bots/:bot',
    {
      schema: {
        summary: 'Enrol a bot of your own: from now on the ladder calls it to matches',
        operation: 'enrolBot',
        ...enrolment,
      },
    },
    (request) => {
      const bot = ownBot(request.params, identityOf(request).person, store)
      return presentEnrolment(bot, ladderTerms.enrol(bot))
    },
  )

  app.delete(
    '/api/v1/challenges/:challenge/ladder/bots/:bot',
    {
      schema: {
        summary: 'Take a bot of your own out of the ladder: the ladder calls it to no more matches',
        operation: 'leaveLadder',
        ...enrolment,
      },
    },
    (request) => {
      const bot = ownBot(request.params, identityOf(request).person, store)
      return presentEnrolment(bot, ladderTerms.leave(bot))
    },
  )

  app.post(
    '/api/v1/challenges/:challenge/ladder/matches',
    {
      schema: {
        summary: 'Play a rated match with a bot of your own now; the ladder chooses the opponent',
        operation: 'playLadderMatch',
        tags,
        access: 'team',
        params: ChallengeParams,
        body: NewLadderMatchBody,
        response: { 201: MatchBody },
        refuses: [404, 409],
      },
    },
    async (request, reply) => {
      const { id } = challengeOr404(request.params.challenge)
      const bot = granted(readOwnBot(request.body.bot, id, identityOf(request).person, store))
      const row = granted(await ladders.play(bot))
      void reply.code(201)
      return presentMatch(row, store)
    },
  )
}

/** The season that is asked for; undefined for the running one. */
function findSeason(store: Store, challenge: string, season: number | undefined): number | undefined {
  return season === undefined
    ? undefined
    : found(
        store.ladderSeasons(challenge).find(({ number }) => number === season),
        `season ${season} of the ladder of ${challenge}`,
      ).number
}

function findLadderBot(store: Store, challenge: string, id: number): BotRow {
  const bot = store.bot(id)
  return found(bot?.challenge === challenge ? bot : undefined, `bot ${id} that plays ${challenge}`)
}

interface BotAddress {
  readonly challenge: string
  readonly bot: number
}

/** The bot, if this person may enrol it here. */
const ownBot = ({ challenge, bot }: BotAddress, person: PersonRow, store: Store): BotRow =>
  granted(mayEnrol(findBot(store, bot), challengeOr404(challenge).id, person))

function readOwnBot(id: number, challenge: string, person: PersonRow, store: Store): Result<BotRow> {
  const bot = store.bot(id)
  if (!bot) return fail('unknown-bot', `There is no bot ${id}`)
  if (bot.challenge !== challenge)
    return fail('other-challenge', `Cannot start bot ${id} in ${challenge}: it plays ${bot.challenge}`)
  if (bot.person !== person.id && person.role !== 'organiser')
    return fail('not-your-bot', `Cannot start a rated match of bot ${id}: it belongs to another team`)
  return ok(bot)
}

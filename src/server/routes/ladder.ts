import { ChallengeParams } from '../../api/challenges.ts'
import { LadderBody, NewLadderMatchBody } from '../../api/ladder.ts'
import { MatchBody } from '../../api/matches.ts'
import type { LadderRow } from '../../arena/ladder.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { granted } from '../../protocols/request-error.ts'
import type { BotRow, PersonRow, Store } from '../../store/store.ts'
import { identityOf } from '../access.ts'
import { challengeOr404 } from '../challenge-or-404.ts'
import type { App, ServerContext } from '../context.ts'
import { presentMatch } from '../present.ts'

/** The ladder of a challenge: ratings of bots, and the matches that they come from. */
export function ladderRoutes(app: App, { ladders, store }: ServerContext): void {
  const tags = ['challenges']
  const params = ChallengeParams

  app.get(
    '/api/v1/challenges/:challenge/ladder',
    {
      schema: {
        summary: 'How strong every bot is, and the house brains among them',
        description:
          'Ratings come from all rated matches together. House brains have the strength that was measured, so they fix the scale. Right after a match the ladder may still show the ratings before it.',
        tags,
        access: 'public',
        params,
        response: { 200: LadderBody },
        refuses: [404],
      },
    },
    async (request): Promise<LadderBody> => {
      const challenge = challengeOr404(request.params.challenge)
      const { rows, games } = await ladders.of(challenge)
      return {
        challenge: challenge.id,
        title: challenge.title,
        season: FIRST_SEASON,
        seasons: [FIRST_SEASON],
        freeze: null,
        rows: rows.map((row, index) => ({ rank: index + 1, ...presentRow(row, store) })),
        games,
        different: games,
      }
    },
  )

  app.post(
    '/api/v1/challenges/:challenge/ladder/matches',
    {
      schema: {
        summary: 'Play a rated match with a bot of your own; the ladder chooses the opponent',
        description: 'At most 2 rated matches of a team wait or run.',
        tags,
        access: 'team',
        params,
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

const FIRST_SEASON = { number: 1, name: 'Season 1', began: null, ended: null }

function readOwnBot(id: number, challenge: string, person: PersonRow, store: Store): Result<BotRow> {
  const bot = store.bot(id)
  if (!bot) return fail('unknown-bot', `There is no bot ${id}`)
  if (bot.challenge !== challenge)
    return fail('other-challenge', `Cannot start bot ${id} in ${challenge}: it plays ${bot.challenge}`)
  if (bot.person !== person.id && person.role !== 'organiser')
    return fail('not-your-bot', `Cannot start a rated match of bot ${id}: it belongs to another team`)
  return ok(bot)
}

function presentRow({ who, rating, plusMinus, games }: LadderRow, store: Store) {
  const numbers = {
    rating: Math.round(rating),
    plusMinus: plusMinus === undefined ? null : Math.ceil(plusMinus),
    games,
    different: games,
    enrolled: false,
    gained: null,
  }
  if ('house' in who) return { house: who.house, team: null, bot: null, ...numbers }
  const { id, person, name } = who.bot
  return {
    house: null,
    team: { id: person, name: store.person(person)?.name ?? name },
    bot: { id, name, version: who.version },
    ...numbers,
  }
}

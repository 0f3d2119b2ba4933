import { brainsFor } from '../../brains/index.ts'
import { cheatsOf, rungsOf } from '../../brains/rungs.ts'
import type { Challenge } from '../../challenges/challenge.ts'
import { CHALLENGES } from '../../challenges/index.ts'
import { describeClock } from '../../match/clock.ts'
import { found } from '../../protocols/request-error.ts'
import { findWire } from '../../wires/index.ts'
import { kitsFor } from '../../wires/kits.ts'
import type { App, ServerContext } from '../context.ts'
import { challengeOr404 } from '../challenge-or-404.ts'
import { goodMatchOf } from '../good-match.ts'
import { pageOf } from '../page.ts'
import { presentFields } from '../present-fields.ts'
import {
  ChallengeHomeBody,
  ChallengeList,
  ChallengeParams,
  StandingsBody,
  WholeChallengeBody,
  type ChallengeBody,
} from '../../api/challenges.ts'
import { PageQuery, TextBody } from '../../api/schema.ts'

/** Challenges and their standings. */
export function challengeRoutes(app: App, { store }: ServerContext): void {
  const tags = ['challenges']
  const params = ChallengeParams

  app.get(
    '/api/v1/challenges',
    {
      schema: {
        summary: 'What can be played here',
        operation: 'listChallenges',
        tags,
        access: 'public',
        response: { 200: ChallengeList },
      },
    },
    () => ({ challenges: CHALLENGES.map(presentChallenge) }),
  )

  app.get(
    '/api/v1/challenges/:challenge',
    {
      schema: {
        summary: 'One challenge with its settings',
        operation: 'getChallenge',
        tags,
        access: 'public',
        params,
        response: { 200: WholeChallengeBody },
        refuses: [404],
      },
    },
    (request) => {
      const challenge = challengeOr404(request.params.challenge)
      const { game, preset } = challenge
      return {
        ...presentChallenge(challenge),
        settings: presentFields(game.settings, game.presets[preset] ?? {}),
      }
    },
  )

  app.get(
    '/api/v1/challenges/:challenge/home',
    {
      schema: {
        summary: 'What a contestant needs to begin: opponents by strength, starter bots, pages',
        operation: 'getChallengeHome',
        tags,
        access: 'public',
        params,
        response: { 200: ChallengeHomeBody },
        refuses: [404],
      },
    },
    (request) => homeOf(challengeOr404(request.params.challenge)),
  )

  app.get(
    '/api/v1/challenges/:challenge/good-match',
    {
      schema: {
        summary: 'The record of a good match: two strong house brains, without times',
        operation: 'getGoodMatch',
        tags,
        access: 'public',
        params,
        response: { 200: TextBody('application/jsonl', 'JSON lines') },
        refuses: [404],
      },
    },
    (request, reply) => {
      const challenge = challengeOr404(request.params.challenge)
      const text = found(goodMatchOf(challenge), `good match of ${challenge.id}`)
      void reply.type('application/jsonl; charset=utf-8').header('cache-control', 'public, max-age=3600')
      return text
    },
  )

  app.get(
    '/api/v1/challenges/:challenge/standings',
    {
      schema: {
        summary: 'Wins, draws and losses of every team that has played it, by hand or with a bot',
        operation: 'listStandings',
        tags,
        access: 'public',
        params,
        querystring: PageQuery,
        response: { 200: StandingsBody },
        refuses: [404],
      },
    },
    (request) => {
      const { after, limit } = request.query
      const { id } = challengeOr404(request.params.challenge)
      const rows = store.tallies(id, pageOf(limit, after))
      return { standings: rows.map(({ person, ...tally }) => ({ player: person, ...tally })) }
    },
  )
}

const homeOf = (challenge: Challenge): ChallengeHomeBody => ({
  rungs: rungsOf(challenge).map(({ brain, plays, rating, plusMinus }) => ({
    brain,
    plays,
    rating,
    plusMinus,
  })),
  cheats: cheatsOf(challenge).map(({ name }) => name),
  kits: kitsFor(challenge).map(({ name, title, wire, edit, uploads }) => ({
    language: name,
    title,
    wire,
    edit,
    uploads,
  })),
  pages: { rules: `rules/${challenge.game.id}`, wire: findWire(challenge.wire)?.page ?? null },
  good: goodMatchOf(challenge) === undefined ? null : `/api/v1/challenges/${challenge.id}/good-match`,
})

const presentChallenge = ({
  id,
  title,
  summary,
  game,
  wire,
  rules,
  points,
  openings,
}: Challenge): ChallengeBody => ({
  id,
  title,
  summary,
  game: game.id,
  wire: findWire(wire)?.transport ?? wire,
  clock: describeClock(rules.clock),
  bestOf: rules.bestOf,
  brains: brainsFor(game.id).map(({ name }) => name),
  judges: points.kind === 'by-place' ? points.judges : 0,
  openings: game.openings === undefined ? 'none' : (openings ?? 'usual'),
})

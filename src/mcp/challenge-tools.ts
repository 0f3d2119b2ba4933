import { Type } from 'typebox'
import type { ChallengeHomeBody, ChallengeList, WholeChallengeBody } from '../api/challenges.ts'
import { List } from '../api/schema.ts'
import { findChallenge } from '../challenges/index.ts'
import type { ArenaApi } from './arena-caller.ts'
import { describeIllegal } from '../briefing/describe-rules.ts'
import { readRules, rulesUri } from '../briefing/rules-pages.ts'
import { tool, type Tool } from './tool.ts'

const OpponentBody = Type.Object({
  opponent: Type.String({ description: 'As new_game takes it' }),
  plays: Type.String({ description: 'How it plays' }),
  rating: Type.Integer(),
})

const ChallengeSummary = Type.Object({
  challenge: Type.String({ description: 'Its id, as new_game takes it' }),
  title: Type.String(),
  summary: Type.String(),
  clock: Type.String(),
  illegalMove: Type.String(),
  opponents: List(OpponentBody, { description: 'House brains, the weakest first' }),
})

/** What can be played. */
const listChallenges = tool({
  name: 'list_challenges',
  title: 'List challenges',
  description:
    'Lists the games that can be played here, with the house brains to play against, the weakest first. Read the rules with read_rules before you play.',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ challenges: List(ChallengeSummary) }),
  isReadOnly: true,
  async run(_args, arena) {
    const { challenges } = await arena.get<ChallengeList>('/challenges')
    const listed = await Promise.all(
      challenges.map(async ({ id, title, summary, clock }) => ({
        challenge: id,
        title,
        summary,
        clock,
        illegalMove: illegalMoveIn(id),
        opponents: (await homeOf(arena, id)).rungs.map(({ brain, plays, rating }) => ({
          opponent: `house:${brain}`,
          plays,
          rating,
        })),
      })),
    )
    const text = listed.map(
      ({ challenge, title, summary, clock, opponents }) =>
        `${challenge}: ${title}. ${summary}. Contest clock: ${clock}. Opponents: ${opponents.map(({ opponent, rating }) => `${opponent} (${rating})`).join(', ')}`,
    )
    return { text: text.join('\n'), data: { challenges: listed } }
  },
})

/** The rules of one challenge, from the pages of the guide. */
const readRulesTool = tool({
  name: 'read_rules',
  title: 'Read the rules',
  description:
    'The rules of a challenge: how its game is played, how moves are written, how a round ends, the clock, and what an illegal move costs.',
  input: Type.Object(
    { challenge: Type.String({ maxLength: 64, description: 'An id of list_challenges' }) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    challenge: Type.String(),
    game: Type.String(),
    clock: Type.String(),
    illegalMove: Type.String(),
    bestOf: Type.Integer(),
    settings: Type.Record(Type.String(), Type.String(), { description: 'Of the game, with their values' }),
    rules: Type.String({ description: 'The resource that has the page' }),
  }),
  isReadOnly: true,
  async run({ challenge }, arena) {
    const whole = await arena.get<WholeChallengeBody>(
      `/challenges/${encodeURIComponent(challenge.toWellFormed())}`,
    )
    const { title, game, clock, bestOf } = whole
    const settings = Object.fromEntries(whole.settings.map(({ name, value }) => [name, value]))
    const illegalMove = illegalMoveIn(challenge)
    const heading = [
      `${title} (${challenge})`,
      `Clock: ${clock}. ${illegalMove}. ${bestOf > 1 ? `Best of ${bestOf} rounds.` : 'One round.'}`,
      `Settings: ${Object.entries(settings)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}`,
    ]
    return {
      text: `${heading.join('\n')}\n\n${readRules(game) ?? ''}`,
      data: { challenge, game, clock, illegalMove, bestOf, settings, rules: rulesUri(game) },
    }
  },
})

export const CHALLENGE_TOOLS: readonly Tool[] = [listChallenges, readRulesTool]

const homeOf = (arena: ArenaApi, challenge: string): Promise<ChallengeHomeBody> =>
  arena.get(`/challenges/${encodeURIComponent(challenge)}/home`)

function illegalMoveIn(id: string): string {
  const rules = findChallenge(id)?.rules
  return rules ? describeIllegal(rules.illegal) : ''
}

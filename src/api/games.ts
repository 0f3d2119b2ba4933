import { Type } from 'typebox'
import type { MatchRules } from '../match/rules.ts'
import { MatchBody, MAX_PLAYER } from './matches.ts'
import {
  KeyInQuery,
  List,
  Nullable,
  PairOf,
  PlayerIndex,
  Seed,
  Settings,
  words,
  type Shape,
} from './schema.ts'

/** Asking for a game, and playing any game over plain HTTP with JSON. */

/** The longest time that the server holds an answer back, in seconds. */
const MAX_WAIT_S = 25

export const NewGameBody = Type.Object(
  {
    challenge: Type.Optional(Type.String({ maxLength: 64, default: 'boost-tron' })),
    opponent: Type.String({
      maxLength: MAX_PLAYER,
      description:
        '`house:NAME` for a house brain, `bot:ID` for an uploaded bot, `player:ID` to challenge a team, `open` for any team; for the organiser also `llm:MODEL`, a language model',
      examples: ['house:voronoi'],
    }),
    side: Type.Optional(words(['first', 'second'])),
    clock: Type.Optional(
      Type.String({
        maxLength: 32,
        description: 'Another clock than the contest has, for practice against a house brain',
        examples: ['60s', '5m+2s'],
      }),
    ),
    settings: Type.Optional(Settings),
    seed: Type.Optional(Seed),
  },
  { additionalProperties: false },
)
export type NewGameBody = Shape<typeof NewGameBody>

/** A match, and the id of the player that asks. */
export const GameBody = Type.Intersect([
  MatchBody,
  Type.Object({ player: Type.Integer({ description: 'Your player id, for the polling wire' }) }),
])
export type GameBody = Shape<typeof GameBody>

export const GameList = Type.Object({ games: List(GameBody) })
export type GameList = Shape<typeof GameList>

const Wait = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: MAX_WAIT_S,
    description: 'The most seconds that the server holds the answer until there is news; 0 by default',
    examples: [20],
  }),
)

export const WaitQuery = Type.Object({ wait: Wait, ...KeyInQuery })

export const GameQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: 0,
      description: 'Games with larger ids than this: the last game that you know',
      examples: [12],
    }),
  ),
  wait: Wait,
  ...KeyInQuery,
})

const Place = {
  status: words(['waiting', 'playing', 'over']),
  round: Type.Integer(),
  turn: Type.Integer(),
  seat: PlayerIndex(),
  view: Type.Unknown(),
}

export const OpeningBody = Type.Object({
  ...Place,
  challenge: Type.String(),
  game: Type.String(),
  settings: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    description: 'All settings of the game',
  }),
  rules: Type.Unsafe<MatchRules>({
    type: 'object',
    additionalProperties: true,
    description: 'The clock, the start-up time, and what an illegal move costs',
  }),
  names: PairOf(Type.String(), { description: 'By seat' }),
})
export type OpeningBody = Shape<typeof OpeningBody>

export const TurnBody = Type.Object({
  ...Place,
  asked: Type.Boolean({ description: 'Whether the server wants an answer now' }),
  legal: List(Type.String()),
  timeLeft: Nullable(Type.Integer({ description: 'Milliseconds' })),
  cheated: Nullable(Type.String({ description: 'The invalid command of the opponent: flip the table' })),
  refused: Nullable(
    Type.String({ description: 'Why the server did not take your last answer to the same question' }),
  ),
  lastTurn: Nullable(
    PairOf(Nullable(Type.String()), {
      description: 'The moves of the turn before this one, by seat',
    }),
  ),
  score: PairOf(Type.Integer()),
  winner: Nullable(PlayerIndex()),
})
export type TurnBody = Shape<typeof TurnBody>

/** The answer to a move. */
export const MovedBody = Type.Object({
  ...TurnBody.properties,
  fault: Nullable(
    Type.String({ description: 'Why the move that you just sent costs you the round; null if it does not' }),
  ),
})
export type MovedBody = Shape<typeof MovedBody>

/** Any value: what is unreadable is left out, and never costs the move. */
const RemarkBody = Type.Unknown({
  description:
    'For spectators, and public: a text, or an object with any of text, score (how you see your chances: from -1, lost, to 1, won), depth, nodes, line (the moves you expect), numbers (up to 8 by name, for plots) and marks (up to 64 cells, labels and arrows on the board)',
})

/** Which turn is answered. An answer to another turn than the current one is refused. */
const Answered = {
  round: Type.Optional(Type.Integer({ minimum: 1 })),
  turn: Type.Optional(Type.Integer({ minimum: 0 })),
}

export const AnswerBody = Type.Union([
  Type.Object(
    { move: Type.String({ maxLength: 256 }), remark: Type.Optional(RemarkBody), ...Answered },
    { additionalProperties: false },
  ),
  Type.Object({ flip: Type.Literal(true), ...Answered }, { additionalProperties: false }),
  Type.Object({ resign: Type.Literal(true), ...Answered }, { additionalProperties: false }),
])
export type AnswerBody = Shape<typeof AnswerBody>

import { Type } from 'typebox'
import { BotId, ChallengeParam, DateTime, Id, IdOf, List, Nullable, type Shape } from './schema.ts'

/** The standing ladder of a challenge: bots that are enrolled play rated matches for ever. */

const Season = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: 'The number of a season; the running one by default',
    examples: [1],
  }),
)

export const LadderQuery = Type.Object({
  season: Season,
})

export const LadderBotParams = Type.Object({ challenge: ChallengeParam, bot: BotId })

const GainBody = Type.Object({
  version: Type.Integer({ description: 'The earlier version of the comparison' }),
  points: Type.Integer({ description: 'How many points stronger this version is' }),
  plusMinus: Type.Integer({ description: 'Half of the 95 % interval of that difference' }),
})
export type GainBody = Shape<typeof GainBody>

const Numbers = {
  rating: Type.Integer(),
  plusMinus: Nullable(Type.Integer({ description: 'Half of the 95 % interval; null before the first game' })),
  games: Type.Integer(),
  different: Type.Integer({ description: 'Of these games; copies of a game count once' }),
}

const LadderTeam = Type.Object({ id: Id, name: Type.String() })

const LadderRowBody = Type.Object({
  rank: Type.Integer(),
  house: Nullable(Type.String({ description: 'The name of a house brain; null for a bot' })),
  team: Nullable(LadderTeam),
  bot: Nullable(Type.Object({ id: Id, name: Type.String(), version: Type.Integer() })),
  ...Numbers,
  enrolled: Type.Boolean({ description: 'Whether the ladder calls it to matches' }),
  gained: Nullable(GainBody),
})
export type LadderRowBody = Shape<typeof LadderRowBody>

export const SeasonBody = Type.Object({
  number: Type.Integer({ description: 'From 1' }),
  name: Type.String(),
  began: Nullable(DateTime),
  ended: Nullable(DateTime),
})
export type SeasonBody = Shape<typeof SeasonBody>

export const LadderBody = Type.Object({
  challenge: Type.String(),
  title: Type.String(),
  season: SeasonBody,
  seasons: List(SeasonBody, { description: 'All of them, the newest first' }),
  freeze: Nullable(
    Type.String({
      format: 'date-time',
      description: 'A version counts if its upload was complete by then; null without a freeze',
    }),
  ),
  rows: List(LadderRowBody, { description: 'Best first: the newest version of each bot, and the house' }),
  games: Type.Integer({ description: 'Rated games of the season' }),
  different: Type.Integer({ description: 'Of these games; copies of a game count once' }),
})
export type LadderBody = Shape<typeof LadderBody>

/** A rated match of a bot: the ladder chooses the opponent that tells most. */
export const NewLadderMatchBody = Type.Object({ bot: Id }, { additionalProperties: false })
export type NewLadderMatchBody = Shape<typeof NewLadderMatchBody>

const LadderVersionBody = Type.Object({
  version: Type.Integer(),
  uploaded: DateTime,
  counts: Type.Boolean({ description: 'False for a version whose upload came after the freeze' }),
  ...Numbers,
  gained: Nullable(GainBody),
})
export type LadderVersionBody = Shape<typeof LadderVersionBody>

/** One bot of a ladder with all its versions. */
export const LadderBotBody = Type.Object({
  challenge: Type.String(),
  bot: Type.Object({ id: Id, name: Type.String() }),
  team: LadderTeam,
  enrolled: Type.Boolean(),
  versions: List(LadderVersionBody, { description: 'The newest first' }),
})
export type LadderBotBody = Shape<typeof LadderBotBody>

export const LadderHistoryQuery = Type.Object({
  season: Season,
  bot: Type.Optional(IdOf('Only this bot; the ten best by default', 1)),
})

const HistoryPointBody = Type.Object({
  at: DateTime,
  version: Type.Integer(),
  rating: Type.Integer(),
  plusMinus: Type.Integer(),
})
export type HistoryPointBody = Shape<typeof HistoryPointBody>

/** Ratings over time: each point is a fit of all games that had ended by then. */
export const LadderHistoryBody = Type.Object({
  lines: List(
    Type.Object({
      bot: Type.Object({ id: Id, name: Type.String() }),
      team: LadderTeam,
      points: List(HistoryPointBody, { description: 'Oldest first, at most 40' }),
    }),
    { description: 'Of the bot in the request, or of the ten best' },
  ),
})
export type LadderHistoryBody = Shape<typeof LadderHistoryBody>

/** How the enrolment of a bot stands. */
export const EnrolmentBody = Type.Object({
  challenge: Type.String(),
  bot: Type.Object({ id: Id, name: Type.String() }),
  enrolled: Type.Boolean(),
  since: Nullable(DateTime),
  version: Nullable(
    Type.Integer({
      description: 'The version that the ladder plays; null until a version that counts has passed',
    }),
  ),
  message: Type.String({
    description: 'The same in one sentence',
    examples: ['crusher is enrolled: the ladder calls version 3 to matches'],
  }),
})
export type EnrolmentBody = Shape<typeof EnrolmentBody>

export const LadderFreezeBody = Type.Object(
  {
    // Not of the format date-time: the server reads it itself, and says in one sentence what it expects.
    freeze: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 64,
      description: 'A date and a time with its zone; null takes the freeze back',
      examples: ['2026-11-16T15:00:00Z'],
    }),
  },
  { additionalProperties: false },
)
export type LadderFreezeBody = Shape<typeof LadderFreezeBody>

export const NewSeasonBody = Type.Object(
  { name: Type.String({ maxLength: 100, examples: ['Winter 2026'] }) },
  { additionalProperties: false },
)
export type NewSeasonBody = Shape<typeof NewSeasonBody>

/** A tournament of the best bots of a ladder, seeded by their ratings, each with the version that is rated. */
export const LadderContestBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    top: Type.Integer({ minimum: 2, maximum: 1000, description: 'How many of the best bots' }),
    format: Type.Optional(
      Type.String({
        maxLength: 64,
        description: '`round-robin-knock-out`, unless given',
        examples: ['swiss'],
      }),
    ),
    options: Type.Optional(Type.Record(Type.String({ maxLength: 32 }), Type.Unknown())),
  },
  { additionalProperties: false },
)
export type LadderContestBody = Shape<typeof LadderContestBody>

/** How much of the machine all ladders together may use. */
export const LadderShareBody = Type.Object(
  {
    percent: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Of the places for matches of programs; 0 stops the ladders',
    }),
  },
  { additionalProperties: false },
)
export type LadderShareBody = Shape<typeof LadderShareBody>

export const LaddersBody = Type.Object({
  share: Type.Integer({ description: 'In percent of the places for matches of programs' }),
  places: Type.Integer({ description: 'Matches of ladders that may run at once' }),
  running: Type.Integer({ description: 'Matches of ladders that wait or run' }),
  ladders: List(
    Type.Object({
      challenge: Type.String(),
      title: Type.String(),
      enrolled: Type.Integer({ description: 'Bots that the ladder calls to matches' }),
      games: Type.Integer(),
    }),
  ),
})
export type LaddersBody = Shape<typeof LaddersBody>

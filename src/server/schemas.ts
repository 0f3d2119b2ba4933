import { Type } from 'typebox'
import type { TournamentResult } from '../tournament-runner/tournament-result.ts'
import type { MatchRules } from '../match/match.ts'
import { MATCH_STATUSES, TOURNAMENT_STATUSES, VERSION_STATUSES } from '../store/store.ts'

/** Each shape once: it validates requests, types the routes and documents the API. */

export const words = <const Words extends readonly string[]>(all: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: all })

/** What is not JSON. */
export const TextBody = (mediaType: string, description: string) => ({
  description,
  content: { [mediaType]: { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
})

export const Nullable = <const Schema extends Type.TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** How many of a list are asked for. */
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 }))

export const ProblemBody = Type.Object(
  {
    error: Type.String({ description: 'A stable code' }),
    message: Type.String({ description: 'One sentence for a person' }),
  },
  { description: 'Why the request was refused' },
)

/** A setting, with enough to draw it as a form. */
const FieldBody = Type.Object({
  name: Type.String(),
  title: Type.String(),
  expects: Type.String({ description: 'What is accepted, as the end of a sentence' }),
  kind: words(['number', 'choice', 'flag', 'list', 'text']),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  step: Type.Optional(Type.Number()),
  word: Type.Optional(Type.String({ description: 'May stand for a number' })),
  choices: Type.Optional(Type.Array(Type.String())),
  value: Type.String({ description: 'What it is if nobody sets it, as text' }),
})

export const ChallengeBody = Type.Object({
  id: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  game: Type.String(),
  wire: Type.String({ description: 'What its own contestants speak' }),
  clock: Type.String({ description: 'In words' }),
  bestOf: Type.Integer(),
  brains: Type.Array(Type.String(), { description: 'House brains that play it' }),
  judges: Type.Number({ description: 'What a judge may give at most; 0 where none decide' }),
})

export const WholeChallengeBody = Type.Intersect([
  ChallengeBody,
  Type.Object({
    settings: Type.Array(FieldBody, { description: 'Of the game' }),
  }),
])

export const PersonBody = Type.Object({
  id: Id,
  name: Type.String(),
  role: words(['organiser', 'player']),
  created: Type.String({ format: 'date-time' }),
})

/** A team with its first key, which is shown here alone. */
export const NewPersonBody = Type.Intersect([PersonBody, Type.Object({ key: Type.String() })])

export const KeyBody = Type.Object({
  id: Type.String({ description: 'Names the key; not a secret' }),
  use: words(['api', 'session']),
  created: Type.String({ format: 'date-time' }),
  expires: Nullable(Type.String({ format: 'date-time' })),
  from: Nullable(Type.String({ description: 'The key that it was made with; a session ends with that one' })),
})

export const ActionBody = Type.Object({
  id: Id,
  time: Type.String({ format: 'date-time' }),
  player: Type.Integer({ description: 'Which organiser' }),
  key: Type.String({ description: 'The id of the key or session that asked' }),
  address: Type.String(),
  method: Type.String(),
  path: Type.String(),
  input: Nullable(Type.String({ description: 'The body as JSON, without secrets' })),
})

/** Shown once, never again. */
export const NewKeyBody = Type.Object({ id: Type.String(), key: Type.String() })

const PlayerBody = Type.Object({
  name: Type.String(),
  id: Nullable(Id),
  bot: Nullable(Type.String()),
})

export const MatchBody = Type.Object({
  id: Id,
  challenge: Type.String(),
  title: Type.String(),
  game: Type.String(),
  status: words(MATCH_STATUSES),
  origin: Type.String(),
  players: Type.Array(PlayerBody, { minItems: 1, maxItems: 2 }),
  score: Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }),
  winner: Nullable(Type.Integer({ minimum: 0, maximum: 1 })),
  void: Type.Boolean({ description: 'It counts for nobody' }),
  end: Nullable(Type.String({ description: 'How it ended, in words' })),
  created: Type.String({ format: 'date-time' }),
  started: Nullable(Type.String({ format: 'date-time' })),
  ended: Nullable(Type.String({ format: 'date-time' })),
  tournament: Type.Optional(
    Type.Integer({ minimum: 1, description: 'What it is part of; said of one match, not in lists' }),
  ),
})

export const MatchList = Type.Object({ matches: Type.Array(MatchBody), next: Nullable(Id) })

export const MatchQuery = Type.Object({
  status: Type.Optional(words(MATCH_STATUSES)),
  challenge: Type.Optional(Type.String({ maxLength: 64 })),
  player: Type.Optional(Id),
  before: Type.Optional(Id),
  limit: Limit,
})

export const PageQuery = Type.Object({ after: Type.Optional(Id), limit: Limit })

export const MatchParams = Type.Object({ id: Id })

const Settings = Type.Record(
  Type.String({ maxLength: 32 }),
  // One schema, not a union: in a union every number would be taken for a text.
  Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'], maxLength: 4096 }),
  { description: 'Settings of the game that differ from the challenge' },
)

const Seed = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const NewMatchBody = Type.Object(
  {
    challenge: Type.String({ maxLength: 64 }),
    players: Type.Array(Type.String({ maxLength: 64 }), {
      minItems: 2,
      maxItems: 2,
      description: '`player:ID`, `bot:ID` or `house:NAME`',
    }),
    settings: Type.Optional(Settings),
    seed: Type.Optional(Seed),
  },
  { additionalProperties: false },
)

export const NewGameBody = Type.Object(
  {
    challenge: Type.Optional(Type.String({ maxLength: 64, default: 'boost-tron' })),
    opponent: Type.String({
      maxLength: 64,
      description:
        '`house:NAME` for a house brain, `bot:ID` for an uploaded bot, `open` for whoever takes it up',
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

/** A game that has been asked for: the match, and who one is in it. */
export const GameBody = Type.Intersect([
  MatchBody,
  Type.Object({ player: Type.Integer({ description: 'Your player id, as the polling wire wants it' }) }),
])

const GameStatus = words(['waiting', 'playing', 'over'])

export const OpeningBody = Type.Object({
  status: GameStatus,
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
    description: 'The clock, the time to get ready in, and what an illegal move costs',
  }),
  names: Type.Array(Type.String(), { minItems: 2, maxItems: 2, description: 'By seat' }),
  round: Type.Integer(),
  turn: Type.Integer(),
  seat: Type.Integer(),
  view: Type.Unknown(),
})

export const TurnBody = Type.Object({
  status: GameStatus,
  /** Whether an answer is wanted now. */
  asked: Type.Boolean(),
  round: Type.Integer(),
  turn: Type.Integer(),
  seat: Type.Integer(),
  view: Type.Unknown(),
  legal: Type.Array(Type.String()),
  timeLeft: Nullable(Type.Integer({ description: 'Milliseconds' })),
  cheated: Nullable(Type.String({ description: 'The invalid command of the opponent: flip the table' })),
  refused: Nullable(Type.String({ description: 'Why your last answer to the same question was not taken' })),
  lastTurn: Nullable(
    Type.Array(Nullable(Type.String()), {
      minItems: 2,
      maxItems: 2,
      description: 'What was played in the turn before this one, by seat',
    }),
  ),
  score: Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }),
  winner: Nullable(Type.Integer()),
})

const RemarkBody = Type.Union(
  [
    Type.String({ maxLength: 2000 }),
    Type.Object({
      text: Type.Optional(Type.String({ maxLength: 2000 })),
      score: Type.Optional(
        Type.Number({ description: 'How you see your chances: from -1, lost, to 1, won' }),
      ),
      depth: Type.Optional(Type.Number()),
      nodes: Type.Optional(Type.Number()),
      line: Type.Optional(
        Type.Array(Type.String({ maxLength: 256 }), {
          maxItems: 256,
          description: 'What you expect to be played',
        }),
      ),
    }),
  ],
  { description: 'For spectators. Whoever watches can read it, your opponent as well' },
)

/** What it answers; where another turn is asked by now, it is not taken for an answer to that one. */
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

export const BotBody = Type.Object({
  id: Id,
  player: Id,
  challenge: Type.String(),
  name: Type.String(),
  created: Type.String({ format: 'date-time' }),
  plays: Nullable(Type.Integer({ description: 'The newest version that passed' })),
})

export const VersionBody = Type.Object({
  bot: Id,
  version: Type.Integer(),
  kind: words(['program', 'upload']),
  status: words(VERSION_STATUSES),
  report: Nullable(Type.String()),
  log: Nullable(Type.String()),
  created: Type.String({ format: 'date-time' }),
})

export const TallyBody = Type.Object({
  player: Id,
  name: Type.String(),
  played: Type.Integer(),
  won: Type.Integer(),
  drawn: Type.Integer(),
  lost: Type.Integer(),
})

export const FormatBody = Type.Object({
  id: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  options: Type.Array(FieldBody),
})

export const NewTournamentBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    challenge: Type.String({ maxLength: 64 }),
    format: Type.String({ maxLength: 64, examples: ['round-robin-knock-out'] }),
    options: Type.Optional(Type.Record(Type.String({ maxLength: 32 }), Type.Unknown())),
    entrants: Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 1000,
      description: '`player:ID`, `bot:ID` or `house:NAME`; the order is the seeding',
    }),
    seed: Type.Optional(Seed),
    settings: Type.Optional(Settings),
    benchAfter: Type.Optional(Type.Integer({ minimum: 1 })),
    nodes: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)

export const TournamentBody = Type.Object({
  id: Id,
  name: Type.String(),
  challenge: Type.String(),
  title: Type.String({ description: 'Of the challenge' }),
  format: Type.String(),
  formatTitle: Type.String(),
  status: words(TOURNAMENT_STATUSES),
  published: Nullable(Type.String({ format: 'date-time' })),
  created: Type.String({ format: 'date-time' }),
  entrants: Type.Integer({ description: 'How many' }),
  played: Type.Integer({ description: 'Matches that have ended' }),
  known: Nullable(Type.Integer({ description: 'Matches there will be, as far as that is known' })),
  leader: Nullable(Type.String({ description: 'Who is first, if one alone is' })),
})

export const WholeTournamentBody = Type.Intersect([
  TournamentBody,
  Type.Object({
    about: Type.String({ description: 'What the format does, in a sentence' }),
    teams: Type.Array(Type.Object({ name: Type.String(), player: Id }), {
      description: 'Whose entrants these are, where they are somebody’s',
    }),
    matches: Type.Array(Type.Object({ key: Type.String(), match: Id })),
    schedule: Type.Array(
      Type.Object({
        key: Type.String(),
        stage: Type.String(),
        round: Type.Integer({ minimum: 1 }),
        players: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
        match: Nullable(Id),
        status: words(['waiting', 'playing', 'over']),
      }),
      { description: 'What was played, by round, and what can be played now, the next 200 at most' },
    ),
    result: Type.Unsafe<TournamentResult>({ type: 'object', additionalProperties: true }),
  }),
])

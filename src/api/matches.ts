import { Type } from 'typebox'
import {
  Before,
  ChallengeId,
  ChallengeParam,
  DateTime,
  Id,
  IdOf,
  Limit,
  List,
  Nullable,
  PairOf,
  PlayerIndex,
  Seed,
  Settings,
  words,
  type Shape,
} from './schema.ts'

/** Matches, running and finished, and what was said in them. */

/** The longest name of a player: a language model has options behind it. */
export const MAX_PLAYER = 200

const MATCH_STATUSES = ['open', 'waiting', 'playing', 'over'] as const
const MatchStatus = words(MATCH_STATUSES)

export const MatchParams = Type.Object({ id: IdOf('The id of a match', 12) })

/** A page shows a player as TEAM, as TEAM · BOT where a program plays, or by its name alone. */
const MatchPlayerBody = Type.Object({
  name: Type.String({
    description: 'As in its record: of a program TEAM · BOT, of others their own name',
  }),
  id: Nullable(Type.Integer({ minimum: 1, description: 'Of the team' })),
  team: Nullable(Type.String({ description: 'The name of the team; null for the house and for guests' })),
  bot: Nullable(
    Type.String({ description: '`house:NAME`, `bot:ID version N` or `llm:MODEL`; null for a team itself' }),
  ),
  program: Nullable(
    Type.Object(
      { id: Id, name: Type.String(), version: Type.Integer({ minimum: 1 }) },
      { description: 'The bot of the team that plays, where one does' },
    ),
  ),
})

export const MatchBody = Type.Object({
  id: Id,
  challenge: Type.String(),
  title: Type.String(),
  game: Type.String(),
  status: MatchStatus,
  origin: Type.String(),
  players: List(
    MatchPlayerBody,
    // One while it is open.
    { minItems: 1, maxItems: 2 },
  ),
  score: PairOf(Type.Integer()),
  invited: Type.Optional(
    Type.Object(
      { id: Id, name: Type.String() },
      { description: 'The invited team: only this team may join while the match is open' },
    ),
  ),
  rematchOf: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The match that its players play again, with swapped seats' }),
  ),
  winner: Nullable(PlayerIndex()),
  void: Type.Boolean({ description: 'The host failed: the match does not count' }),
  end: Nullable(Type.String({ description: 'How it ended, in words' })),
  created: DateTime,
  started: Nullable(DateTime),
  ended: Nullable(DateTime),
  tournament: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The contest of the match; only in the answer for one match, not in lists',
    }),
  ),
})
export type MatchBody = Shape<typeof MatchBody>

/** The next page is asked for with `before=next`. */
export const MatchList = Type.Object({ matches: List(MatchBody), next: Nullable(Id) })
export type MatchList = Shape<typeof MatchList>

export const MatchQuery = Type.Object({
  status: Type.Optional(
    words(MATCH_STATUSES, { description: 'Only matches of this status', examples: ['playing'] }),
  ),
  challenge: Type.Optional(ChallengeParam),
  player: Type.Optional(IdOf('Only matches of this team', 1001)),
  invited: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Open invitations to this team; with a status, those of that status',
      examples: [1002],
    }),
  ),
  before: Before,
  limit: Limit,
})
export type MatchQuery = Shape<typeof MatchQuery>

export const NewMatchBody = Type.Object(
  {
    challenge: ChallengeId,
    players: PairOf(Type.String({ maxLength: MAX_PLAYER }), {
      description:
        '`player:ID`, `bot:ID` (its newest version), `bot:ID@VERSION`, `house:NAME`, or `llm:MODEL` for a language model. A team names one of its own bots, and no model',
    }),
    settings: Type.Optional(Settings),
    seed: Type.Optional(Seed),
  },
  { additionalProperties: false },
)

export type NewMatchBody = Shape<typeof NewMatchBody>

export const VerificationBody = Type.Object({ verified: Type.Boolean(), message: Type.String() })

export const LiveQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'The number of the last line that you have: the stream goes on after it',
      examples: [17],
    }),
  ),
})

const FindingBody = Type.Object({
  player: PlayerIndex(),
  severity: words(['failure', 'warning']),
  title: Type.String({ description: 'What is wrong, in one sentence' }),
  detail: Nullable(
    Type.String({ description: 'The bytes that the host expected, and those that came instead' }),
  ),
  advice: Nullable(Type.String({ description: 'What to change' })),
  round: Type.Integer({ description: 'Counted from 0' }),
  turn: Nullable(Type.Integer({ description: 'Turns so far at that time' })),
})
/** What the doctor finds in the log of one player of a match. */
export type FindingBody = Shape<typeof FindingBody>

/** For the owners of the players, each its own. */
export const FindingsBody = Type.Object({
  match: Id,
  complete: Type.Boolean({ description: 'The log is complete' }),
  findings: List(FindingBody),
})
export type FindingsBody = Shape<typeof FindingsBody>

/** One line that one side said to the other, or a note of the server. */
export const LineBody = Type.Object({
  at: DateTime,
  from: words(['arena', 'team', 'note']),
  text: Type.String(),
  round: Type.Integer({ description: 'Counted from 0' }),
  turn: Type.Integer({ description: 'Turns so far at that time' }),
})
export type LineBody = Shape<typeof LineBody>

const LogBody = Type.Object({
  player: PlayerIndex(),
  name: Type.String(),
  wire: words(['program', 'sse', 'http', 'tcp']),
  stderr: Nullable(Type.String({ description: 'Beginning and end of it; only of programs' })),
  lines: List(LineBody),
  note: Nullable(Type.String({ description: 'Why there is no log, in one sentence' })),
})
/** What one player of a match wrote and was told. */
export type LogBody = Shape<typeof LogBody>

export const LogsBody = Type.Object({
  match: Id,
  complete: Type.Boolean({ description: 'The log is complete' }),
  logs: List(LogBody),
})
export type LogsBody = Shape<typeof LogsBody>

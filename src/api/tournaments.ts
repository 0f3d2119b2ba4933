import { Type } from 'typebox'
import type { Interval } from '../rating/elo.ts'
import type { ResultRating as MadeRating, ResultSprt, TournamentResult as Made } from './tournament-result.ts'
import { FieldBody } from './challenges.ts'
import {
  ChallengeId,
  DateTime,
  Id,
  Limit,
  List,
  Nullable,
  PairOf,
  Seed,
  Settings,
  words,
  type Shape,
} from './schema.ts'

/** Tournaments, their formats and the marks of their judges. */

const Options = Type.Record(Type.String({ maxLength: 32 }), Type.Unknown())

export const FormatParams = Type.Object({ format: Type.String({ maxLength: 64 }) })

const FormatBody = Type.Object({
  id: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  options: List(FieldBody),
})
export type FormatBody = Shape<typeof FormatBody>

export const FormatList = Type.Object({ formats: List(FormatBody) })
export type FormatList = Shape<typeof FormatList>

export const CountBody = Type.Object(
  {
    entrants: Type.Integer({ minimum: 0, maximum: 1000 }),
    options: Type.Optional(Options),
  },
  { additionalProperties: false },
)
export type CountBody = Shape<typeof CountBody>

/** How many matches a tournament takes. */
export const MatchCountBody = Type.Object({ least: Type.Integer(), most: Type.Integer() })
export type MatchCountBody = Shape<typeof MatchCountBody>

export const TournamentParams = Type.Object({ tournament: Id })

const TournamentStatus = words(['waiting', 'running', 'paused', 'over'])
export type TournamentStatus = Shape<typeof TournamentStatus>

export const ReportQuery = Type.Object({
  table: Type.Optional(
    words(['standings', 'ratings', 'crosstable', 'superiority', 'statistics', 'matches'], {
      description: 'Which table; `standings` by default',
    }),
  ),
})

export const TournamentQuery = Type.Object({
  status: Type.Optional(TournamentStatus),
  before: Type.Optional(Id),
  limit: Limit,
})

export const EntryState = words(['closed', 'open', 'approval'], {
  description: 'Whether teams can join by the link: `approval` means that the organiser decides on each',
})
export type EntryState = Shape<typeof EntryState>

// Not of the format date-time: the server reads it itself, and says in one sentence what it expects.
export const EntryCloses = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: 64,
  description: 'A date and a time with its zone: entry is closed from then on; null: until the start',
  examples: ['2026-11-16T15:00:00Z'],
})

export const NewTournamentBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    challenge: ChallengeId,
    format: Type.String({ maxLength: 64, examples: ['round-robin-knock-out'] }),
    options: Type.Optional(Options),
    entrants: List(Type.String({ maxLength: 64 }), {
      maxItems: 1000,
      description:
        '`player:ID`, `bot:ID` (its newest version when the contest starts), `bot:ID@VERSION` or `house:NAME`; the order is the seeding. There may be none if teams can join',
    }),
    seed: Type.Optional(Seed),
    settings: Type.Optional(Settings),
    benchAfter: Type.Optional(Type.Integer({ minimum: 1 })),
    nodes: Type.Optional(Type.Integer({ minimum: 1 })),
    openings: Type.Optional(
      Type.Boolean({
        description:
          'Whether matches begin with openings of the game; without it they do, where the game has any and its contest does not fix the start',
      }),
    ),
    entry: Type.Optional(EntryState),
    entryCloses: Type.Optional(EntryCloses),
  },
  { additionalProperties: false },
)
export type NewTournamentBody = Shape<typeof NewTournamentBody>

/** An entrant that a match waits for. */
const AbsentBody = Type.Object({
  entrant: Type.String(),
  match: Id,
  until: DateTime,
})
export type AbsentBody = Shape<typeof AbsentBody>

export const TournamentBody = Type.Object({
  id: Id,
  name: Type.String(),
  challenge: Type.String(),
  title: Type.String({ description: 'Of the challenge' }),
  format: Type.String(),
  formatTitle: Type.String(),
  status: TournamentStatus,
  published: Nullable(DateTime),
  created: DateTime,
  entrants: Type.Integer({ description: 'How many' }),
  played: Type.Integer({ description: 'Matches that have ended' }),
  known: Nullable(Type.Integer({ description: 'Matches there will be, as far as that is known' })),
  leader: Nullable(Type.String({ description: 'Who is first, if one alone is' })),
  leaderBy: Type.Optional(
    Type.String({
      description: 'What put the leader first, where that was no match: seeding, a draw of lots, judges',
    }),
  ),
  entry: EntryState,
  entryCloses: Nullable(DateTime),
  join: Nullable(
    Type.String({ description: 'The path of the join link, `/join/CODE`; null unless teams can enter now' }),
  ),
  starts: Nullable(DateTime),
  nextRound: Nullable(
    Type.Object(
      { round: Type.Integer({ minimum: 1 }), at: Nullable(DateTime) },
      {
        description: 'The round that has not been called; `at` is null if the organiser calls it',
      },
    ),
  ),
  absent: List(AbsentBody, { description: 'Entrants that a match waits for now' }),
})
export type TournamentBody = Shape<typeof TournamentBody>

export const TournamentList = Type.Object({ tournaments: List(TournamentBody) })
export type TournamentList = Shape<typeof TournamentList>

/** The data of the event `changed`. */
export type TournamentChange = Pick<TournamentBody, 'played' | 'known' | 'status'>

/** As it comes over JSON, which has no infinity: the numbers of an interval are null where nothing bounds them. */
export interface TournamentResult extends Omit<Made, 'ratings' | 'goingFirst' | 'sprt'> {
  readonly ratings: readonly ResultRating[]
  readonly goingFirst?: Bounds
  readonly sprt?: Omit<ResultSprt, 'elo'> & { readonly elo: Bounds }
}

export type ResultRating = Omit<MadeRating, keyof Interval> & Bounds

type Bounds = { readonly [Key in keyof Interval]: number | null }

const ScheduledMatch = Type.Object({
  key: Type.String(),
  stage: Type.String(),
  round: Type.Integer({ minimum: 1 }),
  players: PairOf(Type.String()),
  match: Nullable(Id),
  status: words(['waiting', 'playing', 'over']),
})
export type ScheduledMatch = Shape<typeof ScheduledMatch>

export const WholeTournamentBody = Type.Intersect([
  TournamentBody,
  Type.Object({
    about: Type.String({ description: 'What the format does, in a sentence' }),
    teams: List(Type.Object({ name: Type.String(), player: Id }), {
      description: 'Whose entrants these are, where they are somebody’s',
    }),
    matches: List(Type.Object({ key: Type.String(), match: Id })),
    schedule: List(ScheduledMatch, {
      description: 'What was played, by round, and what can be played now, the next 200 at most',
    }),
    result: Type.Unsafe<TournamentResult>({ type: 'object', additionalProperties: true }),
  }),
])
export type WholeTournamentBody = Shape<typeof WholeTournamentBody>

/** An entrant's name as it stands in the standings. */
const EntrantName = Type.String({ maxLength: 200 })

export const WithdrawalBody = Type.Object({ entrant: EntrantName }, { additionalProperties: false })
export type WithdrawalBody = Shape<typeof WithdrawalBody>

export const NewMarkBody = Type.Object(
  {
    judge: Type.String({ minLength: 1, maxLength: 64 }),
    entrant: EntrantName,
    points: Type.Number(),
  },
  { additionalProperties: false },
)

const MarkBody = Type.Object({ judge: Type.String(), entrant: Type.String(), points: Type.Number() })
export type MarkBody = Shape<typeof MarkBody>

export const MarkList = Type.Object({ marks: List(MarkBody) })
export type MarkList = Shape<typeof MarkList>

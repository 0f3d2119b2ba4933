import { Type } from 'typebox'
import type { Interval } from '../rating/elo.ts'
import type { ResultRating as MadeRating, ResultSprt, TournamentResult as Made } from './tournament-result.ts'
import { FieldBody } from './challenges.ts'
import { MAX_PLAYER } from './matches.ts'
import {
  Before,
  ChallengeId,
  DateTime,
  Id,
  Limit,
  List,
  Nullable,
  PairOf,
  Seed,
  Settings,
  TournamentId,
  words,
  type Shape,
} from './schema.ts'

/** Tournaments, their formats and the marks of their judges. */

const Options = Type.Record(Type.String({ maxLength: 32 }), Type.Unknown())

export const FormatParams = Type.Object({
  format: Type.String({
    maxLength: 64,
    description: 'The id of a format, as `/api/v1/formats` lists them',
    examples: ['round-robin'],
  }),
})

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

export const TournamentParams = Type.Object({ tournament: TournamentId })

export const WholeTournamentQuery = Type.Object({
  tables: Type.Optional(
    words(['whole', 'short'], {
      description:
        '`short`: `crosstable` and `superiority` have the first 64 entrants only. With 1,000 entrants the answer is then a fifth as long',
      examples: ['short'],
    }),
  ),
})

const TOURNAMENT_STATUSES = ['waiting', 'running', 'paused', 'over'] as const
const TournamentStatus = words(TOURNAMENT_STATUSES)
export type TournamentStatus = Shape<typeof TournamentStatus>

export const ReportQuery = Type.Object({
  table: Type.Optional(
    words(['standings', 'ratings', 'crosstable', 'superiority', 'statistics', 'matches'], {
      description: 'Which table; `standings` by default',
      examples: ['crosstable'],
    }),
  ),
})

export const TournamentQuery = Type.Object({
  status: Type.Optional(
    words(TOURNAMENT_STATUSES, { description: 'Only contests of this status', examples: ['running'] }),
  ),
  before: Before,
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

const BreakBody = Type.Object({ from: DateTime, to: DateTime })
const RoundTimeBody = Type.Object({ round: Type.Integer({ minimum: 1 }), at: DateTime })
const RoundCalls = words(['free', 'called'])

/** When a tournament starts, and when its matches are called. */
const PlanBody = Type.Object({
  starts: Nullable(DateTime),
  atOnce: Type.Integer({ description: 'Matches that run at once, at most' }),
  breaks: List(BreakBody, { description: 'No match is called from `from` to `to`' }),
  rounds: RoundCalls,
  roundTimes: List(RoundTimeBody, { description: 'No match of the round is called before `at`' }),
  absentSeconds: Nullable(
    Type.Integer({
      description:
        'How long a match waits for an absent team; null: it is called at once, and the rules say how long a team may take to show up',
    }),
  ),
})
export type PlanBody = Shape<typeof PlanBody>

const WantedTime = (description: string) =>
  Type.Unsafe<string>({
    type: 'string',
    maxLength: 64,
    description,
    examples: ['2026-11-16T15:00:00Z'],
  })

const PLAN_FIELDS = {
  starts: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 64,
      description: 'It starts by itself then; null: when the organiser starts it',
      examples: ['2026-11-16T15:00:00Z'],
    }),
  ),
  atOnce: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
  breaks: Type.Optional(
    List(
      Type.Object(
        { from: WantedTime('No match is called from then on'), to: WantedTime('Matches are called again') },
        { additionalProperties: false },
      ),
      { maxItems: 50 },
    ),
  ),
  rounds: Type.Optional(RoundCalls),
  roundTimes: Type.Optional(
    List(
      Type.Object(
        {
          round: Type.Integer({ minimum: 1, maximum: 100_000 }),
          at: WantedTime('No match of the round is called before'),
        },
        { additionalProperties: false },
      ),
      { maxItems: 200 },
    ),
  ),
  absentSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
}

export const NewPlanBody = Type.Object(PLAN_FIELDS, { additionalProperties: false })
export type NewPlanBody = Shape<typeof NewPlanBody>

/** What is left out stays as it is. */
export const PlanChangeBody = Type.Object(
  {
    ...PLAN_FIELDS,
    clock: Type.Optional(
      Type.String({ maxLength: 32, description: 'Only before the start', examples: ['10s', '60s+2s'] }),
    ),
  },
  { additionalProperties: false },
)
export type PlanChangeBody = Shape<typeof PlanChangeBody>

export const NewTournamentBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    challenge: ChallengeId,
    format: Type.String({ maxLength: 64, examples: ['round-robin-knock-out'] }),
    options: Type.Optional(Options),
    entrants: List(Type.String({ maxLength: MAX_PLAYER }), {
      maxItems: 1000,
      description:
        '`player:ID`, `bot:ID` (its newest version when the contest starts), `bot:ID@VERSION`, `house:NAME` or `llm:MODEL`, a language model; the order is the seeding. There may be none if teams can join',
    }),
    seed: Type.Optional(Seed),
    settings: Type.Optional(Settings),
    benchAfter: Type.Optional(Type.Integer({ minimum: 1 })),
    clock: Type.Optional(
      Type.String({
        maxLength: 32,
        description:
          'How long a player may think: `10s` or `500ms` a move, `60s+2s` for a budget; by default the clock of the challenge',
        examples: ['10s'],
      }),
    ),
    plan: Type.Optional(NewPlanBody),
    nodes: Type.Optional(Type.Integer({ minimum: 1 })),
    openings: Type.Optional(
      Type.Boolean({
        description:
          'Whether matches begin with openings of the game; without it they do, where the game has any and its contest does not fix the start',
      }),
    ),
    entry: Type.Optional(EntryState),
    entryCloses: Type.Optional(EntryCloses),
    after: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The contest whose best play on here: a team that joined it has the same name here, with its bot, too',
        examples: [3],
      }),
    ),
  },
  { additionalProperties: false },
)
export type NewTournamentBody = Shape<typeof NewTournamentBody>

const Reason = Type.String({ minLength: 1, maxLength: 500 })
const MatchKey = Type.String({ maxLength: 200, description: 'The key of the match in the schedule' })

export const RoundCallBody = Type.Object(
  { round: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })) },
  { additionalProperties: false },
)

export const ExtensionBody = Type.Object(
  {
    what: words(['start', 'break', 'absence']),
    minutes: Type.Integer({ minimum: 1, maximum: 1440 }),
    entrant: Type.Optional(Type.String({ maxLength: 200, description: 'Whose absence; all by default' })),
    reason: Type.Optional(Reason),
  },
  { additionalProperties: false },
)
export type ExtensionBody = Shape<typeof ExtensionBody>

export const ReplayBody = Type.Object({ key: MatchKey, reason: Reason }, { additionalProperties: false })
export type ReplayBody = Shape<typeof ReplayBody>

export const RulingBody = Type.Object(
  {
    key: MatchKey,
    winner: Nullable(Type.String({ maxLength: 200, description: 'The entrant that wins; null: a draw' })),
    reason: Reason,
  },
  { additionalProperties: false },
)
export type RulingBody = Shape<typeof RulingBody>

const TournamentActionBody = Type.Object({
  id: Id,
  at: DateTime,
  who: Type.String(),
  what: Type.String({ description: 'In words' }),
  reason: Nullable(Type.String()),
})
export type TournamentActionBody = Shape<typeof TournamentActionBody>

export const TournamentActionList = Type.Object({
  actions: List(TournamentActionBody),
  next: Nullable(Id),
})
export type TournamentActionList = Shape<typeof TournamentActionList>

export const EstimateBody = Type.Object(
  {
    challenge: ChallengeId,
    entrants: Type.Integer({ minimum: 0, maximum: 1000 }),
    options: Type.Optional(Options),
    settings: Type.Optional(Settings),
    clock: Type.Optional(Type.String({ maxLength: 32 })),
    ...PLAN_FIELDS,
  },
  { additionalProperties: false },
)
export type EstimateBody = Shape<typeof EstimateBody>

/** How many matches a tournament takes, and how long. */
export const TimeEstimateBody = Type.Object({
  least: Type.Integer(),
  most: Type.Integer(),
  quickMs: Type.Integer({
    description:
      'From the start to the end, breaks and the wait for rounds at set times included, if bots answer at once. Of an SPRT: for its first pair of matches',
  }),
  longestMs: Nullable(
    Type.Integer({ description: 'The same if every move takes all its time; null without a clock' }),
  ),
  turns: Type.Integer({ description: 'Of a random game' }),
})
export type TimeEstimateBody = Shape<typeof TimeEstimateBody>

/** What a new contest needs, beside its format and entrants, to be played as this one. */
const TermsBody = Type.Object({
  clock: Nullable(
    Type.String({ description: 'As a new contest takes it, like `60s+2s`; null: that of the challenge' }),
  ),
  settings: Type.Record(Type.String(), Type.String(), {
    description: 'Of the game, as texts that a new contest takes; without those that are as in the challenge',
    examples: [{ width: '20' }],
  }),
  openings: Type.Boolean(),
  nodes: Nullable(Type.Integer()),
  benchAfter: Nullable(Type.Integer()),
})
export type TermsBody = Shape<typeof TermsBody>

/** An entrant that a match waits for. */
const AbsentBody = Type.Object({
  entrant: Type.String(),
  player: Nullable(Id),
  opponent: Type.String({ description: 'Of the match that waits; it plays its other matches meanwhile' }),
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

/** What the organiser decided of a match, and why. */
const DecisionBody = Type.Object({
  by: Type.String({ description: 'The organiser who decided' }),
  reason: Type.String(),
})
export type DecisionBody = Shape<typeof DecisionBody>

const ScheduledMatch = Type.Object({
  key: Type.String(),
  stage: Type.String(),
  round: Type.Integer({ minimum: 1 }),
  players: PairOf(Type.String()),
  match: Nullable(Id),
  status: words(['waiting', 'playing', 'over']),
  ruled: Nullable(DecisionBody),
  annulled: List(Type.Intersect([DecisionBody, Type.Object({ match: Nullable(Id), at: DateTime })]), {
    description: 'What was played before, and does not count any more',
  }),
})
export type ScheduledMatch = Shape<typeof ScheduledMatch>

export const WholeTournamentBody = Type.Intersect([
  TournamentBody,
  Type.Object({
    about: Type.String({ description: 'What the format does, in a sentence' }),
    teams: List(Type.Object({ name: Type.String(), player: Id }), {
      description: 'The owner of these entrants, if they have one',
    }),
    matches: List(Type.Object({ key: Type.String(), match: Id })),
    plan: PlanBody,
    clock: Type.String({ description: 'How long a player may think, in words' }),
    terms: TermsBody,
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

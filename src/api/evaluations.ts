import { Type } from 'typebox'
import { LineBody } from './matches.ts'
import {
  Before,
  ChallengeId,
  DateTime,
  Id,
  IdOf,
  Limit,
  List,
  Nullable,
  words,
  type Shape,
} from './schema.ts'

/** Where teams wait to be called, their evaluations, and single battles. */

export const NewTeamUrlBody = Type.Object(
  { challenge: ChallengeId, url: Nullable(Type.String({ maxLength: 2000 })) },
  { additionalProperties: false },
)
export type NewTeamUrlBody = Shape<typeof NewTeamUrlBody>

const TeamUrlBody = Type.Object({ challenge: Type.String(), url: Type.String() })
export type TeamUrlBody = Shape<typeof TeamUrlBody>

export const TeamUrlsBody = Type.Object({ urls: List(TeamUrlBody) })
export type TeamUrlsBody = Shape<typeof TeamUrlsBody>

export const CaseQuery = Type.Object({
  challenge: Type.String({
    maxLength: 64,
    description: 'A challenge of the SSE arena: `tic-tac-toe` or `quoridor`',
    examples: ['tic-tac-toe'],
  }),
})

const CaseBody = Type.Object({
  case: Type.String(),
  about: Type.String({ description: 'What the house does' }),
  side: Type.String({ description: 'Where the team sits' }),
  possible: Type.Integer({ description: 'Points that the case is worth' }),
})
/** A graded case. */
export type CaseBody = Shape<typeof CaseBody>

export const CaseList = Type.Object({ cases: List(CaseBody) })
export type CaseList = Shape<typeof CaseList>

export const RunParams = Type.Object({ id: IdOf('The id of an evaluation', 1) })

export const RunQuery = Type.Object({
  player: Type.Optional(IdOf('Only evaluations of this team; for the organiser', 1001)),
  before: Before,
  limit: Limit,
})

export const NewRunBody = Type.Object(
  {
    challenge: ChallengeId,
    caseType: Type.Optional(Type.String({ maxLength: 64 })),
    player: Type.Optional(Id),
    sequential: Type.Optional(
      Type.Boolean({
        description:
          'Whether the answer to each call is awaited before the next; if not given, only where the team needs it',
      }),
    ),
  },
  { additionalProperties: false },
)
export type NewRunBody = Shape<typeof NewRunBody>

const RunCaseBody = Type.Object({
  case: Type.String(),
  about: Type.String(),
  side: Type.String(),
  battle: Type.String(),
  match: Id,
  status: words(['waiting', 'playing', 'over']),
  possible: Type.Integer(),
  points: Nullable(Type.Integer()),
  reason: Nullable(Type.String()),
})
/** A case of one evaluation; points and reason are null until it is over. */
export type RunCaseBody = Shape<typeof RunCaseBody>

const runFields = {
  id: Id,
  challenge: Type.String(),
  player: Nullable(Id),
  teamUrl: Type.String(),
  caseType: Nullable(Type.String()),
  status: words(['running', 'over']),
  score: Nullable(Type.Integer()),
  possible: Nullable(Type.Integer()),
  message: Nullable(Type.String({ description: 'The whole report' })),
  callback: Nullable(
    Type.Object({
      delivered: Type.Boolean(),
      attempts: Type.Integer(),
      problem: Nullable(Type.String()),
    }),
  ),
  created: DateTime,
  ended: Nullable(DateTime),
}

const RunHeadBody = Type.Object(runFields)
/** An evaluation without its cases. */
export type RunHeadBody = Shape<typeof RunHeadBody>

export const RunBody = Type.Object({ ...runFields, cases: List(RunCaseBody) })
export type RunBody = Shape<typeof RunBody>

export const RunList = Type.Object({ evaluations: List(RunHeadBody), next: Nullable(Id) })
export type RunList = Shape<typeof RunList>

/** The data of the event `line` of an evaluation. */
export type RunLine = LineBody & { readonly battle: string }

export const BattleParams = Type.Object({
  battle: Type.String({
    maxLength: 64,
    description: 'The id of a battle: each side of a match has its own',
    examples: ['1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'],
  }),
})

export const NewBattleBody = Type.Object(
  {
    challenge: ChallengeId,
    opponent: Type.String({ maxLength: 64, description: 'player:ID', examples: ['player:1002'] }),
    side: Type.Optional(words(['first', 'second'])),
  },
  { additionalProperties: false },
)

export const BattleBody = Type.Object({
  battle: Type.String({ description: 'The id you start and play with' }),
  match: Id,
  challenge: Type.String(),
  side: Type.String(),
  case: Nullable(Type.String()),
  status: words(['open', 'waiting', 'playing', 'over']),
  winner: Nullable(Type.String({ description: 'The name of a side, or draw' })),
  reason: Nullable(Type.String({ description: 'How it ended and why' })),
})
export type BattleBody = Shape<typeof BattleBody>

export const TranscriptBody = Type.Object({
  battle: Type.String(),
  match: Id,
  reason: Nullable(Type.String()),
  lines: List(LineBody),
})

import { Type } from 'typebox'
import { Id, Nullable, words } from './schemas.ts'

/** What the SSE arena says no with; it is read by programs that expect nothing else. */
export const WireProblem = Type.Object({ error: Type.String() })

const DateTime = Type.String({ format: 'date-time' })

export const TeamUrlsBody = Type.Object({
  urls: Type.Array(Type.Object({ challenge: Type.String(), url: Type.String() })),
})

export const CaseBody = Type.Object({
  case: Type.String(),
  about: Type.String({ description: 'What the house does' }),
  side: Type.String({ description: 'Where the team sits' }),
  possible: Type.Integer({ description: 'Points to be earned' }),
})

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

export const RunBody = Type.Object({ ...runFields, cases: Type.Array(RunCaseBody) })

export const RunList = Type.Object({ evaluations: Type.Array(Type.Object(runFields)), next: Nullable(Id) })

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

const LineBody = Type.Object({
  at: DateTime,
  from: words(['arena', 'team', 'note']),
  text: Type.String(),
  round: Type.Integer({ description: 'Counted from 0' }),
  turn: Type.Integer({ description: 'Turns that had been played then' }),
})

export const TranscriptBody = Type.Object({
  battle: Type.String(),
  match: Id,
  reason: Nullable(Type.String()),
  lines: Type.Array(LineBody),
})

/** What was written and said in a match, of the seats that one may see. */
export const LogsBody = Type.Object({
  match: Id,
  complete: Type.Boolean({ description: 'Nothing more will come' }),
  logs: Type.Array(
    Type.Object({
      player: Type.Integer({ minimum: 0, maximum: 1 }),
      name: Type.String(),
      wire: words(['program', 'sse', 'http']),
      stderr: Nullable(Type.String({ description: 'Beginning and end of it; only of programs' })),
      lines: Type.Array(LineBody),
      note: Nullable(Type.String({ description: 'Why there is nothing, in one sentence' })),
    }),
  ),
})

import { Type } from 'typebox'
import {
  ChallengeId,
  DateTime,
  Id,
  KeyInQuery,
  List,
  Nullable,
  PageQuery,
  words,
  type Shape,
} from './schema.ts'

/** Programs that play for a team on the server, and their versions. */

export const BotParams = Type.Object({ bot: Id })

export const VersionParams = Type.Object({ bot: Id, version: Id })

export const BotQuery = Type.Intersect([
  PageQuery,
  Type.Object({
    player: Type.Optional(Id),
    challenge: Type.Optional(ChallengeId),
  }),
])

export const NewBotBody = Type.Object(
  { challenge: ChallengeId, name: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
)
export type NewBotBody = Shape<typeof NewBotBody>

export const BotBody = Type.Object({
  id: Id,
  player: Id,
  challenge: Type.String(),
  name: Type.String(),
  created: DateTime,
  plays: Nullable(Type.Integer({ description: 'The newest version that passed' })),
})
export type BotBody = Shape<typeof BotBody>

export const BotList = Type.Object({ bots: List(BotBody) })
export type BotList = Shape<typeof BotList>

export const UploadQuery = Type.Object({
  build: Type.Optional(List(Type.String({ maxLength: 1024 }), { maxItems: 10 })),
  run: Type.Optional(Type.String({ maxLength: 1024 })),
  ...KeyInQuery,
})

export const ProgramBody = Type.Object(
  { command: Type.String({ minLength: 1, maxLength: 1024 }) },
  { additionalProperties: false },
)

export const VersionBody = Type.Object({
  bot: Id,
  version: Type.Integer(),
  kind: words(['program', 'upload']),
  status: words(['waiting', 'passed', 'failed', 'unjudged']),
  report: Nullable(Type.String()),
  log: Nullable(Type.String()),
  created: DateTime,
})
export type VersionBody = Shape<typeof VersionBody>

export const VersionList = Type.Object({ versions: List(VersionBody) })
export type VersionList = Shape<typeof VersionList>

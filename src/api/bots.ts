import { Type } from 'typebox'
import {
  BotId,
  ChallengeId,
  ChallengeParam,
  DateTime,
  Id,
  IdOf,
  KeyInQuery,
  List,
  Nullable,
  PageQuery,
  words,
  type Shape,
} from './schema.ts'

/** Programs that play for a team on the server, and their versions. */

export const BotParams = Type.Object({ bot: BotId })

export const VersionParams = Type.Object({
  bot: BotId,
  version: IdOf('The number of a version of this bot, from 1 up', 1),
})

export const BotQuery = Type.Intersect([
  PageQuery,
  Type.Object({
    player: Type.Optional(IdOf('Only bots of this team', 1001)),
    challenge: Type.Optional(ChallengeParam),
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
  file: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'The body is one source file of this name, not an archive',
      examples: ['bot.py'],
    }),
  ),
  build: Type.Optional(
    List(Type.String({ maxLength: 1024 }), {
      maxItems: 10,
      description:
        'The commands that build it, in their order; without them the server derives them from the files',
      examples: [['gcc -O2 -o bot bot.c']],
    }),
  ),
  run: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: 'The command that runs it; without it the server derives it from the files',
      examples: ['./bot'],
    }),
  ),
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

/** Events of the stream that follows a build: `line`, `step` and, last, `verdict` with the version. */
export const BuildLineBody = Type.Object({
  text: Type.String(),
  from: words(['program', 'arena'], { description: 'The source of the line: a build command, or the arena' }),
})
export type BuildLineBody = Shape<typeof BuildLineBody>

export const BuildStepBody = Type.Object({
  step: words(['waiting', 'unpacking', 'building', 'trying']),
  ahead: Type.Optional(Type.Integer({ description: 'Builds that come before, while it waits' })),
  why: Type.Optional(
    Type.String({ description: 'The thing that it waits for, if no worker can build it now' }),
  ),
})
export type BuildStepBody = Shape<typeof BuildStepBody>

export const VersionList = Type.Object({ versions: List(VersionBody) })
export type VersionList = Shape<typeof VersionList>

import { Type } from 'typebox'
import { DateTime, Id, Nullable, words, type Shape } from './schema.ts'

/** The state of the server itself. */

export const HealthBody = Type.Object({ status: Type.Literal('ok') })

export const ReadyBody = Type.Object({
  status: Type.Literal('ok'),
  playing: Type.Integer(),
  queued: Type.Integer(),
})

/** A message of the organiser to all pages: plain text. */
export const AnnouncementBody = Type.Object({
  id: Id,
  text: Type.String(),
  posted: DateTime,
  expires: Nullable(DateTime),
})
export type AnnouncementBody = Shape<typeof AnnouncementBody>

export const NewAnnouncementBody = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 500 }),
    expires: Type.Optional(Type.String({ maxLength: 40, description: 'A time as RFC 3339 writes it' })),
  },
  { additionalProperties: false },
)

export const ServerBody = Type.Object({
  disk: words(['ample', 'short', 'full']),
  announcement: Nullable(AnnouncementBody),
})
export type ServerBody = Shape<typeof ServerBody>

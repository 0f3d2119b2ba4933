import { Type } from 'typebox'
import { words, type Shape } from './schema.ts'

/** The state of the server itself. */

export const HealthBody = Type.Object({ status: Type.Literal('ok') })

export const ReadyBody = Type.Object({
  status: Type.Literal('ok'),
  playing: Type.Integer(),
  queued: Type.Integer(),
})

export const ServerBody = Type.Object({ disk: words(['ample', 'short', 'full']) })
export type ServerBody = Shape<typeof ServerBody>

import buildSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { onFirstUse } from './on-first-use.ts'
import { oncePerSchema } from './once-per-schema.ts'

const compileOnce = oncePerSchema((schema: unknown) =>
  // The status has no part in it: it only chooses the schema.
  buildSerializers()({}, {})({ schema, method: '', url: '', httpStatus: '' }),
)

/** The framework's own compiler; a serializer is compiled when its first answer is sent. */
export function serializerCompiler(): FastifySerializerCompiler<unknown> {
  return ({ schema }) => {
    const serialize = onFirstUse(() => compileOnce(schema))
    return (data: unknown) => serialize()(data)
  }
}

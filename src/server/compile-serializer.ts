import buildSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { onFirstUse } from './on-first-use.ts'

/** The framework's own compiler; a serializer is compiled when its first answer is sent. */
export function serializerCompiler(): FastifySerializerCompiler<unknown> {
  const compile = buildSerializers()({}, {})
  return ({ httpStatus = '', ...route }) => {
    const serialize = onFirstUse(() => compile({ ...route, httpStatus }))
    return (data: unknown) => serialize()(data)
  }
}

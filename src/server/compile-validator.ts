import { Ajv } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'

const OPTIONS = { useDefaults: true, allowUnionTypes: true } as const

/** What stands in an address is text, whatever it means; what comes as JSON is what it says it is. */
export function validatorCompiler(): FastifySchemaCompiler<object> {
  const texts = new Ajv({ ...OPTIONS, coerceTypes: 'array' })
  const documents = new Ajv(OPTIONS)
  return ({ schema, httpPart }) => (httpPart === 'body' ? documents : texts).compile(schema)
}

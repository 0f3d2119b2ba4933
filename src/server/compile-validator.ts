import { Ajv, type AnySchema } from 'ajv'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'

const OPTIONS = { useDefaults: true, allowUnionTypes: true } as const

/**
 * What stands in an address is text, whatever it means; what comes as JSON is what it says it is. `1e999` is a number to
 * both, and becomes Infinity: Ajv holds it to no maximum, so nothing that is not finite passes any schema.
 */
export function validatorCompiler(): FastifySchemaCompiler<AnySchema> {
  const texts = new Ajv({ ...OPTIONS, coerceTypes: 'array' })
  const documents = new Ajv(OPTIONS)
  return ({ schema, httpPart }) => {
    const validate = (httpPart === 'body' ? documents : texts).compile(schema)
    return (data: unknown) => {
      if (!validate(data)) return { error: (validate.errors ?? []) as FastifySchemaValidationError[] }
      const path = findNonFinite(data)
      return path === undefined ? { value: data } : { error: [notFinite(path)] }
    }
  }
}

/** The path of the first such number, as a JSON Pointer. A list, not recursion: JSON may be nested deeper than the stack. */
function findNonFinite(data: unknown): string | undefined {
  const left: (readonly [path: string, value: unknown])[] = [['', data]]
  for (const [path, value] of left) {
    if (typeof value === 'number' && !Number.isFinite(value)) return path
    if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) left.push([`${path}/${name}`, part])
  }
  return undefined
}

const notFinite = (instancePath: string): FastifySchemaValidationError => ({
  instancePath,
  keyword: 'finite',
  schemaPath: '',
  params: {},
  message: 'must be a finite number',
})

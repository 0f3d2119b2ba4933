import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import { explainSchemaErrors } from './explain-schema-errors.ts'
import { onFirstUse } from './on-first-use.ts'
import { oncePerSchema } from './once-per-schema.ts'

const OPTIONS = { useDefaults: true, allowUnionTypes: true } as const

const textsCompiler = onFirstUse(() => new Ajv({ ...OPTIONS, coerceTypes: 'array' }))
const documentsCompiler = onFirstUse(() => new Ajv(OPTIONS))

const compileForTexts = oncePerSchema((schema: AnySchema): ValidateFunction =>
  textsCompiler().compile(schema),
)
const compileForDocuments = oncePerSchema((schema: AnySchema): ValidateFunction =>
  documentsCompiler().compile(schema),
)

/**
 * Values in an address are text and are coerced; values in JSON have a type already. `1e999` becomes Infinity in both, and
 * Ajv compares it with no maximum: so a number that is not finite is refused for every schema.
 */
export function validatorCompiler(): FastifySchemaCompiler<AnySchema> {
  return ({ schema, httpPart }) => {
    const validator = onFirstUse(() => (httpPart === 'body' ? compileForDocuments : compileForTexts)(schema))
    return (data: unknown) => {
      const validate = validator()
      if (!validate(data)) return { error: [...explainSchemaErrors(validate.errors ?? [])] }
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

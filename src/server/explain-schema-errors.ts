import type { ErrorObject } from 'ajv'
import type { FastifySchemaValidationError } from 'fastify'

/**
 * What a client did wrong, from all that Ajv says. Where a value may have one of several forms, Ajv says what is wrong with it in each
 * form: only the form that the client most likely meant is kept.
 */
export function explainSchemaErrors(errors: readonly ErrorObject[]): readonly FastifySchemaValidationError[] {
  let told: readonly ErrorObject[] = []
  for (const error of errors) told = error.keyword === 'anyOf' ? chooseForm(told, error) : [...told, error]
  return told.map(withNames)
}

/** Replaces the errors of all forms by those of one. They stand before the error that sums them up. */
function chooseForm(told: readonly ErrorObject[], summary: ErrorObject): readonly ErrorObject[] {
  const { instancePath, schemaPath } = summary
  const inForm = (error: ErrorObject): string | undefined =>
    error.schemaPath.startsWith(`${schemaPath}/`)
      ? error.schemaPath.slice(schemaPath.length + 1).split('/')[0]
      : undefined
  const before = told.filter((error) => inForm(error) === undefined)
  const tried = told.filter((error) => inForm(error) !== undefined)
  const isHere = (error: ErrorObject, keyword: string): boolean =>
    error.instancePath === instancePath && error.keyword === keyword
  const types = [
    ...new Set(tried.flatMap((error) => (isHere(error, 'type') ? [String(error.params['type'])] : []))),
  ]
  if (tried.every((error) => isHere(error, 'type')))
    return [...before, { ...summary, message: `must be ${types.join(' or ')}` }]
  // A form that the value has no field of, or whose type it has not, was not meant.
  const meant = tried.find((error) => !isHere(error, 'type') && !isHere(error, 'required'))
  if (meant) return [...before, ...tried.filter((error) => inForm(error) === inForm(meant))]
  const fields = tried.flatMap(({ params }) => params['missingProperty'] ?? [])
  return [...before, { ...summary, message: `must have one of the fields ${fields.join(', ')}` }]
}

/** Ajv says that a word is none of the allowed ones, or that a field is not allowed, and names none of these. */
function withNames(error: ErrorObject): FastifySchemaValidationError {
  const { keyword, params } = error
  if (keyword === 'enum')
    return { ...error, message: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` }
  if (keyword === 'const') return { ...error, message: `must be ${JSON.stringify(params['allowedValue'])}` }
  if (keyword === 'additionalProperties')
    return { ...error, message: `must not have the field ${JSON.stringify(params['additionalProperty'])}` }
  if (keyword === 'required')
    return { ...error, message: `must have the field ${String(params['missingProperty'])}` }
  return error
}

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isObject } from '../../src/base/json.ts'

/** The parts of a response that the published description covers. */
export interface Described {
  readonly method: string
  /** The path of the request, with its query. */
  readonly path: string
  readonly status: number
  readonly contentType: string
  /** The decoded body; undefined if there is none, or if it must not be checked. */
  readonly body: unknown
}

export type Contract = (response: Described) => void

/** Pages and files, which are not in the description of the API. */
const UNDESCRIBED = /^\/(?:docs|openapi\.json|organiser|favicon\.ico|matches\/\d+)?(?:\/|$)/

/** The SSE arena has its own form of errors; its addresses begin with any word. */
const OWN_ERRORS = /^\/\{game\}\//

/** Checks responses against the published description: throws on anything that it does not describe. */
export function readContract(document: unknown): Contract {
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  formats.default(ajv)
  const known = new Map<unknown, ValidateFunction>()
  const operations = operationsOf(document).toSorted(
    (a, b) => Number(OWN_ERRORS.test(a.path)) - Number(OWN_ERRORS.test(b.path)),
  )
  const problem = ajv.compile({
    type: 'object',
    required: ['error', 'message'],
    additionalProperties: false,
    properties: {
      error: { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$' },
      message: { type: 'string', pattern: '^[^\\n]*[^.\\n]$' },
      // The part of the request that is wrong.
      at: { type: 'string' },
      match: { type: 'string' },
    },
  })

  return ({ method, path, status, contentType, body }) => {
    const [bare = ''] = path.split('?')
    const what = `${method} ${path} → ${status} ${contentType}`
    const wrong = (why: string): Error =>
      new Error(`${what} ${why}\n${JSON.stringify(body)?.slice(0, 500) ?? ''}`)
    if (status >= 500) throw wrong('is the server’s own fault')
    const here = operations.filter(({ pattern }) => pattern.test(bare))
    if (method === 'HEAD' && status === 405) return
    const operation = here.find((one) => one.method === (method === 'HEAD' ? 'GET' : method))
    const hasOwnErrors = UNDESCRIBED.test(bare) || (operation && OWN_ERRORS.test(operation.path))
    if (status >= 400 && body !== undefined && !hasOwnErrors && !problem(body))
      throw wrong(`is no problem in one sentence: ${ajv.errorsText(problem.errors)}`)
    if (!operation) {
      if (UNDESCRIBED.test(bare) || [400, 404, 414].includes(status)) return
      if (status === 405 && here.length > 0) return
      throw wrong('is an operation that is not described')
    }
    const response = operation.responses[String(status)]
    if (!isObject(response)) throw wrong('has a status that is not described')
    if (method === 'HEAD' || status === 204 || status === 304) return
    const content = isObject(response['content']) ? response['content'] : {}
    const media = content[contentType.split(';')[0]?.trim() ?? '']
    if (!isObject(media)) throw wrong('has a media type that is not described')
    if (body === undefined) return
    const schema = media['schema']
    const validate = known.get(schema) ?? ajv.compile(isObject(schema) ? schema : {})
    known.set(schema, validate)
    if (!validate(body)) throw wrong(`is not as described: ${ajv.errorsText(validate.errors)}`)
  }
}

export interface Operation {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly summary: unknown
  readonly description: unknown
  readonly pattern: RegExp
  readonly parameters: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody: unknown
  /** The security requirements; an empty list, or an empty entry, means that none is needed. */
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly responses: Readonly<Record<string, unknown>>
}

export function operationsOf(document: unknown): readonly Operation[] {
  const paths = isObject(document) && isObject(document['paths']) ? document['paths'] : {}
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) =>
      isObject(operation)
        ? [
            {
              path,
              method: method.toUpperCase(),
              operationId: String(operation['operationId']),
              summary: operation['summary'],
              description: operation['description'],
              pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]*')}$`, 'i'),
              parameters: Array.isArray(operation['parameters'])
                ? operation['parameters'].filter(isObject)
                : [],
              requestBody: operation['requestBody'],
              security: Array.isArray(operation['security']) ? operation['security'].filter(isObject) : [],
              responses: isObject(operation['responses'])
                ? Object.fromEntries(
                    Object.entries(operation['responses']).map(([status, one]) => [
                      status,
                      shared(document, one),
                    ]),
                  )
                : {},
            },
          ]
        : [],
    ),
  )
}

/** The object that a reference names, or the object itself. */
function shared(document: unknown, object: unknown): unknown {
  const path = isObject(object) ? object['$ref'] : undefined
  if (typeof path !== 'string') return object
  let found = document
  for (const name of path.replace('#/', '').split('/')) found = isObject(found) ? found[name] : undefined
  return found
}

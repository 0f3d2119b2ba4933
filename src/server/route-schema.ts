import type { FastifySchema, RouteOptions } from 'fastify'
import { documentedRule } from './access.ts'
import { OPERATIONS, type OperationId } from '../api/operations/index.ts'
import { ProblemBody } from '../api/problems.ts'
import { mayBeEmpty } from './read-bodies.ts'
import { wireAt } from './wire-at.ts'

/** How a client shows its key, for each rule of access. */
const SECURITY = {
  public: undefined,
  anybody: [{}, { bearer: [] }, { query: [] }],
  team: [{ bearer: [] }, { query: [] }],
  organiser: [{ bearer: ['organiser'] }, { query: ['organiser'] }],
  worker: [{ bearer: ['worker'] }],
} as const

const KEY_REFUSALS = {
  public: [],
  anybody: [403],
  team: [401, 403],
  organiser: [401, 403],
  worker: [401, 403],
} as const

/** The statuses of refusals whose body is a `ProblemBody`, in the description of an operation until they become its responses. */
const REFUSES = 'x-refuses'

/** The schema of a route as it is published, with all its refusals. */
export function withRefusals(schema: FastifySchema, url: string, { method }: RouteOptions): FastifySchema {
  if (schema.hide || schema.operation === 'hidden') return schema
  const { refuses = [], problem, sends, ...published } = schema
  const rule = documentedRule(schema.access)
  const security = SECURITY[rule]
  const statuses = [...refuses, ...KEY_REFUSALS[rule], ...(wireAt(url) ? [] : usual(schema, method))]
  return {
    ...published,
    ...(security && { security }),
    // The route reads the body itself, and an upload is a stream: this schema is for the documentation alone.
    ...(schema.consumes && { body: sends ?? { type: 'string', format: 'binary' } }),
    ...(problem
      ? {
          response: {
            ...Object.fromEntries(statuses.map((status) => [status, problem])),
            ...(schema.response as object),
          },
        }
      : { response: schema.response ?? {}, [REFUSES]: statuses }),
  }
}

/** Adds the examples of each operation. An operation that takes or answers something and has no example of it stops the server. */
export function addExamples({ paths = {} }: Description): void {
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const { operationId, requestBody, responses = {} } = operation
    const { example } = OPERATIONS[operationId]
    const answers = Object.entries(responses).flatMap(([status, response]) =>
      status.startsWith('2') ? Object.values(response.content ?? {}) : [],
    )
    const bodies = Object.values(requestBody?.content ?? {})
    if (bodies.length > 0 !== 'body' in example || answers.length > 0 !== 'answer' in example)
      throw new Error(`The examples of the operation ${operationId} are not those that its route needs`)
    for (const media of bodies) media.example = 'body' in example ? example.body : undefined
    for (const media of answers) media.example = 'answer' in example ? example.answer : undefined
  }
}

/** Describes each refusal once, and lets the operations refer to it: there are some ten for every route. */
export function shareRefusals({ paths = {}, components }: Description): void {
  const responses: Record<string, object> = {}
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const { [REFUSES]: statuses = [] } = operation
    delete operation[REFUSES]
    const refusals = statuses.map((status) => {
      responses[`Refusal${status}`] ??= refusal(status)
      return [status, { $ref: `#/components/responses/Refusal${status}` }] as const
    })
    operation.responses = { ...Object.fromEntries(refusals), ...operation.responses }
  }
  components.responses = responses
}

/** Says of each body whose fields are all optional that it may be left out. */
export function markOptionalBodies({ paths = {} }: Description): void {
  for (const { requestBody } of Object.values(paths).flatMap((item) => Object.values(item)))
    if (requestBody && Object.values(requestBody.content ?? {}).every(({ schema }) => mayBeEmpty(schema)))
      requestBody.required = false
}

/** The parts of an OpenAPI document that are completed here. */
export interface Description {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { responses?: Readonly<Record<string, object>> }
}

interface Operation {
  readonly operationId: OperationId
  [REFUSES]?: readonly number[]
  responses?: Readonly<Record<string, ResponseText>>
  readonly requestBody?: { required?: boolean; readonly content?: Readonly<Record<string, Media>> }
}

interface ResponseText {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, Media>>
}

interface Media {
  readonly schema?: unknown
  example?: unknown
}

const refusal = (status: number): object => ({
  description: 'Why the server refused the request',
  content: { 'application/json': { schema: ProblemBody(status) } },
})

/** What a request may be told before its route hears of it; a wire that owns its addresses has its own words for these. */
function usual(
  { params, querystring, body }: FastifySchema,
  method: RouteOptions['method'],
): readonly number[] {
  const mayHaveBody = method !== 'GET' && method !== 'HEAD'
  return [
    421,
    429,
    503,
    // The disk is full.
    507,
    ...(params || querystring || body || mayHaveBody ? [400] : []),
    ...(params ? [414] : []),
    ...(mayHaveBody ? [403, 413, 415] : []),
  ]
}

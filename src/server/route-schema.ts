import type { FastifySchema, RouteOptions } from 'fastify'
import { documentedRule } from './access.ts'
import { isPollingPath } from './is-polling-path.ts'
import { ProblemBody } from '../api/problems.ts'

declare module 'fastify' {
  /**
   * A route says who may ask, what it takes, what it answers, and what it refuses that nobody would guess. Refusals that
   * follow from the rest (of keys, of unreadable input, of too many requests) are added to the description.
   */
  interface FastifySchema {
    /** Statuses. */
    refuses?: readonly number[]
    /** What its refusals look like, where a wire has words of its own. */
    problem?: object
  }
  interface FastifyRequest {
    /** The number of the newest entry that its answer tells of; the last of all, unless the route knows better. */
    tells: number | undefined
  }
}

/** How a client shows its key, for each rule of access. */
const SECURITY = {
  public: undefined,
  anybody: [{}, { bearer: [] }, { query: [] }],
  team: [{ bearer: [] }, { query: [] }],
  organiser: [{ bearer: ['organiser'] }, { query: ['organiser'] }],
} as const

const KEY_REFUSALS = { public: [], anybody: [403], team: [401, 403], organiser: [401, 403] } as const

/** The schema of a route as it is published, with all its refusals. */
export function withRefusals(schema: FastifySchema, url: string, { method }: RouteOptions): FastifySchema {
  if (schema.hide) return schema
  const { refuses = [], problem = ProblemBody, ...published } = schema
  const rule = documentedRule(schema.access)
  const security = SECURITY[rule]
  const statuses = [...refuses, ...KEY_REFUSALS[rule], ...(isPollingPath(url) ? [] : usual(schema, method))]
  return {
    ...published,
    ...(security && { security }),
    // What comes as a stream is not checked by a schema, but documented by one.
    ...(schema.consumes && { body: { type: 'string', format: 'binary' } }),
    response: {
      ...Object.fromEntries(statuses.map((status) => [status, problem])),
      ...(schema.response as object),
    },
  }
}

/** What a request may be told before its route hears of it; the polling wire has its own words for these. */
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

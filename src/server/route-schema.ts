import type { FastifySchema, RouteOptions } from 'fastify'
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

/** Who may ask, for `security`: it is a description, and the route itself sees to it. This one: teams, or the right one of them. */
export const KEY = [{ bearer: [] }, { query: [] }] as const

export const ORGANISER = [{ bearer: ['organiser'] }, { query: ['organiser'] }] as const

/** Everybody. Who shows a key may see or do more, and a wrong one is refused. */
export const ANYBODY = [{}, ...KEY] as const

/** The schema of a route as it is published, with all its refusals. */
export function withRefusals(schema: FastifySchema, url: string, { method }: RouteOptions): FastifySchema {
  if (schema.hide) return schema
  const { refuses = [], problem = ProblemBody, ...published } = schema
  const statuses = [...refuses, ...keyRefusals(schema), ...(isPollingPath(url) ? [] : usual(schema, method))]
  return {
    ...published,
    // What comes as a stream is not checked by a schema, but documented by one.
    ...(schema.consumes && { body: { type: 'string', format: 'binary' } }),
    response: {
      ...Object.fromEntries(statuses.map((status) => [status, problem])),
      ...(schema.response as object),
    },
  }
}

function keyRefusals({ security }: FastifySchema): readonly number[] {
  if (!security) return []
  return security.some((way) => Object.keys(way).length === 0) ? [403] : [401, 403]
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

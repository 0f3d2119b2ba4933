/** What a route says of itself, beside its schema. */
declare module 'fastify' {
  /**
   * A route says who may ask, what it takes, what it answers, and which refusals do not follow from that. Refusals that
   * follow from the rest (of keys, of unreadable input, of too many requests) are added to the description.
   */
  interface FastifySchema {
    /** Statuses. */
    refuses?: readonly number[]
    /** The form of its refusals, where a wire has its own. */
    problem?: object
  }
  interface FastifyContextConfig {
    /** Players of a match ask here: the request is admitted at once. A word names the parameter that holds the match. */
    forPlayers?: true | string
  }
  interface FastifyRequest {
    /** The number of the newest entry that its answer tells of; the last of all, unless the route knows better. */
    tells: number | undefined
  }
}

/** Who may ask, for `security`. This one: teams, or the right one of them. */
export const KEY = [{ bearer: [] }, { query: [] }] as const

/** Everybody. A request with a key may see or do more, and a wrong key is refused. */
export const ANYBODY = [{}, ...KEY] as const

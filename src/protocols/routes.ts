import type { FastifyRequest } from 'fastify'

/** What a route declares beside its parameters and answers. */
declare module 'fastify' {
  /** Refusals that follow from the rest (of keys, of unreadable input, of too many requests) are added to the description. */
  interface FastifySchema {
    access: Access
    /** Other statuses that it refuses with. */
    refuses?: readonly number[]
    /** The form of its refusals, where a wire has its own. */
    problem?: object
    /** The form of a body that the route reads itself, for the description. */
    sends?: object
  }
  interface FastifyContextConfig {
    /** Players of a match ask here: the request is admitted at once. A word names the parameter that holds the match. */
    forPlayers?: true | string
  }
  interface FastifyRequest {
    /** The body as it came, if it could not be read. */
    unreadBody: string | undefined
    /** The number of the newest entry that its answer tells of; the last of all, unless the route knows better. */
    tells: number | undefined
    /** Enforces the route's `access` once more: a key may be revoked while an answer is held back. */
    checkAccess(): void
  }
}

/**
 * Which clients may call a route. Every route declares it in its schema. The server enforces it before the handler runs,
 * and derives the documentation from it.
 *
 * - `public`: every client; the server does not look at a key.
 * - `anybody`: every client; a client with a key may see or do more, and a wrong key is refused.
 * - `team`: every team, and the organiser, by key.
 * - `organiser`: the organiser alone.
 * - `worker`: workers alone, by a key that opens nothing else.
 */
export type Rule = 'public' | 'anybody' | 'team' | 'organiser' | 'worker'

/** A rule that depends on the request. The number is the id of the team that owns the thing: the organiser may ask as well. */
interface OwnerRule {
  ownerOf(request: FastifyRequest): number | Rule
  readonly documentedAs: Rule
}

/** The wire's own handler checks the key: its contest prescribes the order and the form of its errors. */
export interface WireRule {
  readonly wire: Rule
}

export type Access = Rule | OwnerRule | WireRule

import { Type, type Static, type TSchema } from 'typebox'

/** Parts that several bodies of the API share. */

/** The type of a schema, read-only at every depth. Clients import these types; the server validates with the schema. */
export type Shape<Schema extends TSchema> = Immutable<Static<Schema>>

type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T

/** A body as a client got it: the names of its fields are those of the contract, and its values are not checked yet. */
export type Unread<Body> = { readonly [Key in keyof Body]?: unknown }

/** One of several fixed words. */
export const words = <const Words extends readonly string[]>(all: Words, options: object = {}) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: all, ...options })

export const Nullable = <const Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** An array that its reader does not change. */
export const List = <const Schema extends TSchema>(items: Schema, options: object = {}) =>
  Type.Unsafe<readonly Static<Schema>[]>({ type: 'array', items, ...options })

/** One value for each of two players. */
export const PairOf = <const Schema extends TSchema>(items: Schema, options: object = {}) =>
  Type.Unsafe<readonly [Static<Schema>, Static<Schema>]>({
    type: 'array',
    items,
    minItems: 2,
    maxItems: 2,
    ...options,
  })

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const DateTime = Type.String({ format: 'date-time' })

export const ChallengeId = Type.String({ maxLength: 64 })

/** A player's index in its match, or its seat in a round. */
export const PlayerIndex = (options: object = {}) =>
  Type.Unsafe<0 | 1>({ type: 'integer', minimum: 0, maximum: 1, ...options })

/** The maximal length of a list. */
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 }))

/** A page of a list in ascending order of ids. */
export const PageQuery = Type.Object({ after: Type.Optional(Id), limit: Limit })

/** A page of a list with the newest first. */
export const NewestQuery = Type.Object({ before: Type.Optional(Id), limit: Limit })

/** A key in the address, for clients that cannot set a header. */
export const KeyInQuery = { key: Type.Optional(Type.String()) }

export const Seed = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const Settings = Type.Record(
  Type.String({ maxLength: 32 }),
  // One schema, not a union: in a union the validator would turn every number into a text.
  Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'], maxLength: 4096 }),
  { description: 'Settings of the game that differ from the challenge' },
)

/** An answer that is not JSON. */
export const TextBody = (mediaType: string, description: string) => ({
  description,
  content: { [mediaType]: { schema: Type.Unsafe<unknown>({ type: 'string' }) } },
})

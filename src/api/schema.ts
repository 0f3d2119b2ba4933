import { Type, type Static, type TSchema } from 'typebox'

/** Parts that several bodies of the API share. */

/** The type of a schema, read-only at every depth. Clients import these types; the server validates with the schema. */
export type Shape<Schema extends TSchema> = Immutable<Static<Schema>>

type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T

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

/** An id as a parameter, with what it names. */
export const IdOf = (description: string, example: number) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] })

export const PlayerId = IdOf('The id of a team or an organiser, from 1000 up', 1001)
export const BotId = IdOf('The id of a bot', 1)
export const TournamentId = IdOf('The id of a contest', 1)

export const DateTime = Type.String({ format: 'date-time' })

export const ChallengeId = Type.String({ maxLength: 64 })

/** A player's index in its match, or its seat in a round. */
export const PlayerIndex = (options: object = {}) =>
  Type.Unsafe<0 | 1>({ type: 'integer', minimum: 0, maximum: 1, ...options })

/** A challenge as a parameter. */
export const ChallengeParam = Type.String({
  maxLength: 64,
  description: 'The id of a challenge, as `/api/v1/challenges` lists them',
  examples: ['quoridor'],
})

/** The maximal length of a list. */
export const Limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 50,
    description: 'The most rows of one answer',
    examples: [20],
  }),
)

const After = Type.Optional(IdOf('Rows with larger ids than this: the last id of the page before', 1001))

export const Before = Type.Optional(
  IdOf('Rows with smaller ids than this: the last id of the page before', 120),
)

/** A page of a list in ascending order of ids. */
export const PageQuery = Type.Object({ after: After, limit: Limit })

/** A page of a list with the newest first. */
export const NewestQuery = Type.Object({ before: Before, limit: Limit })

/** A key in the address, for clients that cannot set a header. */
export const KeyInQuery = {
  key: Type.Optional(
    Type.String({ description: 'Your key, for clients that cannot set a header', examples: ['KEY'] }),
  ),
}

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

import { Type } from 'typebox'
import { DateTime, Id, List, Nullable, PageQuery, PlayerId, words, type Shape } from './schema.ts'

/** Teams, their keys and sessions, and the log of what organisers did. */

export const PersonParams = Type.Object({ player: PlayerId })

export const KeyParams = Type.Object({
  player: PlayerId,
  key: Type.String({
    maxLength: 32,
    description: 'The id of a key, which is no secret',
    examples: ['k7f3a2'],
  }),
})

export const PersonBody = Type.Object({
  id: Id,
  name: Type.String(),
  role: words(['organiser', 'player']),
  created: DateTime,
})
export type PersonBody = Shape<typeof PersonBody>

export const PersonList = Type.Object({ players: List(PersonBody) })
export type PersonList = Shape<typeof PersonList>

export const RegistrationBody = Type.Object(
  { name: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
)
export type RegistrationBody = Shape<typeof RegistrationBody>

/** A team with its first key. No other answer shows this key. */
export const NewPersonBody = Type.Intersect([PersonBody, Type.Object({ key: Type.String() })])
export type NewPersonBody = Shape<typeof NewPersonBody>

/** Who is signed in in a browser: nobody, in most. */
export const SessionBody = Type.Object({ person: Nullable(PersonBody) })
export type SessionBody = Shape<typeof SessionBody>

export const SignInBody = Type.Object(
  { key: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
)
export type SignInBody = Shape<typeof SignInBody>

/** Accepts the one-time link of the organiser. */
export const BecomeOrganiserBody = Type.Object(
  { token: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
)
export type BecomeOrganiserBody = Shape<typeof BecomeOrganiserBody>

/** A link that signs a team in once. The organiser hands it out; no other answer shows it. */
export const SignInLinkBody = Type.Object({
  token: Type.String(),
  path: Type.String({ description: 'The page to open, with the token', examples: ['/sign-in#TOKEN'] }),
  expires: DateTime,
})
export type SignInLinkBody = Shape<typeof SignInLinkBody>

/** Signs a team in by such a link. */
export const UseSignInLinkBody = Type.Object(
  { token: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
)
export type UseSignInLinkBody = Shape<typeof UseSignInLinkBody>

export const TeamBody = Type.Object({
  id: Id,
  name: Type.String(),
  created: DateTime,
  bots: Type.Integer({ description: 'Bots that can play' }),
  played: Type.Integer({ description: 'Finished matches that count' }),
  won: Type.Integer(),
  drawn: Type.Integer(),
  lost: Type.Integer(),
  lastPlayed: Nullable(DateTime),
})
/** A team as everybody sees it. */
export type TeamBody = Shape<typeof TeamBody>

export const TeamQuery = Type.Intersect([
  PageQuery,
  Type.Object({
    search: Type.Optional(
      Type.String({ maxLength: 200, description: 'Part of the name', examples: ['ann'] }),
    ),
  }),
])

export const TeamList = Type.Object({ teams: List(TeamBody) })
export type TeamList = Shape<typeof TeamList>

export const KeyBody = Type.Object({
  id: Type.String({ description: 'Names the key; not a secret' }),
  use: words(['api', 'session', 'worker']),
  created: DateTime,
  expires: Nullable(DateTime),
  from: Nullable(Type.String({ description: 'The key that made it; a session ends with that key' })),
})
export type KeyBody = Shape<typeof KeyBody>

export const KeyList = Type.Object({ keys: List(KeyBody) })
export type KeyList = Shape<typeof KeyList>

/** No other answer shows this key. */
export const NewKeyBody = Type.Object({ id: Type.String(), key: Type.String() })
export type NewKeyBody = Shape<typeof NewKeyBody>

const Milliseconds = Nullable(Type.Number({ description: 'Milliseconds' }))

const ChallengeStatistics = Type.Object({
  challenge: Type.String(),
  title: Type.String(),
  played: Type.Integer(),
  won: Type.Integer(),
  drawn: Type.Integer(),
  lost: Type.Integer(),
  meanMs: Milliseconds,
  longestMs: Milliseconds,
  faults: List(Type.Object({ kind: Type.String(), count: Type.Integer() }), {
    description: 'Rounds lost by a fault',
  }),
})
/** How a team fares at one challenge. */
export type ChallengeStatistics = Shape<typeof ChallengeStatistics>

export const StatisticsBody = Type.Object({ player: Id, challenges: List(ChallengeStatistics) })
export type StatisticsBody = Shape<typeof StatisticsBody>

export const ActionBody = Type.Object({
  id: Id,
  time: DateTime,
  player: Type.Integer({ description: 'Which organiser' }),
  key: Type.String({ description: 'The id of the key or session that asked' }),
  address: Type.String(),
  method: Type.String(),
  path: Type.String(),
  input: Nullable(Type.String({ description: 'The body as JSON, without secrets' })),
})
export type ActionBody = Shape<typeof ActionBody>

export const ActionList = Type.Object({ actions: List(ActionBody), next: Nullable(Id) })
export type ActionList = Shape<typeof ActionList>

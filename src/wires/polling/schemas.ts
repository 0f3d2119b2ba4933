import { Type, type TSchema } from 'typebox'
import { ORIENTATIONS } from './documents.ts'
import { ERRORS } from './errors.ts'
import { STATUSES } from './situation.ts'
import { Nullable, words } from '../../api/schema.ts'

/** The documents of the polling wire, for the documentation: each may come in four formats. */

const PlayerId = Type.Integer({ minimum: 1 })

const Position = Type.Array(Type.Integer({ minimum: 0 }), {
  minItems: 2,
  maxItems: 2,
  description: 'x and y, from the top left',
})

const Cells = Type.Record(
  Type.String({ pattern: '^\\d+,\\d+$' }),
  Type.Union([Type.Integer(), Type.String()]),
  {
    description:
      'By cell, like "33,50": wall, trail, the id of a living player, "ID_dead" or collision; empty cells only with `full`',
  },
)

const Time = Type.String({ pattern: '^\\d\\d:\\d\\d:\\d\\d$' })

const standing = {
  status: words(STATUSES),
  round: Type.Integer({ minimum: 1 }),
  score: Type.Array(Type.Integer({ minimum: 0 }), {
    minItems: 2,
    maxItems: 2,
    description: 'Rounds won by player 1 and player 2',
  }),
  winner: Type.Optional(Nullable(PlayerId)),
}

export const GridAnswer = inFormats(
  'The board',
  Type.Object({
    requester_position: Position,
    opponent_position: Position,
    grid: Cells,
    player_turn: Nullable(PlayerId),
    ...standing,
  }),
)

export const PlayerAnswer = inFormats(
  'The player',
  Type.Object({
    player_number: Type.Integer({ minimum: 1, maximum: 2 }),
    player_id: Nullable(PlayerId),
    player_position: Position,
    boost_active: Type.Boolean(),
    boosts_remaining: Type.Integer({ minimum: 0 }),
    orientation: words(ORIENTATIONS),
    time_for_move: Nullable(Time),
    ...standing,
  }),
)

export const MoveAnswer = inFormats(
  'The board after the move, which is on disk',
  Type.Object({
    requester_position: Position,
    grid: Cells,
    player_turn: Nullable(PlayerId),
    orientation: words(ORIENTATIONS),
    transaction_time: Time,
    ...standing,
  }),
)

export const ErrorAnswer = inFormats(
  'Why the server refused the request',
  Type.Object({ error: words(Object.keys(ERRORS)), message: Type.String() }),
)

function inFormats(description: string, document: TSchema) {
  // Routes write it out themselves.
  const schema = Type.Unsafe<string | Uint8Array>(document)
  return {
    description,
    content: {
      'application/json': { schema },
      'application/xml': { schema },
      'application/yaml': { schema },
      'application/vnd.msgpack': { schema },
    },
  }
}

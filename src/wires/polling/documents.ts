import { DIRECTIONS, type Cell, type Direction } from '../../base/grid.ts'
import { otherSeat, type Pair, type Seat } from '../../game/game.ts'
import type { GridSource } from './grid.ts'
import type { Situation, Status } from './situation.ts'

export const ORIENTATIONS = ['North', 'East', 'South', 'West'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** What every answer carries. */
interface Standing {
  readonly status: Status
  readonly round: number
  /** Rounds won by player 1 and player 2 of this round. */
  readonly score: Pair<number>
  /** Only once the game is over. */
  readonly winner?: number | null
}

export interface GridDocument extends Standing {
  readonly requester_position: Pair<number>
  readonly opponent_position: Pair<number>
  readonly grid: GridSource
  readonly player_turn: number | null
}

export interface PlayerDocument extends Standing {
  readonly player_number: 1 | 2
  /** Null while this seat is empty. */
  readonly player_id: number | null
  readonly player_position: Pair<number>
  readonly boost_active: boolean
  readonly boosts_remaining: number
  readonly orientation: Orientation
  /** `HH:MM:SS`. */
  readonly time_for_move: string | null
}

export interface MoveDocument extends Standing {
  readonly requester_position: Pair<number>
  readonly grid: GridSource
  readonly player_turn: number | null
  readonly orientation: Orientation
  /** `HH:MM:SS`, in UTC. */
  readonly transaction_time: string
}

export interface GridOptions {
  /** Empty cells, too. */
  readonly full?: boolean
}

export function gridDocument(situation: Situation, seat: Seat, options: GridOptions = {}): GridDocument {
  const { cycles } = situation.board
  return {
    requester_position: tuple(cycles[seat]),
    opponent_position: tuple(cycles[otherSeat(seat)]),
    grid: gridOf(situation, options),
    player_turn: turnOf(situation),
    ...standing(situation),
  }
}

export function playerDocument(situation: Situation, seat: Seat): PlayerDocument {
  const cycle = situation.board.cycles[seat]
  const { mover, timeLeftMs } = situation
  return {
    player_number: seat === 0 ? 1 : 2,
    player_id: situation.ids[seat],
    player_position: tuple(cycle),
    boost_active: cycle.boosted > 0,
    boosts_remaining: cycle.boosts,
    orientation: orientationOf(cycle.facing),
    time_for_move: mover === seat && timeLeftMs !== undefined ? formatDuration(timeLeftMs) : null,
    ...standing(situation),
  }
}

/** The answer to an accepted move; `receivedAt` is in milliseconds since 1970. */
export function moveDocument(
  situation: Situation,
  seat: Seat,
  receivedAt: number,
  options: GridOptions = {},
): MoveDocument {
  const cycle = situation.board.cycles[seat]
  return {
    requester_position: tuple(cycle),
    grid: gridOf(situation, options),
    player_turn: turnOf(situation),
    orientation: orientationOf(cycle.facing),
    transaction_time: formatSeconds(Math.floor(receivedAt / 1000) % SECONDS_A_DAY),
    ...standing(situation),
  }
}

export const facingOf = (orientation: Orientation): Direction =>
  DIRECTIONS[ORIENTATIONS.indexOf(orientation)] as Direction

const orientationOf = (facing: Direction): Orientation =>
  ORIENTATIONS[DIRECTIONS.indexOf(facing)] as Orientation

const standing = ({ status, round, score, winner }: Situation): Standing => ({
  status,
  round,
  score,
  ...(status === 'over' && { winner }),
})

const turnOf = ({ mover, ids }: Situation): number | null => (mover === undefined ? null : ids[mover])

const gridOf = ({ board, ids }: Situation, { full = false }: GridOptions): GridSource => ({
  kind: 'grid',
  board,
  ids,
  full,
})

const tuple = ({ x, y }: Cell): Pair<number> => [x, y]

const SECONDS_A_DAY = 86_400

/** Rounded up: it shows 00:00:00 only if no time is left. */
const formatDuration = (ms: number): string =>
  formatSeconds(Math.min(SECONDS_A_DAY - 1, Math.ceil(Math.max(0, ms) / 1000)))

function formatSeconds(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

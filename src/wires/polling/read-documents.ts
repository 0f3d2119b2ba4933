import { show } from '../../base/fields.ts'
import type { Cell, Direction, Size } from '../../base/grid.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { Pair } from '../../game/game.ts'
import { facingOf, ORIENTATIONS } from './documents.ts'
import { STATUSES, type Status } from './situation.ts'

/** The data of a player, as the client works with it. */
export interface PlayerData extends Standing {
  readonly number: 1 | 2
  readonly id: number
  readonly position: Cell
  readonly isBoosted: boolean
  readonly boosts: number
  readonly facing: Direction
  /** Seconds left on its turn; undefined when it is not its turn. */
  readonly secondsLeft: number | undefined
}

export interface GridData extends Standing {
  readonly cells: readonly { readonly cell: Cell; readonly content: unknown }[]
  readonly turn: number | null
}

interface Standing {
  readonly status: Status
  readonly round: number
  readonly score: Pair<number>
  readonly winner: number | null
}

export function readPlayerData(document: JsonObject): Result<PlayerData> {
  const standing = readStanding(document)
  if (!standing.ok) return standing
  const { player_number: number, player_id: id, boosts_remaining: boosts, boost_active: isBoosted } = document
  const position = readPair(document['player_position'])
  const orientation = ORIENTATIONS.find((one) => one === document['orientation'])
  const time = document['time_for_move']
  const secondsLeft = time === null ? undefined : readTime(time)
  if (number !== 1 && number !== 2) return misread('player_number', number, '1 or 2')
  if (!isCount(id)) return misread('player_id', id, 'a whole number')
  if (position === undefined) return misread('player_position', document['player_position'], 'x and y')
  if (typeof isBoosted !== 'boolean') return misread('boost_active', isBoosted, 'true or false')
  if (!isCount(boosts)) return misread('boosts_remaining', boosts, 'a whole number')
  if (orientation === undefined)
    return misread('orientation', document['orientation'], `one of ${ORIENTATIONS.join(', ')}`)
  if (time !== null && secondsLeft === undefined) return misread('time_for_move', time, 'HH:MM:SS or nothing')
  const [x, y] = position
  const facing = facingOf(orientation)
  return ok({ ...standing.value, number, id, position: { x, y }, isBoosted, boosts, facing, secondsLeft })
}

export function readGridData(document: JsonObject): Result<GridData> {
  const standing = readStanding(document)
  if (!standing.ok) return standing
  const { grid, player_turn: turn } = document
  if (turn !== null && !isCount(turn)) return misread('player_turn', turn, 'a player id or nothing')
  if (!isObject(grid)) return misread('grid', grid, 'a dictionary of cells')
  const cells: GridData['cells'][number][] = []
  for (const [name, content] of Object.entries(grid)) {
    const [, x, y] = /^(\d{1,4}),(\d{1,4})$/.exec(name) ?? []
    if (x === undefined || y === undefined) return misread('cell', name, 'a name like 33,50')
    cells.push({ cell: { x: Number(x), y: Number(y) }, content })
  }
  return ok({ ...standing.value, cells, turn })
}

/** The size of a board, from a grid that names every cell. */
export const sizeOf = ({ cells }: GridData): Size => ({
  width: cells.reduce((most, { cell }) => Math.max(most, cell.x + 1), 0),
  height: cells.reduce((most, { cell }) => Math.max(most, cell.y + 1), 0),
})

function readStanding(document: JsonObject): Result<Standing> {
  const { round, winner = null } = document
  const status = STATUSES.find((one) => one === document['status'])
  const score = readPair(document['score'])
  if (status === undefined) return misread('status', document['status'], `one of ${STATUSES.join(', ')}`)
  if (!isCount(round)) return misread('round', round, 'a whole number')
  if (score === undefined) return misread('score', document['score'], 'two whole numbers')
  if (winner !== null && !isCount(winner)) return misread('winner', winner, 'a player id or nothing')
  return ok({ status, round, score, winner })
}

function readPair(value: unknown): Pair<number> | undefined {
  if (!Array.isArray(value)) return undefined
  const [first, second, ...more]: readonly unknown[] = value
  return isCount(first) && isCount(second) && more.length === 0 ? [first, second] : undefined
}

function readTime(value: unknown): number | undefined {
  const [, hours, minutes, seconds] = /^(\d\d):(\d\d):(\d\d)$/.exec(String(value)) ?? []
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const misread = (field: string, value: unknown, expected: string): Result<never> =>
  fail('server-unreadable', `Cannot understand the server’s ${field} ${show(value)}: expected ${expected}`)

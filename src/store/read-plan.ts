import { isObject } from '../base/json.ts'

/** The plan of a tournament. Times are in milliseconds since 1970. */
export interface PlanRow {
  /** It starts by itself then. */
  readonly starts?: number
  /** Matches that run at once. */
  readonly atOnce?: number
  /** No match is called between these times. */
  readonly breaks?: readonly { readonly from: number; readonly to: number }[]
  /** `called`: from round 2 on each round waits until the organiser calls it. */
  readonly rounds?: 'free' | 'called'
  /** The earliest times of rounds. */
  readonly roundTimes?: readonly { readonly round: number; readonly at: number }[]
  /** How long a match waits for an absent entrant. */
  readonly absentMs?: number
  /** Entrants that the organiser gave more time. */
  readonly granted?: readonly GrantedTime[]
}

/** A match waits for this entrant until then at least. */
export interface GrantedTime {
  readonly entrant: string
  readonly until: number
}

interface PlanInLog {
  readonly plan: PlanRow
  /** The parts of it that cannot be read. */
  readonly unread: readonly string[]
}

/** Reads the plan of a tournament in the log. A part that the arena cannot have written is left out, as if it was not planned. */
export function readPlan(value: unknown): PlanInLog {
  if (!isObject(value)) return { plan: {}, unread: ['all'] }
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
  const isRead = ([name, part]: readonly [string, unknown]): boolean => PARTS[name]?.(part) === true
  return {
    plan: Object.fromEntries(parts.filter(isRead)),
    unread: parts.filter((part) => !isRead(part)).map(([name]) => name),
  }
}

type Is = (value: unknown) => boolean

const isCount: Is = (value) => Number.isSafeInteger(value) && (value as number) >= 1

/** Of the years that RFC 3339 can write. */
const isTime: Is = (value) => typeof value === 'number' && value >= FIRST_TIME && value <= LAST_TIME

const FIRST_TIME = Date.parse('0000-01-01T00:00:00Z')
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

const isListOf =
  (isRow: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(isRow)

const isRowOf =
  (fields: Readonly<Record<string, Is>>): Is =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, is]) => is(value[name]))

const PARTS: Readonly<Record<string, Is>> = {
  starts: isTime,
  atOnce: isCount,
  breaks: isListOf(isRowOf({ from: isTime, to: isTime })),
  rounds: (value) => value === 'free' || value === 'called',
  roundTimes: isListOf(isRowOf({ round: isCount, at: isTime })),
  absentMs: isCount,
  granted: isListOf(isRowOf({ entrant: (value) => typeof value === 'string', until: isTime })),
} satisfies Readonly<Record<keyof PlanRow, Is>>

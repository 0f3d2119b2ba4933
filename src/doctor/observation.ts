import type { AnyGame, Seat } from '../game/game.ts'
import type { TimeControl } from '../match/clock.ts'
import type { RoundEnd, Spent } from '../match/match.ts'
import type { Contestant } from '../protocols/protocol.ts'
import type { StdioDialect } from '../protocols/stdio/dialect.ts'
import type { ProcessEnd, ProcessOptions } from '../runner/process/bot-process.ts'
import type { Awaited, WatchedRound } from '../protocols/wire-doctor.ts'
import type { Knowledge } from './knowledge.ts'

/** The bot under examination, and how it is started for each round. */
export type Patient = { readonly name: string; readonly bot: string } & (
  | { readonly kind: 'program'; readonly process: ProcessOptions; readonly dialect: StdioDialect }
  | { readonly kind: 'brain'; makeContestant(onLog: (line: string) => void): Contestant }
)

/** One round against a scripted opponent. */
export interface Trial {
  /** From 1. */
  readonly number: number
  /** The name of the scripted opponent. */
  readonly opponent: string
  /** That of the bot under examination. */
  readonly seat: Seat
  readonly seed: number
  readonly settings: Readonly<Record<string, unknown>>
  /** Whether the host's lines are held back for a moment, to see whether the bot waits for them. */
  readonly holds: boolean
  /** Whether to watch what the program does when its input is closed. */
  readonly closes: boolean
}

export type Moment =
  | { readonly kind: 'sent'; readonly text: string }
  | { readonly kind: 'came'; readonly bytes: Uint8Array }

/** Everything seen in one round, as plain data; `diagnose` says what it means. */
export interface Observation extends WatchedRound {
  readonly trial: Trial
  readonly knows: Knowledge
  readonly game: AnyGame
  readonly clock: TimeControl
  readonly startUpMs: number
  readonly moments: readonly Moment[]
  /** What the host waited for when the round ended. */
  readonly awaited: Awaited
  /** The position after all complete turns. */
  readonly last: unknown
  readonly end: RoundEnd
  /** Whether the fault was before the first turn. */
  readonly neverBegan: boolean
  /** The seed that the program got for its seat. */
  readonly seatSeed?: number
  readonly startMs?: number
  readonly times: readonly TurnTime[]
  /** How it ended, if it ended before its input was closed; and what it had written to stderr by then. */
  readonly exit?: ProcessEnd
  readonly errors: string
  readonly closing?: Closing
  readonly again?: SecondLook
}

export interface TurnTime extends Spent {
  /** From 1. */
  readonly turn: number
}

/** What the program did when its input was closed. */
export type Closing =
  | { readonly kind: 'ended'; readonly ms: number; readonly end: ProcessEnd; readonly errors: string }
  | { readonly kind: 'ran-on' }

/** A second run of the program, with the same input and a longer wait. */
export interface SecondLook {
  /** How long after its last answer of the first run it wrote more while its input was open; undefined if it never did. */
  readonly lateMs?: number
  /** What it said only after its input was closed. */
  readonly afterClose: string
  readonly closing: Closing
  /** Processor time it used while the doctor waited. */
  readonly cpuMs?: number
  readonly waitedMs: number
  /** Whether it said more on a pseudo-terminal; undefined where there is none. */
  readonly onTerminal?: boolean
}

/** All the program wrote. */
export const bytesOf = ({ moments }: Pick<Observation, 'moments'>): Uint8Array =>
  Buffer.concat(moments.flatMap((moment) => (moment.kind === 'came' ? [moment.bytes] : [])))

/** The same as text. */
export const outputOf = (seen: Pick<Observation, 'moments'>): string => decode(bytesOf(seen))

export const inputOf = ({ moments }: Pick<Observation, 'moments'>): string =>
  moments.map((moment) => (moment.kind === 'sent' ? moment.text : '')).join('')

export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

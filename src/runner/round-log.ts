import type { BotLine, BotLog } from '../match/bot-log.ts'
import { keepEnds } from './keep-ends.ts'

/** The log of a player in one round, for its owner. The beginning is logged while the round is played, the rest at its end. */
export interface RoundLog {
  say(line: BotLine): void
  /** Flushes the log if it is long or old; `errors` gives all of stderr so far. */
  flush(now: number, errors: () => string): void
  end(now: number, errors: string): void
  /** The lines that are not written yet. */
  unwritten(now: number): readonly BotLine[]
}

export interface LogRoom {
  /** Bytes of its beginning and its end together. */
  readonly stderr: number
  readonly lines: number
}

const FLUSH_MS = 1_000
const FLUSH_BYTES = 16 * 1024
/** Room for the line that says how much of stderr was left out. */
const LEFT_OUT = 64

export function openRoundLog(
  round: number,
  room: LogRoom,
  began: number,
  keep: (log: BotLog) => void,
): RoundLog {
  const ends = keepEnds(room.lines, sizeOfLine)
  let written: { readonly at: number; readonly lines: number; readonly stderr: string } | undefined
  let fresh = 0

  function write(now: number, stderr: string, lines: readonly BotLine[]): void {
    const isFirst = written === undefined
    if (!isFirst && stderr === '' && lines.length === 0) return
    keep({ round, stderr, lines, ...(!isFirst && { goesOn: true }) })
    written = { at: now, lines: ends.head.length, stderr: `${written?.stderr ?? ''}${stderr}` }
    fresh = 0
  }

  function unwritten(now: number): readonly BotLine[] {
    const { head, tail, leftOut } = ends
    const rest = head.slice(written?.lines ?? 0)
    const { at, turn } = tail[0] ?? head.at(-1) ?? { at: now, turn: 0 }
    const gap = leftOut === 0 ? [] : [{ at, turn, text: `! ${leftOut} lines are left out here` }]
    return [...rest, ...gap, ...tail]
  }

  return {
    say(line) {
      ends.add(line)
      fresh += sizeOfLine(line)
    },
    flush(now, errors) {
      if (fresh < FLUSH_BYTES && now - (written?.at ?? began) < FLUSH_MS) return
      const stderr = wholeCharacters(errors())
      // Of a long stderr only the beginning and the end are kept, and where its end starts is known only when the round is over.
      const isBeginning = 2 * Buffer.byteLength(stderr) <= room.stderr - LEFT_OUT
      write(
        now,
        isBeginning ? after(stderr, written?.stderr ?? '') : '',
        ends.head.slice(written?.lines ?? 0),
      )
    },
    end(now, errors) {
      write(now, after(errors, written?.stderr ?? ''), unwritten(now))
    },
    unwritten,
  }
}

/** What logs take. */
export const roomOf = (logs: readonly BotLog[]): LogRoom => ({
  stderr: logs.reduce((sum, { stderr }) => sum + Buffer.byteLength(stderr), 0),
  lines: logs.reduce((sum, { lines }) => lines.reduce((total, line) => total + sizeOfLine(line), sum), 0),
})

/** The room of a round: half of what is left of the cap for a match, and always a little. */
export function roomAfter(used: LogRoom, cap: LogRoom): LogRoom {
  const share = (most: number, taken: number): number => Math.max(LEAST, Math.floor((most - taken) / 2))
  return { stderr: share(cap.stderr, used.stderr), lines: share(cap.lines, used.lines) }
}

const LEAST = 4 * 1024

/** Characters that the line takes in the log, about. */
const sizeOfLine = ({ text }: BotLine): number => text.length + 48

/** The new part of a text that has grown. */
const after = (text: string, before: string): string =>
  text.startsWith(before) ? text.slice(before.length) : text

/** Without an incomplete UTF-8 character at the end: its other bytes have not arrived yet. */
const wholeCharacters = (text: string): string => text.replace(/\uFFFD{1,3}$/, '')

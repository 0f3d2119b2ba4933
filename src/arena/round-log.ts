import type { BotLine, BotLog } from '../store/store.ts'
import { keepEnds } from './keep-ends.ts'

/** What is kept of a round for the owner of a program. Its beginning is written down while the round goes on, the rest at its end. */
export interface RoundLog {
  say(line: BotLine): void
  /** A good moment to write down what there is, if it is much or has waited for long; `errors` is all of stderr so far. */
  pass(now: number, errors: () => string): void
  end(now: number, errors: string): void
}

export interface LogRoom {
  /** In bytes, beginning and end together. */
  readonly stderr: number
  readonly lines: number
}

const WAIT_MS = 1_000
const MUCH = 16 * 1024
/** What says how much was left out of stderr has its place there, too. */
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

  return {
    say(line) {
      ends.add(line)
      fresh += sizeOfLine(line)
    },
    pass(now, errors) {
      if (fresh < MUCH && now - (written?.at ?? began) < WAIT_MS) return
      const stderr = wholeCharacters(errors())
      // Once the middle may have to be left out, what is the end is known only at the end.
      const isBeginning = 2 * Buffer.byteLength(stderr) <= room.stderr - LEFT_OUT
      write(
        now,
        isBeginning ? after(stderr, written?.stderr ?? '') : '',
        ends.head.slice(written?.lines ?? 0),
      )
    },
    end(now, errors) {
      const { head, tail, leftOut } = ends
      const rest = head.slice(written?.lines ?? 0)
      const { at, turn } = tail[0] ?? head.at(-1) ?? { at: now, turn: 0 }
      const gap = leftOut === 0 ? [] : [{ at, turn, text: `! ${leftOut} lines are left out here` }]
      write(now, after(errors, written?.stderr ?? ''), [...rest, ...gap, ...tail])
    },
  }
}

/** As it is written down. */
export const sizeOfLine = ({ text }: BotLine): number => text.length + 48

/** What is new in a text that has grown. */
const after = (text: string, before: string): string =>
  text.startsWith(before) ? text.slice(before.length) : text

/** Without a character of which not all has arrived. */
const wholeCharacters = (text: string): string => text.replace(/\uFFFD{1,3}$/, '')

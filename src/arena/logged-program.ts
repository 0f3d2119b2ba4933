import type { Contestant } from '../protocols/protocol.ts'
import { realClock } from '../runner/clock.ts'
import { programContestant, type ProgramOptions } from '../runner/program-contestant.ts'
import type { BotLine, BotLog } from '../store/entries.ts'
import { keepEnds, type Ends } from './keep-ends.ts'

/** Where the logs of one program in one match are kept. */
export interface BotDiary {
  /** Of rounds that are over. */
  earlier(): readonly BotLog[]
  keep(log: BotLog): void
}

/** Of all rounds of a match together. One round may have half of what is left, and always a little. */
const STDERR_CAP = 128 * 1024
const LINES_CAP = 512 * 1024
const LEAST = 4 * 1024
const LONGEST_LINE = 4 * 1024

/** A program whose stderr and whose conversation are kept for its owner, round by round. */
export function loggedProgram(options: ProgramOptions, diary: BotDiary): Contestant {
  const { name, bot, process } = options
  return {
    name,
    bot,
    async connect(opening, signal) {
      const room = roomAfter(diary.earlier())
      const lines = keepEnds(room.lines, sizeOf)
      let turn = 0
      const program = programContestant({
        ...options,
        process: { ...process, stderrCap: room.stderr },
        transcriptLimits: { line: LONGEST_LINE, total: Infinity },
        onTranscript: (text) => lines.add({ at: now(), turn, text: text.toWellFormed() }),
        onErrors: (stderr) => diary.keep({ round: opening.round, stderr, lines: wholeOf(lines) }),
      })
      const connection = await program.connect(opening, signal)
      if ('kind' in connection) return connection
      return {
        ...connection,
        ask(question, until, timing) {
          turn = question.turn
          return connection.ask(question, until, timing)
        },
      }
    },
  }
}

function roomAfter(logs: readonly BotLog[]): { readonly stderr: number; readonly lines: number } {
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)
  const share = (cap: number, used: number): number => Math.max(LEAST, Math.floor((cap - used) / 2))
  return {
    stderr: share(STDERR_CAP, sum(logs.map(({ stderr }) => Buffer.byteLength(stderr)))),
    lines: share(LINES_CAP, sum(logs.flatMap(({ lines }) => lines.map(sizeOf)))),
  }
}

/** As it is written down. */
const sizeOf = ({ text }: BotLine): number => text.length + 48

function wholeOf({ head, tail, leftOut }: Ends<BotLine>): readonly BotLine[] {
  const [next] = tail
  const last = head.at(-1)
  if (leftOut === 0) return [...head, ...tail]
  const { at, turn } = next ?? last ?? { at: now(), turn: 0 }
  return [...head, { at, turn, text: `! ${leftOut} lines are left out here` }, ...tail]
}

const now = (): number => realClock.date().getTime()

import type { Contestant } from '../protocols/protocol.ts'
import type { BotLog } from '../match/bot-log.ts'
import { realClock } from './clock.ts'
import { programContestant, type ProgramOptions } from './program-contestant.ts'
import { openRoundLog, roomAfter, type LogRoom } from './round-log.ts'

/** Where the logs of one player in one match are kept. */
export interface BotDiary {
  /** What the logs of earlier rounds take. */
  used(): LogRoom
  keep(log: BotLog): void
}

/** Of all rounds of a match together. */
const CAP: LogRoom = { stderr: 128 * 1024, lines: 512 * 1024 }
const LONGEST_LINE = 4 * 1024

/** A program whose stderr and whose conversation are kept for its owner, round by round. */
export function loggedProgram(options: ProgramOptions, diary: BotDiary): Contestant {
  const { name, bot, process, clock = realClock } = options
  const now = (): number => clock.date().getTime()
  return {
    name,
    bot,
    async connect(opening, signal, callbacks) {
      const room = roomAfter(diary.used(), CAP)
      const log = openRoundLog(opening.round, room, now(), (piece) => diary.keep(piece))
      let turn = 0
      const program = programContestant({
        ...options,
        process: { ...process, stderrCap: room.stderr },
        transcriptLimits: { line: LONGEST_LINE, total: Infinity },
        onTranscript: (text) => log.say({ at: now(), turn, text: text.toWellFormed() }),
        onAnswered: (errors) => log.flush(now(), errors),
        onErrors: (errors) => log.end(now(), errors),
      })
      const connection = await program.connect(opening, signal, callbacks)
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

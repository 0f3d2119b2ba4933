import type { Contestant } from '../protocols/protocol.ts'
import type { Clock } from '../runner/clock.ts'
import type { BotDiary } from '../runner/logged-program.ts'
import { openRoundLog, roomAfter, type LogRoom } from '../runner/round-log.ts'

/** Of all rounds of a match together. */
const CAP: LogRoom = { stderr: 0, lines: 256 * 1024 }

/** A player on a connection of its own whose lines, in both directions, are kept for its team. */
export function loggedGuest(guest: Contestant, diary: BotDiary, clock: Clock): Contestant {
  const now = (): number => clock.date().getTime()
  return {
    ...guest,
    async connect(opening, signal, callbacks) {
      const room = roomAfter(diary.used(), CAP)
      const log = openRoundLog(opening.round, room, now(), (piece) => diary.keep(piece))
      let turn = 0
      const connection = await guest.connect(opening, signal, {
        ...callbacks,
        onTranscript: (text) => log.say({ at: now(), turn, text: text.toWellFormed() }),
      })
      if ('kind' in connection) return connection
      return {
        ...connection,
        async ask(question, until, timing) {
          turn = question.turn
          const answer = await connection.ask(question, until, timing)
          log.flush(now(), () => '')
          return answer
        },
        async [Symbol.asyncDispose]() {
          await connection[Symbol.asyncDispose]()
          log.end(now(), '')
        },
      }
    },
  }
}

import { NO_LONGER_ASKED, type Contestant, type Gone } from '../protocols/protocol.ts'

/**
 * A player of the host's own: a house brain. What it plays is its decision. If it fails in any other way, the host has failed:
 * that is an exception, and the round is played again.
 */
export function onOurAccount(contestant: Contestant): Contestant {
  return {
    ...contestant,
    isHouse: true,
    async connect(opening, signal, callbacks) {
      const connection = await contestant.connect(opening, signal, callbacks)
      if ('kind' in connection) throw hostFault(contestant, connection)
      return {
        ...connection,
        async ask(question, until, timing) {
          const answer = await connection.ask(question, until, timing)
          if (answer.kind === 'gone' && answer !== NO_LONGER_ASKED) throw hostFault(contestant, answer)
          return answer
        },
      }
    },
  }
}

const hostFault = ({ bot, name }: Contestant, { cause, detail }: Gone): Error =>
  new Error(`${bot ?? name} failed: ${detail ?? cause}`)

import { NO_LONGER_ASKED, type Contestant, type Gone } from '../protocols/protocol.ts'

/**
 * A house brain runs on the host's account. An illegal move is the brain's own decision and costs it the round. Any other
 * failure is thrown as an exception: it is a fault of the host, and the round is void and played again.
 */
export function blameHost(contestant: Contestant): Contestant {
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

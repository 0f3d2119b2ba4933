import { deferred } from '../base/deferred.ts'
import { seededRng } from '../base/rng.ts'
import { must } from '../base/result.ts'
import type { Brain } from '../game/brain.ts'
import { otherSeat, SEATS, type AnyGame, type Seat } from '../game/game.ts'
import { cheatsAndFlips, playedTurn } from '../match/changes.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Answer, Connection, Contestant, Opening, Question } from '../protocols/protocol.ts'

/** A brain as the house plays it: the host flips the table for it. */
export const playerOf = (brain: Brain): Contestant => ({
  name: brain.name,
  connect: (opening, _, callbacks) =>
    connectBrain(brain, opening, { thinking: {}, unasked: callbacks?.unasked }),
})

/** Never flips the table: it plays on after a cheat. */
export const trusting = (brain: Brain): Contestant => ({
  name: `trusting ${brain.name}`,
  async connect(opening) {
    const connection = await connectOpen(brain, opening)
    return {
      ...connection,
      ask: async (question, signal) =>
        question.legal.length > 0
          ? connection.ask(unwarned(question), signal)
          : { kind: 'move', text: 'I trust you' },
      tell() {},
    }
  },
})

/**
 * Checks the opponent itself: it follows the words of both players on its own board and flips the table when one breaks
 * the rules.
 */
export const refereeing = (brain: Brain, game: AnyGame): Contestant => ({
  name: `refereeing ${brain.name}`,
  async connect(opening) {
    const connection = await connectOpen(brain, opening)
    const { promise: wronged, resolve: protest } = deferred<Answer>()
    let state = game.setup(must(game.parseConfig(opening.settings)), seededRng(0))
    let isWronged = false

    function hear(seat: Seat, text: string): void {
      const move = game.notation.parseMove(text, state)
      if (move.ok && game.isLegal(state, seat, move.value)) {
        state = game.play(state, [{ seat, move: move.value }])
      } else if (seat !== opening.seat) {
        isWronged = true
        protest({ kind: 'flip' })
      }
    }

    return {
      ...connection,
      async ask(question, signal) {
        const answer = Promise.race([wronged, connection.ask(unwarned(question), signal)])
        // Lets pending messages arrive before the answer is sent.
        await Promise.resolve()
        return isWronged ? { kind: 'flip' } : answer
      },
      tell(...change) {
        for (const seat of SEATS) {
          const word = playedTurn(...change)?.[seat]
          if (word !== undefined) hear(seat, word)
        }
        for (const one of cheatsAndFlips(...change)) {
          if (one.kind === 'cheated') hear(one.seat, one.text)
          else if (one.seat === otherSeat(opening.seat)) hear(one.seat, 'a flip')
        }
      },
    }
  },
})

const unwarned = ({ turn, view, legal, timeLeft }: Question): Question => ({ turn, view, legal, timeLeft })

async function connectOpen(brain: Brain, opening: Opening): Promise<Connection> {
  const connection = await connectBrain(brain, opening, { thinking: {} })
  if ('kind' in connection) throw new Error(`${brain.name} cannot play: ${connection.detail}`)
  return connection
}

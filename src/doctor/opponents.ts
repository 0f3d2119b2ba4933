import type { Brain } from '../game/brain.ts'
import { otherSeat, type AnyGame } from '../game/game.ts'
import { playedTurn } from '../match/changes.ts'
import { connectBrain } from '../protocols/in-process/connect-brain.ts'
import type { Connection, Contestant, Opening } from '../protocols/protocol.ts'
import type { GameDoctor } from '../protocols/wire-doctor.ts'

/** The opponent that cheats. */
export const CHEATER = 'cheater'

/** A scripted opponent; the same seed, the same play. */
export function opponent(name: string, game: AnyGame, { opponents = [] }: GameDoctor): Contestant {
  if (name === CHEATER) return { name, connect: (opening) => connectCheater(game, opening) }
  const brain = [...opponents, ...ANY_GAME].find((one) => one.name === name)
  if (brain === undefined) throw new Error(`Cannot find the opponent ${JSON.stringify(name)} for ${game.id}`)
  return { name, connect: (opening) => connectBrain(brain, opening) }
}

const ANY_GAME: readonly Brain[] = [
  { name: 'first', move: ({ legal }) => legal[0] },
  { name: 'last', move: ({ legal }) => legal.at(-1) },
  { name: 'middle', move: ({ legal }) => legal[legal.length >> 1] },
  { name: 'random', move: ({ legal, rng }) => rng.pick(legal) },
]

/** Plays one legal move, then repeats its opponent's last move or plays another illegal one. */
async function connectCheater(game: AnyGame, opening: Opening): Promise<Connection> {
  let own = 0
  let seen: string | undefined
  return {
    async ask({ view, legal, cheated }) {
      if (cheated !== undefined) return { kind: 'flip' }
      const isFirst = own++ === 0 && legal[0] !== undefined
      if (isFirst) return { kind: 'move', text: legal[0] as string }
      const bad = seen !== undefined && !game.isLegal(view, opening.seat, seen) ? seen : 'z9'
      return { kind: 'move', text: bad }
    },
    tell(...change) {
      seen = playedTurn(...change)?.[otherSeat(opening.seat)] ?? seen
    },
    async [Symbol.asyncDispose]() {},
  }
}

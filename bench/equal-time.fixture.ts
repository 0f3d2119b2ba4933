import { duel } from '../src/brains/duel.fixture.ts'
import { limitsFor } from '../src/brains/thinking.ts'
import type { Brain } from '../src/game/brain.ts'
import type { AnyGame, Pair, Seat } from '../src/game/game.ts'
import { threadCpuMs } from '../src/runner/thread-cpu-ms.ts'
import type { Program, Thought } from './program.fixture.ts'
import { timedBrain } from './timed-brain.fixture.ts'

/** The command-line options of every match against a program. */
export const EQUAL_TIME_OPTIONS = {
  brain: { type: 'string', default: 'advanced' },
  games: { type: 'string', default: '4' },
  ms: { type: 'string', default: '50' },
  from: { type: 'string', default: '0' },
} as const

export interface Round {
  readonly game: AnyGame
  readonly start: unknown
  readonly seed: number
  readonly mostTurns?: number
  readonly brain: Brain
  /** The seat of the brain. */
  readonly seat: Seat
  /** Processor time for a move. */
  readonly ms: number
  /** The other side: a program that keeps to the same time by itself, and the brain that speaks with it. */
  readonly program: Program
  readonly rival: Brain
}

export interface RoundPlayed {
  /** Twice the points of the brain. */
  readonly halves: number
  readonly own: Thought
  readonly others: Thought
}

/**
 * One round of a brain against a program. Both have the same processor time for a move, by the processor's clock of
 * the thread, so other work on the machine is not charged to them.
 */
export async function playEqualTime(round: Round): Promise<RoundPlayed> {
  const { game, start, seed, brain, seat, program, rival, mostTurns } = round
  const own = { nodes: 0, cpuMs: 0 }
  let spent = 0
  const timed = timedBrain(brain, (cpuMs) => (spent = cpuMs))
  const brains: Pair<Brain> = seat === 0 ? [timed, rival] : [rival, timed]
  const thinking = { timeLeft: clockFor(round.ms), now: threadCpuMs }
  const { winner } = await duel({
    game,
    brains,
    seed,
    thinking: [thinking, thinking],
    start,
    ...(mostTurns !== undefined && { mostTurns }),
    onTurn({ seat: mover, remark }) {
      if (mover !== seat || remark?.nodes === undefined) return
      own.nodes += remark.nodes
      own.cpuMs += spent
    },
  })
  return {
    halves: winner === undefined ? 1 : winner === seat ? 2 : 0,
    own,
    others: await program.end(),
  }
}

/** A clock for each move that lets a brain think for so long. */
function clockFor(wanted: number): number {
  for (let timeLeft = wanted; timeLeft < 10 * wanted + 100; timeLeft++)
    if (limitsFor({ timeLeft, now: () => 0 }, {}).until >= wanted) return timeLeft
  throw new Error(`Cannot give a brain ${wanted} ms for a move: it never thinks so long`)
}

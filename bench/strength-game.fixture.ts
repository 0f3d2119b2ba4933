import { digest } from '../src/base/hash.ts'
import { deriveSeed } from '../src/base/rng.ts'
import { duel } from '../src/brains/duel.fixture.ts'
import { findBrain } from '../src/brains/index.ts'
import type { Brain } from '../src/game/brain.ts'
import type { Pair, Seat } from '../src/game/game.ts'
import { threadCpuMs } from '../src/runner/thread-cpu-ms.ts'
import { ladderNamed } from './ladder-of.fixture.ts'
import { timedBrain } from './timed-brain.fixture.ts'

/** How long brains may think about a move. */
export interface Allowance {
  readonly ms: number
  /** Node budget, instead of time. */
  readonly nodes?: number
  /** Whether clocks count CPU time, as if the machine were idle. */
  readonly isCpuTime: boolean
}

export interface Task extends Allowance {
  readonly ladder: string
  /** Names by seat. */
  readonly brains: Pair<string>
  readonly opening: number
}

export interface Played {
  readonly task: Task
  readonly winner: Seat | undefined
  readonly turns: number
  /** Digests: equal where games begin with the same position, and go on with the same moves. */
  readonly start: string
  readonly moves: string
  /** By seat. */
  readonly thought: Pair<Thought>
  /** Steps of a plain loop in a second of this thread's time, right after the game. */
  readonly plainRate: number
}

export interface Thought {
  /** Positions searched, and the CPU time of the moves that reported them. */
  nodes: number
  cpuMs: number
  /** The longest answer by the clock, and its CPU time. */
  longestMs: number
  longestCpuMs: number
}

export async function playGame(task: Task): Promise<Played> {
  const ladder = ladderNamed(task.ladder)
  const start = ladder.opening(task.opening)
  const named = (name: string): Brain => {
    const brain = findBrain(name, ladder.game.id)
    if (brain === undefined) throw new Error(`there is no ${name} for ${task.ladder}`)
    return brain
  }
  const thought: Pair<Thought> = [{ ...NOTHING }, { ...NOTHING }]
  let cpuMs = 0
  const timed = (name: string): Brain => timedBrain(named(name), (spent) => (cpuMs = spent))
  const thinking = {
    timeLeft: task.ms,
    ...(task.nodes === undefined
      ? { now: task.isCpuTime ? threadCpuMs : () => performance.now() }
      : { nodeBudget: task.nodes }),
  }
  const { winner, moves } = await duel({
    game: ladder.game,
    brains: [timed(task.brains[0]), timed(task.brains[1])],
    seed: deriveSeed(task.opening, ...task.brains),
    thinking: [thinking, thinking],
    start,
    mostTurns: ladder.mostTurns,
    onTurn({ seat, remark, ms }) {
      const sum = thought[seat]
      if (remark?.nodes !== undefined) {
        sum.nodes += remark.nodes
        sum.cpuMs += cpuMs
      }
      if (ms <= sum.longestMs) return
      sum.longestMs = ms
      sum.longestCpuMs = cpuMs
    },
  })
  return {
    task,
    winner,
    turns: moves.length,
    start: digest(JSON.stringify(start)),
    moves: digest(moves.join(' ')),
    thought,
    plainRate: plainRate(),
  }
}

const NOTHING: Thought = { nodes: 0, cpuMs: 0, longestMs: 0, longestCpuMs: 0 }

/** How fast this machine is now, at a fixed task. */
function plainRate(): number {
  const began = threadCpuMs()
  let state = 1
  let steps = 0
  do
    for (let end = steps + 1_000_000; steps < end; steps++) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
    }
  while (threadCpuMs() - began < 20 || state === 0)
  return (1000 * steps) / (threadCpuMs() - began)
}

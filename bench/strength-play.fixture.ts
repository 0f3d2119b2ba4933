import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Ladder } from '../src/brains/ladders.fixture.ts'
import type { Allowance, Played, Task } from './strength-game.fixture.ts'

export interface PlayOptions extends Allowance {
  /** Between neighbours; other pairs play a quarter of them. */
  readonly games: number
  /** The first opening. */
  readonly from: number
  readonly jobs: number
  /** Only brains that are so many steps apart, or fewer, play each other. */
  readonly reach?: number
  /** Only these two play. */
  readonly pair?: readonly string[]
  /** Games of earlier runs, which are not played again. Each new game is added. */
  readonly kept?: KeptGames
  /** No game begins once it aborts. */
  readonly signal?: AbortSignal
}

export interface KeptGames {
  find(task: Task): Played | undefined
  add(game: Played): void
}

/** Every brain of the ladder against every other, each opening from both seats; one game at a time in each thread. */
export async function playLadder(ladder: Ladder, options: PlayOptions): Promise<readonly Played[]> {
  const { kept, signal } = options
  const played: Played[] = []
  const tasks: Task[] = []
  for (const task of tasksOf(ladder, options)) {
    const known = kept?.find(task)
    if (known) played.push(known)
    else tasks.push(task)
  }
  await Promise.all(
    Array.from({ length: options.jobs }, async () => {
      const worker = new Worker(new URL('strength-worker.fixture.ts', import.meta.url))
      for (let task = tasks.shift(); task !== undefined && !signal?.aborted; task = tasks.shift()) {
        worker.postMessage(task)
        const [game] = (await once(worker, 'message')) as [Played]
        played.push(game)
        kept?.add(game)
      }
      await worker.terminate()
    }),
  )
  return played
}

function tasksOf(
  { name, brains, part }: Ladder,
  { games, from, pair, ms, nodes, isCpuTime, reach = Infinity }: PlayOptions,
): Task[] {
  const names = brains.map((brain) => brain.name)
  const allowance = { ms, isCpuTime, ...(nodes !== undefined && { nodes }) }
  const tasks = names.flatMap((stronger, index) =>
    names.slice(0, index).flatMap((weaker, below) => {
      if (pair && !(pair.includes(stronger) && pair.includes(weaker))) return []
      if (index - below > reach) return []
      const pairs = Math.ceil((part * games) / (index - below === 1 || pair ? 2 : 8))
      return Array.from({ length: pairs }, (_, at): Task[] => [
        { ladder: name, brains: [stronger, weaker], opening: from + at, ...allowance },
        { ladder: name, brains: [weaker, stronger], opening: from + at, ...allowance },
      ]).flat()
    }),
  )
  // By turns, so that a run that ends early has games of every pair.
  return tasks.toSorted((a, b) => a.opening - b.opening)
}

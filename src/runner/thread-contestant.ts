import { availableParallelism } from 'node:os'
import { deferred } from '../base/deferred.ts'
import type { Connection, Contestant, Gone, Opening, Unasked } from '../protocols/protocol.ts'
import { blameHost } from './blame-host.ts'
import { BrainThread, type ThreadedBrain } from './brain-thread.ts'

export interface ThreadOptions extends ThreadedBrain {
  readonly name: string
  readonly bot: string
  /** What the brain logs or prints, for its owner. */
  onLog?(line: string): void
}

/** A brain in a thread of its own, so that its thinking, looping or crashing cannot touch the clock. */
export function threadContestant(options: ThreadOptions): Contestant {
  const { name, bot, source } = options
  const contestant: Contestant = {
    name,
    bot,
    connect: (opening, _, callbacks) => connectThread(options, opening, callbacks?.unasked),
  }
  return source.kind === 'house' ? blameHost(contestant) : contestant
}

async function connectThread(
  options: ThreadOptions,
  opening: Opening,
  unasked?: Unasked,
): Promise<Connection | Gone> {
  const { source, nodeBudget, readsClock } = options
  const isHouse = source.kind === 'house'
  const thread = (isHouse ? idle.pop() : undefined) ?? (await startThread(isHouse))
  const brain = { source, ...(nodeBudget !== undefined && { nodeBudget }), ...(readsClock && { readsClock }) }
  const listeners = { unasked, log: (line: string) => options.onLog?.(line) }
  try {
    const connection = await thread.connect(brain, opening, listeners)
    if ('kind' in connection) {
      await thread.terminate()
      return connection
    }
    return {
      ...connection,
      async [Symbol.asyncDispose]() {
        await connection[Symbol.asyncDispose]()
        if (isHouse && thread.isAtRest && idle.length < MAX_IDLE) idle.push(thread)
        else await thread.terminate()
      },
    }
  } catch (error) {
    await thread.terminate()
    throw error
  }
}

/**
 * Threads for the next house brains: to start one takes long, to keep it costs little. A stranger's thread is never
 * used again.
 */
const idle: BrainThread[] = []
const MAX_IDLE = 2 * availableParallelism()

let starting = 0
const MAX_STARTING = Math.max(1, Math.floor(availableParallelism() / 2))
const waiting: (() => void)[] = []

/** Starts a few threads at a time: each takes a core for some tenths of a second, while the clocks of other players run. */
async function startThread(isHouse: boolean): Promise<BrainThread> {
  if (starting >= MAX_STARTING) {
    const { promise, resolve } = deferred()
    waiting.push(resolve)
    await promise
  }
  starting++
  let isStarting = true
  const onStarted = (): void => {
    if (!isStarting) return
    isStarting = false
    starting--
    waiting.shift()?.()
  }
  try {
    const thread = new BrainThread({ isHouse }, onStarted, () => {
      const at = idle.indexOf(thread)
      if (at >= 0) idle.splice(at, 1)
    })
    return thread
  } catch (error) {
    // The machine has no room for another thread now. The next one may start.
    onStarted()
    throw error
  }
}

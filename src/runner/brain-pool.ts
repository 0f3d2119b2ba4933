import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { deferred, type Deferred } from '../base/deferred.ts'
import { isCheatAgainst } from '../match/changes.ts'
import { FLIP } from '../protocols/in-process/connect-brain.ts'
import type {
  Answer,
  Connection,
  Contestant,
  Gone,
  Opening,
  Question,
  Timing,
  Unasked,
} from '../protocols/protocol.ts'
import { blameHost } from './blame-host.ts'

/** A few threads in which many house brains think, one after the other in each: for rounds by the thousand. */
export interface BrainPool extends AsyncDisposable {
  contestant(name: string, brain: string): Contestant
}

export type ToPool =
  | { readonly kind: 'open'; readonly id: number; readonly brain: string; readonly opening: Opening }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'close'; readonly id: number }

export type FromPool =
  | { readonly kind: 'ready'; readonly id: number; readonly gone?: Gone }
  /** It begins to think: what it waited for that is nobody's thinking time. */
  | { readonly kind: 'began'; readonly id: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'unasked'; readonly id: number; readonly answer: Answer }

interface Seat {
  readonly ready: Deferred<Gone | undefined>
  readonly unasked: Unasked | undefined
  asked?: { readonly answer: Deferred<Answer>; readonly timing: Timing | undefined } | undefined
}

interface Thread {
  readonly worker: Worker
  readonly seats: Map<number, Seat>
}

/** Threads are started when they are needed, as many as there are cores. */
export function openBrainPool(size = availableParallelism()): BrainPool {
  const threads: Thread[] = []
  let last = 0

  function startThread(): Thread {
    const worker = new Worker(new URL(import.meta.resolve(threadFile)))
    const thread: Thread = { worker, seats: new Map() }
    worker.unref()
    worker.on('message', (message: FromPool) => hear(thread, message))
    const end = (error: unknown): void => {
      const at = threads.indexOf(thread)
      if (at >= 0) threads.splice(at, 1)
      // Our own fault: the rounds are played again.
      for (const { ready, asked } of thread.seats.values()) {
        ready.reject(error)
        asked?.answer.reject(error)
      }
      thread.seats.clear()
    }
    worker.on('error', end)
    worker.on('exit', () => end(new Error('a thread of house brains ended')))
    threads.push(thread)
    return thread
  }

  function hear({ seats }: Thread, message: FromPool): void {
    const seat = seats.get(message.id)
    switch (message.kind) {
      case 'ready':
        return seat?.ready.resolve(message.gone)
      case 'began':
        return seat?.asked?.timing?.reached()
      case 'answer':
        return settle(seat, message.answer)
      case 'unasked':
        return seat?.unasked?.(message.answer)
    }
  }

  function settle(seat: Seat | undefined, answer: Answer): void {
    seat?.asked?.answer.resolve(answer)
    if (seat) seat.asked = undefined
  }

  function leastBusy(): Thread {
    const idle = threads.find(({ seats }) => seats.size === 0)
    if (idle) return idle
    if (threads.length < size) return startThread()
    return threads.reduce((best, thread) => (thread.seats.size < best.seats.size ? thread : best))
  }

  async function connect(brain: string, opening: Opening, unasked?: Unasked): Promise<Connection | Gone> {
    const thread = leastBusy()
    const id = ++last
    const seat: Seat = { ready: deferred(), unasked }
    const post = (message: ToPool): void => thread.worker.postMessage(message)
    thread.seats.set(id, seat)
    post({ kind: 'open', id, brain, opening })
    const gone = await seat.ready.promise
    if (gone) {
      thread.seats.delete(id)
      return gone
    }
    return {
      ask(question, _signal, timing) {
        if (!thread.seats.has(id))
          return Promise.reject(new Error('the thread of this house brain has ended'))
        const answer = deferred<Answer>()
        seat.asked = { answer, timing }
        post({ kind: 'ask', id, question })
        return answer.promise
      },
      tell(...change) {
        if (isCheatAgainst(opening.seat, ...change)) settle(seat, FLIP)
      },
      async [Symbol.asyncDispose]() {
        settle(seat, FLIP)
        if (thread.seats.delete(id)) post({ kind: 'close', id })
      },
    }
  }

  return {
    contestant: (name, brain) =>
      blameHost({
        name,
        bot: `house:${brain}`,
        // A house brain works out its move from the position alone.
        rejoins: true,
        connect: (opening, _, callbacks) => connect(brain, opening, callbacks?.unasked),
      }),
    async [Symbol.asyncDispose]() {
      const ended = threads.splice(0)
      for (const { seats } of ended) seats.clear()
      await Promise.all(ended.map(({ worker }) => worker.terminate()))
    },
  }
}

/** The built package has JavaScript beside this file, a checkout has TypeScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './pool-thread.ts' : './pool-thread.js'

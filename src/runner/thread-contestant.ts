import { deferred } from '../base/deferred.ts'
import { messageOf } from '../base/message-of.ts'
import { isCheatAgainst } from '../match/changes.ts'
import type { Answer, Connection, Contestant, Gone, Opening, Unasked } from '../protocols/protocol.ts'
import { describeThrown, FLIP } from '../protocols/in-process/connect-brain.ts'
import { leaveThread, MEMORY_MB, takeThread, type FromThread, type ToThread } from './brain-threads.ts'
import type { BrainSource } from './load-brain.ts'
import { blameHost } from './blame-host.ts'

export interface ThreadOptions {
  readonly name: string
  readonly bot: string
  readonly source: BrainSource
  /** Positions it may look at in a turn, instead of a clock: the same game on every machine. */
  readonly nodeBudget?: number
  /** It reads the clock as well: the budget is only the most it may look at. */
  readonly mindsClock?: boolean
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
  const { source, nodeBudget, mindsClock } = options
  const started = deferred<Gone | undefined>()
  let ended: Gone | undefined
  let waiting: { readonly id: number; readonly resolve: (answer: Answer) => void } | undefined
  let asked = 0
  let answered = 0

  const settle = (answer: Answer): void => {
    waiting?.resolve(answer)
    waiting = undefined
  }
  const end = (gone: Gone): void => {
    // The first cause wins: an exit follows every error.
    ended ??= gone
    started.resolve(ended)
    settle(ended)
  }
  const hear = (message: FromThread): void => {
    switch (message.kind) {
      case 'up':
        return
      case 'failed':
        return started.reject(new Error(message.why))
      case 'ready':
        return started.resolve(undefined)
      case 'gone':
        return end(message.gone)
      case 'log':
        return options.onLog?.(message.line)
      case 'unasked':
        return unasked?.(message.answer)
      case 'answer':
        answered = message.id
        if (waiting?.id === message.id) settle(message.answer)
    }
  }
  const thread = await takeThread(source, {
    hear,
    print: (line) => options.onLog?.(line),
    end: (error) => end(explainEnd(error)),
    // A thread that did not even start says nothing about its brain.
    fail: (error) => started.reject(new Error(`a thread could not be started: ${messageOf(error)}`)),
  })
  const round = ++thread.rounds
  const post = (message: ToThread): void => thread.worker.postMessage(message)
  post({
    kind: 'open',
    round,
    source,
    opening,
    ...(nodeBudget !== undefined && { nodeBudget }),
    ...(mindsClock && { mindsClock }),
  })

  const failed = await started.promise.catch(async (error: unknown) => {
    await leaveThread(thread, source, false)
    throw error
  })
  if (failed) {
    await leaveThread(thread, source, false)
    return failed
  }
  return {
    ask(question) {
      if (ended) return Promise.resolve(ended)
      const { promise, resolve } = deferred<Answer>()
      waiting = { id: ++asked, resolve }
      post({ kind: 'ask', round, id: asked, question })
      return promise
    },
    tell(...change) {
      // The thread may be deep in thought and cannot be told.
      if (isCheatAgainst(opening.seat, ...change)) settle(FLIP)
    },
    async [Symbol.asyncDispose]() {
      await leaveThread(thread, source, !ended && answered === asked)
    },
  }
}

function explainEnd(error: unknown): Gone {
  if (error === undefined) return { kind: 'gone', cause: 'crashed', detail: 'its thread ended' }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { kind: 'gone', cause: 'out-of-memory', detail: `more than ${MEMORY_MB} MiB` }
    : { kind: 'gone', cause: 'crashed', detail: describeThrown(error) }
}

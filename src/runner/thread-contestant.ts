import { deferred } from '../base/deferred.ts'
import { Worker } from 'node:worker_threads'
import type {
  Answer,
  Connection,
  Contestant,
  Gone,
  Opening,
  Question,
  Unasked,
} from '../protocols/protocol.ts'
import { describeThrown, FLIP, isCheatAgainst } from '../protocols/in-process/connect-brain.ts'
import type { BrainSource } from './load-brain.ts'

export interface ThreadData {
  readonly source: BrainSource
  readonly nodeBudget?: number
  readonly opening: Opening
}

export interface ToThread {
  readonly id: number
  readonly question: Question
}

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'gone'; readonly gone: Gone }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'unasked'; readonly answer: Answer }
  | { readonly kind: 'log'; readonly line: string }

export interface ThreadOptions {
  readonly name: string
  readonly bot: string
  readonly source: BrainSource
  /** Positions it may look at in a turn, instead of a clock: the same game on every machine. */
  readonly nodeBudget?: number
  /** What the brain logs or prints, for its owner. */
  onLog?(line: string): void
}

const MEMORY_MB = 1024

/** A brain in a thread of its own, so that its thinking, looping or crashing cannot touch the clock. */
export function threadContestant(options: ThreadOptions): Contestant {
  const { name, bot } = options
  return { name, bot, connect: (opening, _, unasked) => connectThread(options, opening, unasked) }
}

async function connectThread(
  options: ThreadOptions,
  opening: Opening,
  unasked?: Unasked,
): Promise<Connection | Gone> {
  const { source, nodeBudget } = options
  const worker = new Worker(new URL(import.meta.resolve(threadFile)), {
    workerData: { source, opening, ...(nodeBudget !== undefined && { nodeBudget }) } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // A brain that prints must not disturb what the host prints.
    stdout: true,
    stderr: true,
  })
  const started = deferred<Gone | undefined>()
  let ended: Gone | undefined
  let waiting: { readonly id: number; readonly resolve: (answer: Answer) => void } | undefined
  let asked = 0

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
  worker.on('message', (message: FromThread) => {
    switch (message.kind) {
      case 'ready':
        return started.resolve(undefined)
      case 'gone':
        return end(message.gone)
      case 'log':
        return options.onLog?.(message.line)
      case 'unasked':
        return unasked?.(message.answer)
      case 'answer':
        if (waiting?.id === message.id) settle(message.answer)
    }
  })
  worker.on('error', (error: unknown) => end(explainError(error)))
  worker.on('exit', () => end({ kind: 'gone', cause: 'crashed', detail: 'its thread ended' }))
  for (const stream of [worker.stdout, worker.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => options.onLog?.(text.trimEnd()))

  const failed = await started.promise
  if (failed) {
    await worker.terminate()
    return failed
  }
  return {
    ask(question) {
      if (ended) return Promise.resolve(ended)
      const { promise, resolve } = deferred<Answer>()
      waiting = { id: ++asked, resolve }
      worker.postMessage({ id: asked, question } satisfies ToThread)
      return promise
    },
    tell(news) {
      // The thread may be deep in thought and cannot be told.
      if (isCheatAgainst(opening.seat, news)) settle(FLIP)
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

/** The built package has JavaScript beside this file, a checkout has TypeScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './brain-thread.ts' : './brain-thread.js'

function explainError(error: unknown): Gone {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { kind: 'gone', cause: 'out-of-memory', detail: `more than ${MEMORY_MB} MiB` }
    : { kind: 'gone', cause: 'crashed', detail: describeThrown(error) }
}

import { Worker } from 'node:worker_threads'
import { errorCode } from '../base/error-code.ts'
import { deferred, type Deferred } from '../base/deferred.ts'
import { messageOf } from '../base/message-of.ts'
import { isCheatAgainst } from '../match/changes.ts'
import { describeThrown, FLIP } from '../protocols/in-process/connect-brain.ts'
import {
  NO_LONGER_ASKED,
  type Answer,
  type Connection,
  type Gone,
  type Opening,
  type Question,
  type Timing,
  type Unasked,
} from '../protocols/protocol.ts'
import { clockOfThreads } from './clock-of-threads.ts'
import type { BrainSource } from './brain-source.ts'
import { logThrown } from './thrown-trace.ts'

/** A brain that is to play a round in a thread. */
export interface ThreadedBrain {
  readonly source: BrainSource
  /** Positions it may look at in a turn, instead of a clock: the same game on every machine. */
  readonly nodeBudget?: number
  /** It reads the clock as well: the budget is only the most it may look at. */
  readonly readsClock?: boolean
}

export interface Open extends ThreadedBrain {
  readonly kind: 'open'
  readonly id: number
  readonly opening: Opening
}

/** `id` names one brain for one round. */
export type ToThread =
  | Open
  | {
      readonly kind: 'ask'
      readonly id: number
      readonly turn: number
      readonly question: Question
      /** When it was sent, by `clockOfThreads`, if the clock of the question runs since then. */
      readonly sent?: number
    }
  | { readonly kind: 'close'; readonly id: number }

export type FromThread =
  /** The first message of a thread: all of our own code is loaded. */
  | { readonly kind: 'up' }
  | { readonly kind: 'ready'; readonly id: number }
  /** The brain could not be loaded, and that is the host's fault. */
  | { readonly kind: 'failed'; readonly id: number; readonly why: string }
  | { readonly kind: 'gone'; readonly id: number; readonly gone: Gone }
  /** The brain starts to think about a question that may have waited for other brains of the thread. */
  | { readonly kind: 'began'; readonly id: number }
  | { readonly kind: 'answer'; readonly id: number; readonly turn: number; readonly answer: Answer }
  | { readonly kind: 'unasked'; readonly id: number; readonly answer: Answer }
  | { readonly kind: 'log'; readonly id: number; readonly line: string }

export interface BrainListeners {
  readonly unasked?: Unasked | undefined
  /** What the brain logs or prints, for its owner. */
  readonly log?: ((line: string) => void) | undefined
  /** The thread is shared: the clock of a question starts when the brain begins to think about it. */
  readonly isShared?: boolean
}

interface Session {
  readonly source: BrainSource
  readonly listeners: BrainListeners
  readonly ready: Deferred<Gone | undefined>
  turns: number
  asked?: { readonly answer: Deferred<Answer>; readonly timing: Timing | undefined } | undefined
}

/** What a thread is told when it starts. */
export interface ThreadData {
  /** It is for house brains only, and leaves the cores to programs. */
  readonly isHouse: boolean
}

const MEMORY_MB = 1024

let lastId = 0

/** A worker thread in which brains play rounds. A brain that loops or crashes there cannot stop the clocks of the host. */
export class BrainThread {
  readonly #worker: Worker
  readonly #sessions = new Map<number, Session>()
  #isUp = false
  #thrown: unknown
  #ended: Gone | undefined
  /** Questions without an answer, also those of rounds that are over. */
  #open = 0

  /** A house brain prints nothing. `onStarted` is called once the thread is up, or has ended before that. */
  constructor(data: ThreadData, onStarted: () => void, onEnded: () => void) {
    // The output of a brain must not mix with the output of the host.
    const worker = new Worker(new URL(import.meta.resolve(workerFile)), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      stdout: true,
      stderr: true,
    })
    this.#worker = worker
    worker.once('message', onStarted).once('exit', onStarted)
    worker.on('message', (message: FromThread) => this.#hear(message))
    worker.on('error', (error) => (this.#thrown = error))
    // `exit` comes after the error and after all messages.
    worker.on('exit', () => {
      this.#end()
      onEnded()
    })
    // Reading these streams keeps the process alive, so the output of house brains is not read.
    for (const stream of data.isHouse ? [] : [worker.stdout, worker.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        for (const { listeners } of this.#sessions.values()) listeners.log?.(text.trimEnd())
      })
  }

  /** Brains that play in it now. */
  get load(): number {
    return this.#sessions.size
  }

  /** No question is open, so that the next brain would not have to wait. */
  get isAtRest(): boolean {
    return !this.#ended && this.#open === 0
  }

  async connect(
    brain: ThreadedBrain,
    opening: Opening,
    listeners: BrainListeners,
  ): Promise<Connection | Gone> {
    const id = ++lastId
    const session: Session = { source: brain.source, listeners, ready: deferred(), turns: 0 }
    this.#sessions.set(id, session)
    this.#worker.ref()
    this.#post({ kind: 'open', id, opening, ...brain })
    const close = (): void => {
      if (!this.#sessions.delete(id)) return
      settle(session, NO_LONGER_ASKED)
      this.#post({ kind: 'close', id })
      if (this.#sessions.size === 0) this.#worker.unref()
    }
    try {
      const gone = await session.ready.promise
      if (gone) close()
      return gone ?? this.#connection(id, session, opening, close)
    } catch (error) {
      close()
      throw error
    }
  }

  #connection(id: number, session: Session, { seat }: Opening, close: () => void): Connection {
    return {
      ask: (question, _signal, timing) => {
        if (this.#ended) return Promise.resolve(this.#ended)
        const answer = deferred<Answer>()
        session.asked = { answer, timing }
        this.#open++
        const sent = !session.listeners.isShared && { sent: clockOfThreads() }
        // The list of legal moves may be an accessor, which does not cross a thread.
        const copy = { ...question, legal: question.legal }
        this.#post({ kind: 'ask', id, turn: ++session.turns, question: copy, ...sent })
        return answer.promise
      },
      tell(...change) {
        // The thread may be busy with a search and cannot be told.
        if (isCheatAgainst(seat, ...change)) settle(session, FLIP)
      },
      async [Symbol.asyncDispose]() {
        close()
      },
    }
  }

  /** Ends the thread and all that runs in it. The rounds hear nothing of it: their players are no longer wanted. */
  async terminate(): Promise<void> {
    this.#sessions.clear()
    await this.#worker.terminate()
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromThread): void {
    if (message.kind === 'up') return void (this.#isUp = true)
    if (message.kind === 'answer') this.#open--
    const session = this.#sessions.get(message.id)
    switch (message.kind) {
      case 'ready':
        return session?.ready.resolve(undefined)
      case 'failed':
        return session?.ready.reject(new Error(message.why))
      case 'gone':
        return session?.ready.resolve(message.gone)
      case 'began':
        return session?.listeners.isShared ? session.asked?.timing?.reached() : undefined
      case 'answer':
        return session?.turns === message.turn ? settle(session, message.answer) : undefined
      case 'unasked':
        return session?.listeners.unasked?.(message.answer)
      case 'log':
        return session?.listeners.log?.(message.line)
    }
  }

  #end(): void {
    this.#ended = explainEnd(this.#thrown)
    for (const session of this.#sessions.values()) {
      // A thread that has not even started says nothing about its brain.
      if (!this.#isUp)
        session.ready.reject(new Error(`a thread could not be started: ${messageOf(this.#thrown)}`))
      session.ready.resolve(this.#ended)
      const { source, listeners } = session
      logThrown(source, (line) => listeners.log?.(line))(this.#thrown)
      settle(session, this.#ended)
    }
  }
}

function settle(session: Session, answer: Answer): void {
  session.asked?.answer.resolve(answer)
  session.asked = undefined
}

function explainEnd(error: unknown): Gone {
  if (error === undefined) return { kind: 'gone', cause: 'crashed', detail: 'its thread ended' }
  const code = errorCode(error)
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { kind: 'gone', cause: 'out-of-memory', detail: `more than ${MEMORY_MB} MiB` }
    : { kind: 'gone', cause: 'crashed', detail: describeThrown(error) }
}

/** The built package has JavaScript beside this file, a checkout has TypeScript. */
const workerFile = import.meta.url.endsWith('.ts') ? './brain-worker.ts' : './brain-worker.js'

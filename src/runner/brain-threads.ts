import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Answer, Gone, Opening, Question } from '../protocols/protocol.ts'
import type { BrainSource } from './load-brain.ts'

export type ToThread =
  | {
      readonly kind: 'open'
      readonly round: number
      readonly source: BrainSource
      readonly nodeBudget?: number
      readonly mindsClock?: boolean
      readonly opening: Opening
    }
  | { readonly kind: 'ask'; readonly round: number; readonly id: number; readonly question: Question }
  /** What the last brain remembers is no longer needed. */
  | { readonly kind: 'close' }

/** `round` says which of the rounds of this thread it is about. */
export type FromThread = { readonly round: number } &
  /** The first word of a thread: all of its own code is loaded. */
  (
    | { readonly kind: 'up' }
    | { readonly kind: 'ready' }
    /** The brain could not be loaded, and that is the host's fault. */
    | { readonly kind: 'failed'; readonly why: string }
    | { readonly kind: 'gone'; readonly gone: Gone }
    | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
    | { readonly kind: 'unasked'; readonly answer: Answer }
    | { readonly kind: 'log'; readonly line: string }
  )

/** Who plays a round in a thread, and hears of it. */
export interface ThreadGuest {
  hear(message: FromThread): void
  /** A line that was printed. */
  print(line: string): void
  /** The thread is no more; without an error it ended by itself. */
  end(error?: unknown): void
  /** The thread has not come so far as to open a brain. */
  fail(error?: unknown): void
}

/** A thread for one brain at a time. */
export interface BrainThread {
  readonly worker: Worker
  /** Rounds that were begun in it. */
  rounds: number
  guest: ThreadGuest | undefined
}

export const MEMORY_MB = 1024
/** A thread takes long to start and little to keep. */
const MOST_IDLE = 2 * availableParallelism()

const MOST_STARTING = Math.max(1, Math.floor(availableParallelism() / 2))

const idle: BrainThread[] = []

/** A thread that waits for a house brain, or a new one. A stranger's brain has one of its own, which nobody else ever gets. */
export async function takeThread(source: BrainSource, guest: ThreadGuest): Promise<BrainThread> {
  const thread = (source.kind === 'house' ? idle.pop() : undefined) ?? (await startInTurn(source))
  thread.guest = guest
  thread.worker.ref()
  return thread
}

/** Ends the thread, or keeps it for the next house brain if it is at rest. */
export async function leaveThread(
  thread: BrainThread,
  source: BrainSource,
  isAtRest: boolean,
): Promise<void> {
  if (thread.guest === undefined) return
  thread.guest = undefined
  if (source.kind === 'house' && isAtRest && idle.length < MOST_IDLE) {
    thread.worker.postMessage({ kind: 'close' } satisfies ToThread)
    thread.worker.unref()
    idle.push(thread)
  } else await thread.worker.terminate()
}

/** Threads that have not said anything yet. */
let starting = 0
const toStart: (() => void)[] = []

/** A few at a time: to start a thread takes a core for some tenths of a second, and the clocks of others run on. */
async function startInTurn(source: BrainSource): Promise<BrainThread> {
  if (starting >= MOST_STARTING) await new Promise<void>((resolve) => void toStart.push(resolve))
  starting++
  const thread = startThread(source)
  let isStarting = true
  const next = (): void => {
    if (!isStarting) return
    isStarting = false
    starting--
    toStart.shift()?.()
  }
  thread.worker.once('message', next).once('exit', next)
  return thread
}

function startThread(source: BrainSource): BrainThread {
  const worker = new Worker(new URL(import.meta.resolve(threadFile)), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // A brain that prints must not disturb what the host prints.
    stdout: true,
    stderr: true,
  })
  const thread: BrainThread = { worker, rounds: 0, guest: undefined }
  let isUp = false
  let thrown: unknown
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'up') isUp = true
    else if (message.round === thread.rounds) thread.guest?.hear(message)
  })
  worker.on('error', (error) => (thrown = error))
  // It follows every error, and every message that was sent before.
  worker.on('exit', () => {
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
    if (isUp) thread.guest?.end(thrown)
    else thread.guest?.fail(thrown)
  })
  // To read what a thread prints keeps the process alive; a house brain prints nothing.
  for (const stream of source.kind === 'module' ? [worker.stdout, worker.stderr] : [])
    stream.setEncoding('utf8').on('data', (text: string) => thread.guest?.print(text.trimEnd()))
  return thread
}

/** The built package has JavaScript beside this file, a checkout has TypeScript. */
const threadFile = import.meta.url.endsWith('.ts') ? './brain-thread.ts' : './brain-thread.js'

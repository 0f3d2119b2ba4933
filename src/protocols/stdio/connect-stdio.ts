import { show } from '../../base/fields.ts'
import {
  NO_LONGER_ASKED,
  type Connection,
  type Gone,
  type Opening,
  type Timing,
  type Unreadable,
} from '../protocol.ts'
import type { Step, StdioDialect } from './dialect.ts'
import { describeExpectation, describeTooMuch, LIMITS, remainder, scan, type Expectation } from './scan.ts'
import { makeTranscript, NO_TRANSCRIPT, type TranscriptLimits } from './transcript.ts'

/** What a conversation needs of a running program. */
export interface ProgramPipe extends AsyncDisposable {
  /** Writes to its stdin without waiting. False once its stdin is closed for good. */
  write(text: string): boolean
  /**
   * The next bytes of its stdout; undefined at its end. It is called only while the host expects something: back-pressure of
   * the pipe stops a program that writes without end.
   */
  read(): Promise<Uint8Array | undefined>
  /** Bytes that have arrived and were not read yet, where that is known. */
  readonly ahead?: number
}

export interface StdioOptions {
  /** Why the program's output has ended. */
  whyEnded?(): Gone | Promise<Gone>
  /** Called with each line of both directions: see `makeTranscript`. */
  readonly onTranscript?: (line: string) => void
  readonly transcriptLimits?: TranscriptLimits
  readonly unreadable?: Unreadable | undefined
}

/** Plays one round with a program that speaks a dialect on stdin and stdout. Disposes of the pipe in every case. */
export async function connectStdio(
  dialect: StdioDialect,
  pipe: ProgramPipe,
  opening: Opening,
  signal: AbortSignal,
  options: StdioOptions = {},
): Promise<Connection | Gone> {
  const transcript = options.onTranscript
    ? makeTranscript(options.onTranscript, options.transcriptLimits)
    : NO_TRANSCRIPT
  const decoder = new TextDecoder()
  let inbox = ''
  let isEnded = false
  let isDeaf = false
  let reading: Promise<void> | undefined
  let lost: Gone | undefined
  let closed: Promise<void> | undefined
  const waiting = makeInterruptible()

  /** Once for a program: the questions after it have the same answer. */
  function lose(cause: Gone): Gone {
    note(`${cause.cause}: ${cause.detail ?? 'the reason is unknown'}`)
    return (lost = cause)
  }

  const note = (sentence: string): void => transcript.add('!', `${sentence}\n`)

  function write(text: string): void {
    if (text === '' || lost || closed) return
    transcript.add('>', text)
    if (pipe.write(text) || isDeaf) return
    // The game goes on: some programs never read their input.
    isDeaf = true
    note('it does not read what it is sent')
  }

  const readOnce = (): Promise<void> => pipe.read().then(take)

  function take(bytes: Uint8Array | undefined): void {
    if (closed) return
    const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    transcript.add('<', text)
    inbox += text
    isEnded = bytes === undefined
    if (isEnded) note('its output ended')
    reading = undefined
  }

  const whyEnded = async (): Promise<Gone> =>
    (await options.whyEnded?.()) ?? gone('silent', 'it closed its output')

  /** Looks for one expectation each time that output has come: its text, the reason to give up, or undefined. */
  function listenFor(what: Expectation, until: AbortSignal): () => string | Gone | undefined {
    let passed = 0
    let skipped = ''
    let isCited = false
    return () => {
      const found = scan(what, inbox, isEnded)
      if (found) {
        inbox = inbox.slice(found.end)
        if (isCited) options.unreadable?.(undefined)
        return found.text
      }
      if (until.aborted || closed || isEnded) return undefined
      const rest = remainder(what, inbox)
      passed += inbox.length - rest.length
      if (options.unreadable && skipped.length < QUOTED) {
        skipped = (skipped + inbox.slice(0, inbox.length - rest.length)).trimStart()
        const sent = `${skipped}${rest}`.trim()
        isCited ||= sent !== ''
        if (isCited) options.unreadable(`it sent ${quote(sent)}, expected ${describeExpectation(what)}`)
      }
      inbox = rest
      return passed + rest.length > LIMITS[what.kind] ? lose(tooLong(what, rest)) : undefined
    }
  }

  /** Gives what the last expectation found. */
  async function follow(steps: readonly Step[], until: AbortSignal, timing?: Timing): Promise<string | Gone> {
    let found = ''
    for (const step of steps) {
      if (step.kind === 'send') write(step.text)
      else if (step.kind === 'reached') timing?.reached()
      else {
        const listen = listenFor(step.what, until)
        let heard = listen()
        while (heard === undefined) {
          if (until.aborted || closed) return NO_LONGER_ASKED
          if (isEnded) {
            const why = await waiting.unlessInterrupted(whyEnded(), until)
            return why ? lose(why) : NO_LONGER_ASKED
          }
          // The read goes on after an abort, and the next wait takes it up: no bytes are lost.
          await waiting.unlessInterrupted((reading ??= readOnce()), until)
          heard = listen()
        }
        if (typeof heard !== 'string') return heard
        const objection = step.objection?.(heard)
        if (objection !== undefined) return lose(gone('garbled', objection))
        found = heard
      }
    }
    return found
  }

  async function close(): Promise<void> {
    waiting.interrupt()
    transcript.flush()
    await pipe[Symbol.asyncDispose]()
  }

  const dispose = (): Promise<void> => (closed ??= close())

  async function begin(): Promise<string | Gone> {
    const fit = dialect.check(opening)
    if (!fit.ok) throw new Error(fit.problem.message)
    return follow(dialect.opening(opening), signal)
  }

  const connection: Connection = {
    async ask(question, until, timing) {
      if (lost) return lost
      if (until.aborted || closed) return NO_LONGER_ASKED
      // In turn 0 an early answer is allowed: the player that begins may know that from the opening.
      if (!dialect.mayWriteAhead && question.turn > 0 && question.refused === undefined) {
        if (pipe.ahead) await (reading ??= readOnce())
        const early = inbox.trim()
        if (early !== '')
          return lose(gone('out-of-turn', `it wrote ${show(early.slice(0, 60))} before it was asked`))
      }
      if (question.cheated !== undefined && !dialect.tellsCheats) return { kind: 'flip' }
      const heard = await follow(dialect.turn(question, opening), until, timing)
      return typeof heard === 'string' ? dialect.answer(heard) : heard
    },
    tell(...change) {
      write(dialect.news(...change, opening))
    },
    [Symbol.asyncDispose]: dispose,
  }
  try {
    const started = await begin()
    if (typeof started === 'string') return connection
    await dispose()
    return started
  } catch (error) {
    await dispose()
    throw error
  }
}

/** A wait that an abort of its signal, or `interrupt`, ends. All questions of a round share one signal, so only one listener is added to it. */
function makeInterruptible() {
  let interrupt = (): void => {}
  let listened: AbortSignal | undefined
  return {
    interrupt: (): void => interrupt(),
    unlessInterrupted<T>(awaited: Promise<T>, until: AbortSignal): Promise<T | undefined> {
      if (listened !== until) until.addEventListener('abort', () => interrupt())
      listened = until
      return new Promise((resolve, reject) => {
        interrupt = () => resolve(undefined)
        awaited.then(resolve, reject)
      })
    },
  }
}

/** A verdict quotes so many characters of what was sent. */
const QUOTED = 60

const quote = (text: string): string => show(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text)

const gone = (cause: Gone['cause'], detail: string): Gone => ({ kind: 'gone', cause, detail })

const tooLong = (what: Expectation, text: string): Gone => gone('garbled', describeTooMuch(what, text))

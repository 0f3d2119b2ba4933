import { show } from '../../base/fields.ts'
import type { Answer, Connection, Gone, Opening, Question } from '../protocol.ts'
import type { Step, StdioDialect } from './dialect.ts'
import { describeExpectation, LIMITS, remainder, scan, type Expectation } from './scan.ts'
import { makeTranscript } from './transcript.ts'

/** What a conversation needs of a running program. */
export interface ProgramPipe extends AsyncDisposable {
  /** Hands text to its stdin, never waiting. False if it cannot be sent anything ever again. */
  write(text: string): boolean
  /**
   * The next bytes of its stdout; undefined when there will be no more. It is called only when something is expected:
   * a program that writes without end is held up by its own pipe.
   */
  read(): Promise<Uint8Array | undefined>
}

export interface StdioOptions {
  /** Why the program's output has ended. */
  whyEnded?(): Gone | Promise<Gone>
  /** Hears both directions, line by line: see `makeTranscript`. */
  onTranscript?(line: string): void
}

export interface StdioConnection extends Connection {
  /** Calls `reached` if the question reaches the program later than it was asked: its time starts there. */
  ask(question: Question, signal: AbortSignal, reached?: () => void): Promise<Answer>
}

/** Plays one round with a program that speaks a dialect on stdin and stdout. Takes the pipe over, come what may. */
export async function connectStdio(
  dialect: StdioDialect,
  pipe: ProgramPipe,
  opening: Opening,
  signal: AbortSignal,
  options: StdioOptions = {},
): Promise<StdioConnection | Gone> {
  const transcript = makeTranscript((line) => options.onTranscript?.(line))
  const decoder = new TextDecoder()
  let inbox = ''
  let isEnded = false
  let isDeaf = false
  let reading: Promise<void> | undefined
  let lost: Gone | undefined
  let closed: Promise<void> | undefined
  let interrupt = (): void => {}

  /** The first cause wins. */
  function lose(cause: Gone): Gone {
    if (lost === undefined) note(`${cause.cause}: ${cause.detail ?? 'nobody knows why'}`)
    return (lost ??= cause)
  }

  const note = (sentence: string): void => transcript.add('!', `${sentence}\n`)

  function write(text: string): void {
    if (text === '' || lost || closed) return
    transcript.add('>', text)
    if (pipe.write(text) || isDeaf) return
    // It may still play on: some programs never read at all.
    isDeaf = true
    note('it does not read what it is sent')
  }

  async function readOnce(): Promise<void> {
    const bytes = await pipe.read()
    const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    transcript.add('<', text)
    inbox += text
    isEnded = bytes === undefined
    if (isEnded) note('its output ended')
    reading = undefined
  }

  function waitForMore(until: AbortSignal): Promise<void> {
    const { promise: interrupted, resolve } = Promise.withResolvers<void>()
    const stop = (): void => resolve()
    interrupt = stop
    until.addEventListener('abort', stop, { once: true })
    // A read goes on when its wait is cut short, so that nothing it brings is lost.
    reading ??= readOnce()
    return Promise.race([reading, interrupted]).finally(() => until.removeEventListener('abort', stop))
  }

  async function expect(what: Expectation, until: AbortSignal): Promise<string | Gone> {
    let passed = 0
    for (;;) {
      const found = scan(what, inbox, isEnded)
      if (found) {
        inbox = inbox.slice(found.end)
        return found.text
      }
      if (until.aborted || closed) return NO_LONGER_ASKED
      if (isEnded) return lose((await options.whyEnded?.()) ?? gone('silent', 'it closed its output'))
      const rest = remainder(what, inbox)
      passed += inbox.length - rest.length
      inbox = rest
      if (passed + rest.length > LIMITS[what.kind]) return lose(tooLong(what, rest))
      await waitForMore(until)
    }
  }

  /** Gives what the last expectation found. */
  async function follow(
    steps: readonly Step[],
    until: AbortSignal,
    reached?: () => void,
  ): Promise<string | Gone> {
    let found = ''
    for (const step of steps) {
      if (step.kind === 'send') write(step.text)
      else if (step.kind === 'reached') reached?.()
      else {
        const heard = await expect(step.what, until)
        if (typeof heard !== 'string') return heard
        const objection = step.objection?.(heard)
        if (objection !== undefined) return lose(gone('garbled', objection))
        found = heard
      }
    }
    return found
  }

  async function close(): Promise<void> {
    interrupt()
    transcript.flush()
    await pipe[Symbol.asyncDispose]()
  }

  const dispose = (): Promise<void> => (closed ??= close())

  const fit = dialect.check(opening)
  const started = fit.ok ? await follow(dialect.opening(opening), signal) : undefined
  if (typeof started !== 'string') await dispose()
  if (!fit.ok) throw new Error(fit.problem.message)
  if (typeof started === 'object') return started
  return {
    async ask(question, until, reached) {
      if (lost) return lost
      if (until.aborted || closed) return NO_LONGER_ASKED
      if (question.cheated !== undefined && !dialect.tellsCheats) return { kind: 'flip' }
      const heard = await follow(dialect.turn(question, opening), until, reached)
      return typeof heard === 'string' ? dialect.answer(heard) : heard
    },
    tell(news) {
      write(dialect.news(news, opening))
    },
    [Symbol.asyncDispose]: dispose,
  }
}

const gone = (cause: Gone['cause'], detail: string): Gone => ({ kind: 'gone', cause, detail })

const NO_LONGER_ASKED = gone('silent', 'it was no longer asked')

const tooLong = (what: Expectation, text: string): Gone =>
  gone(
    'garbled',
    `it wrote more than ${LIMITS[what.kind]} characters without ${describeExpectation(what)}, the last of them ${show(text.slice(-40))}`,
  )

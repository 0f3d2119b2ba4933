import { readRemark } from '../game/remark.ts'
import type { Spent } from '../match/match.ts'
import type { Callbacks, Connection, Contestant, Gone, Opening, Timing } from '../protocols/protocol.ts'
import { connectStdio, type ProgramPipe } from '../protocols/stdio/connect-stdio.ts'
import type { StdioDialect } from '../protocols/stdio/dialect.ts'
import type { TranscriptLimits } from '../protocols/stdio/transcript.ts'
import { pause, realClock, within, type Clock } from './clock.ts'
import {
  describeProcessEnd,
  type BotProcess,
  type ProcessEnd,
  type ProcessOptions,
} from './process/bot-process.ts'
import { withoutEndOfInput } from './process/without-end-of-input.ts'
import { movesAlone, startPlayer } from './start-player.ts'

export interface ProgramOptions {
  readonly name: string
  readonly bot: string
  readonly process: ProcessOptions
  readonly dialect: StdioDialect
  /** Gets the program's stderr once it has ended; for its owner. */
  onErrors?(text: string): void
  /** Called after each answer; `errors` gives its stderr so far. */
  readonly onAnswered?: (errors: () => string) => void
  /** Gets the peak memory of a round at its end, where the system tells it. */
  readonly onMemory?: (bytes: number) => void
  /** Both directions of the conversation, line by line. */
  readonly onTranscript?: (line: string) => void
  readonly transcriptLimits?: TranscriptLimits
  /** The pipe to the program, where it is to be watched; the pipe ends the program when it is disposed of. */
  readonly pipeOf?: (program: BotProcess) => ProgramPipe
  readonly clock?: Clock
}

/** A program that speaks a stdio wire. Where players move by turns, it runs in its own turns only. */
export function programContestant(options: ProgramOptions): Contestant {
  const { name, bot } = options
  return {
    name,
    bot,
    connect: (opening, signal, callbacks = {}) => connectProgram(options, opening, signal, callbacks),
  }
}

async function connectProgram(
  options: ProgramOptions,
  opening: Opening,
  signal: AbortSignal,
  { unreadable, startUp }: Callbacks,
): Promise<Connection | Gone> {
  const { clock = realClock } = options
  const suspends = movesAlone(opening)
  const program = await startPlayer(options.process, opening, signal, clock, startUp)
  const tellMemory = memoryTeller(program, options.onMemory)
  const pipe: ProgramPipe = options.pipeOf?.(program) ?? {
    write: (text) => program.write(text),
    read: () => program.read(),
    get ahead() {
      return program.ahead
    },
    async [Symbol.asyncDispose]() {
      tellMemory()
      const isOver = program.end === undefined
      const before = program.errors()
      // Most programs end by themselves at the end of their input, and may write a last report.
      program.closeInput()
      await within(clock, LAST_WORDS_MS, program.ended)
      await program.stop()
      const errors = program.errors()
      options.onErrors?.(isOver ? withoutEndOfInput(errors, before) : errors)
    },
  }
  const connection = await connectStdio(options.dialect, pipe, opening, signal, {
    whyEnded: () => whyEnded(program, clock),
    unreadable,
    ...(options.onTranscript && { onTranscript: options.onTranscript }),
    ...(options.transcriptLimits && { transcriptLimits: options.transcriptLimits }),
  })
  if ('kind' in connection) return connection
  try {
    if (suspends) await program.suspend(overrunLimit(opening.startUpMs))
  } catch (error) {
    await connection[Symbol.asyncDispose]()
    throw error
  }
  const hasRemarks = options.dialect.remarksOnStderr === true
  const measured = keepLedger(connection, { program, clock, suspends, hasRemarks, tellMemory })
  const { onAnswered } = options
  if (!onAnswered) return measured
  return {
    ...measured,
    async ask(question, until, timing) {
      const answer = await measured.ask(question, until, timing)
      onAnswered(() => program.errors())
      return answer
    },
  }
}

function jsonIn(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reports the peak memory once, as soon as it can be read. */
function memoryTeller(program: BotProcess, onMemory: ProgramOptions['onMemory']): () => void {
  let isTold = onMemory === undefined
  return () => {
    const bytes = isTold ? undefined : program.peakMemory()
    if (bytes === undefined) return
    isTold = true
    onMemory?.(bytes)
  }
}

interface LedgerOptions {
  readonly program: BotProcess
  readonly clock: Clock
  readonly suspends: boolean
  /** What the program has said on stderr is added to its moves. */
  readonly hasRemarks: boolean
  readonly tellMemory: () => void
}

/**
 * Measures the time of every move, and suspends all processes of the program outside its turns where players move by
 * turns.
 */
function keepLedger(
  connection: Connection,
  { program, clock, suspends, hasRemarks, tellMemory }: LedgerOptions,
): Connection {
  let turnBegan = clock.now()
  let turnEnded = turnBegan
  let cpuBefore = program.spent() ?? 0

  let cpuNow: number | undefined = cpuBefore
  /** CPU time after earlier answers that is not on the program's clock yet, in milliseconds. */
  let owed = 0

  const spent = (until: number = clock.now()): Spent => {
    const cpu = (cpuNow = program.spent())
    const ledger: { -readonly [Key in keyof Spent]: Spent[Key] } = { wall: tenths(until - turnBegan) }
    if (cpu !== undefined) ledger.cpu = tenths(cpu - cpuBefore)
    if (suspends) ledger.suspended = tenths(turnBegan - turnEnded)
    return ledger
  }

  const hold = (overrun: Promise<number>, timing: Timing): void => {
    timing.stopping?.(overrun)
    void overrun.then((ms) => (owed += ms))
  }

  return {
    spent: () => spent(),
    tell: (...change) => connection.tell(...change),
    async ask(question, signal, timing) {
      // A suspended program spends no CPU time, so the last reading is still valid.
      if (!suspends) cpuBefore = program.spent() ?? 0
      turnBegan = clock.now()
      const isIndebted = owed > 0
      if (isIndebted) {
        timing?.reached()
        await pause(clock, owed, signal)
        owed = 0
      }
      if (suspends && !signal.aborted) program.resume()
      const onItsClock = isIndebted && timing ? { ...timing, reached() {} } : timing
      onItsClock?.reached()
      const answer = await connection.ask(question, signal, onItsClock)
      timing?.heard()
      const heardAt = clock.now()
      // The next turn begins only once the program runs no more code of its own. Until then its own clock runs.
      const stopped =
        suspends &&
        program.suspend(
          overrunLimit(question.timeLeft - (heardAt - turnBegan)),
          timing?.stopping && ((overrun) => hold(overrun, timing)),
        )
      if (typeof stopped !== 'boolean') await stopped
      const overrun = suspends ? program.overrunMs : 0
      if (overrun > 0) timing?.overran?.(overrun)
      const ledger = spent(heardAt + overrun)
      turnEnded = heardAt + overrun
      cpuBefore = cpuNow ?? 0
      if (answer.kind === 'gone') return { ...answer, spent: ledger }
      if (answer.kind !== 'move') return answer
      // It was written before the move, so it is in the pipe by now.
      const arrival = hasRemarks ? program.arrival() : undefined
      if (arrival) await arrival
      const remark = hasRemarks ? readRemark(jsonIn(program.takeRemark())) : undefined
      return remark ? { ...answer, remark, spent: ledger } : { ...answer, spent: ledger }
    },
    async [Symbol.asyncDispose]() {
      // A program that has made its last move may end as soon as it is resumed, so its memory is read first.
      tellMemory()
      if (suspends) program.resume()
      await connection[Symbol.asyncDispose]()
    },
  }
}

/**
 * The CPU time that a program may take after its answer: about what is left on its clock. The clock may have more left, because time that the
 * host itself took is not on it, so some is always allowed. Without a clock the default of `suspend` applies.
 */
const overrunLimit = (leftMs: number): number | undefined =>
  leftMs < Infinity ? Math.max(leftMs, LEAST_OVERRUN_MS) : undefined

const LEAST_OVERRUN_MS = 100

const tenths = (ms: number): number => Math.round(Math.max(0, ms) * 10) / 10

/** A program that closes its output usually ends right after, on a busy machine within a second. If it does not, it counts as silent. */
async function whyEnded(program: BotProcess, clock: Clock): Promise<Gone> {
  const end = await within(clock, CLOSING_MS, program.ended)
  return end ? explain(end.value) : { kind: 'gone', cause: 'silent', detail: 'it closed its output' }
}

const CLOSING_MS = 1000
const LAST_WORDS_MS = 50

function explain(end: ProcessEnd): Gone {
  const detail = describeProcessEnd(end)
  switch (end.kind) {
    case 'exited':
      return { kind: 'gone', cause: end.code === 0 ? 'silent' : 'crashed', detail }
    case 'killed':
    case 'ran-on':
      return { kind: 'gone', cause: 'crashed', detail }
    case 'out-of-memory':
      return { kind: 'gone', cause: 'out-of-memory', detail }
    case 'could-not-start':
      // A fault of the machine costs no player the round.
      if (end.blame === 'host') throw new Error(end.message)
      return { kind: 'gone', cause: 'crashed', detail }
    case 'stopped':
      return { kind: 'gone', cause: 'silent', detail }
  }
}

import type { ProgramPipe } from '../protocols/stdio/connect-stdio.ts'
import { realClock, within } from '../runner/clock.ts'
import type { BotProcess } from '../runner/process/bot-process.ts'
import { noteCame, type Diary } from './diary.ts'
import type { Closing } from './observation.ts'

export interface HoldOptions {
  /** How long to keep the next line back, at least; 0 for not at all. */
  holdMs(): number
  /** All that was kept back has been sent: only now can the program know. */
  onReleased(): void
  /** Whether to close the program's input at the end and see what it does. */
  closes(): boolean
}

/**
 * A program's pipe that writes everything down. It can keep each line of the host back for a moment: what a program
 * says before the line is sent cannot be the answer to it.
 */
export function holdPipe(program: BotProcess, diary: Diary, options: HoldOptions): ProgramPipe {
  const waiting: string[] = []
  let isOver = false

  function send(text: string): boolean {
    diary.moments.push({ kind: 'sent', text })
    return program.write(text)
  }

  /** Sends what was kept back, unless the program speaks up before. */
  async function release(): Promise<Uint8Array | undefined> {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      const early = await listen(program, options.holdMs())
      if (early) noteCame(diary, early)
      send(text)
      if (waiting.length === 0) options.onReleased()
      if (early) return early
    }
    return undefined
  }

  return {
    get ahead() {
      return program.ahead
    },
    write(text) {
      if (options.holdMs() === 0 && waiting.length === 0) return send(text)
      waiting.push(text)
      return true
    },
    async read() {
      const early = await release()
      if (early) return early
      const bytes = await program.read()
      if (bytes && !isOver) noteCame(diary, bytes)
      return bytes
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      for (const text of waiting.splice(0)) send(text)
      diary.errors = program.errors()
      if (program.end) diary.exit = program.end
      else if (options.closes()) diary.closing = await closeInput(program)
      await program.stop()
    },
  }
}

const SLICE_MS = 20
const IDLE_MS = 60
const LONGEST_HOLD_MS = 1_500

/**
 * Listens until the program has been idle for a while: one that is busy may be about to speak. What counts is how often
 * it was looked at, not how much time went by: on a crowded machine it is we who may have missed the time.
 */
async function listen(program: BotProcess, holdMs: number): Promise<Uint8Array | undefined> {
  const enough = Math.ceil(Math.max(holdMs, IDLE_MS) / SLICE_MS)
  const began = realClock.now()
  let spent = program.spent()
  for (let idle = 0; idle < enough && realClock.now() - began < LONGEST_HOLD_MS;) {
    const read = await within(realClock, SLICE_MS, program.read())
    if (read) return read.value
    const nowSpent = program.spent()
    idle = nowSpent !== spent || program.isBusy() ? 0 : idle + 1
    spent = nowSpent
  }
  return undefined
}

/** Long enough for any program that ends when there is nothing more to read. */
const CLOSING_MS = 500

/** Closes a program's input and sees what it does. */
export async function closeInput(program: BotProcess): Promise<Closing> {
  const closedAt = realClock.now()
  program.closeInput()
  const ended = await within(realClock, CLOSING_MS, program.ended)
  return ended
    ? { kind: 'ended', ms: realClock.now() - closedAt, end: ended.value, errors: program.errors() }
    : { kind: 'ran-on' }
}

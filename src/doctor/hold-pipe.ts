import type { ProgramPipe } from '../protocols/stdio/connect-stdio.ts'
import { realClock, within } from '../runner/clock.ts'
import type { BotProcess } from '../runner/process/bot-process.ts'
import { noteCame, type Diary } from './diary.ts'
import type { Closing } from './observation.ts'

export interface HoldOptions {
  /** Whether to keep the next line back until the program waits for it. */
  holds(): boolean
  /** Called repeatedly while a line is kept back, and once it is sent: the program's time starts at the last call. */
  onHeld(): void
  /** Whether to close the program's input at the end and see what it does. */
  closes(): boolean
}

/**
 * A program's pipe that logs both directions. It can keep each line of the host back until the program waits for input:
 * output that comes before the line is sent cannot be an answer to it.
 */
export function holdPipe(program: BotProcess, diary: Diary, options: HoldOptions): ProgramPipe {
  const waiting: string[] = []
  let isOver = false

  function send(text: string): boolean {
    diary.moments.push({ kind: 'sent', text })
    return program.write(text)
  }

  /** Sends the lines that were kept back, up to the first one before which the program wrote something. */
  async function release(): Promise<Uint8Array | undefined> {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      const early = options.holds() ? await listen(program, () => options.onHeld()) : undefined
      if (early) noteCame(diary, early)
      send(text)
      options.onHeld()
      if (early) return early
    }
    return undefined
  }

  return {
    get ahead() {
      return program.ahead
    },
    write(text) {
      if (!options.holds() && waiting.length === 0) return send(text)
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
/** The program waits if so many looks in a row say so; one is not enough, because its last output may still be on the way. */
const LOOKS = 2
/** The same, where the kernel does not tell whether a process reads and only its silence can be seen. */
const UNTOLD_LOOKS = 10
/** The longest time a line is kept back: some programs never seem to wait. */
export const LONGEST_HOLD_MS = 1_500

/**
 * Reads until the program waits for input, or has written more than white space; gives what it wrote before. A program that is about
 * to write its next word may still owe the line feed of the last one. A program waits when it reads its stdin. Processor time does
 * not show that: a JVM never stops using it.
 */
async function listen(program: BotProcess, onHeld: () => void): Promise<Uint8Array | undefined> {
  const began = realClock.now()
  const came: Uint8Array[] = []
  const all = (): Uint8Array | undefined => (came.length > 0 ? Buffer.concat(came) : undefined)
  for (let looks = 0; realClock.now() - began < LONGEST_HOLD_MS;) {
    onHeld()
    const read = await within(realClock, SLICE_MS, program.read())
    if (read) {
      if (read.value) came.push(read.value)
      if (!read.value || read.value.some(isPrinted)) return all()
      looks = 0
      continue
    }
    const waits = program.awaitsInput()
    looks = waits === false ? 0 : looks + 1
    if (looks >= (waits === undefined ? UNTOLD_LOOKS : LOOKS)) break
  }
  return all()
}

const isPrinted = (byte: number): boolean => byte > 0x20

/** A program that ends at the end of its input does so within this time, on a busy machine, too. */
const CLOSING_MS = 3_000

/** Closes a program's input and sees what it does. */
export async function closeInput(program: BotProcess): Promise<Closing> {
  const closedAt = realClock.now()
  program.closeInput()
  const ended = await within(realClock, CLOSING_MS, program.ended)
  return ended
    ? { kind: 'ended', ms: realClock.now() - closedAt, end: ended.value, errors: program.errors() }
    : { kind: 'ran-on' }
}

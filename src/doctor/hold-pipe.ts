import type { ProgramPipe } from '../protocols/stdio/connect-stdio.ts'
import { realClock } from '../runner/clock.ts'
import type { BotProcess } from '../runner/process/bot-process.ts'
import { noteCame, type Diary } from './diary.ts'

/** How long a line is held back, and the very first one: a program must have had the time to start. */
const HOLD_MS = 40
const FIRST_HOLD_MS = 250
/** Long enough for any program that ends when there is nothing more to read. */
const CLOSING_MS = 500

/**
 * A program's pipe that writes everything down. While `holds()` it also keeps each line of the host back for a moment:
 * what comes before the line was sent cannot have been the answer to it.
 */
export function holdPipe(
  program: BotProcess,
  diary: Diary,
  holds: () => boolean,
  closes: () => boolean,
): ProgramPipe {
  const waiting: string[] = []
  let isFirst = true

  function send(text: string): boolean {
    diary.moments.push({ kind: 'sent', text })
    return program.write(text)
  }

  async function release(): Promise<Uint8Array | undefined> {
    while (waiting.length > 0) {
      const text = waiting[0] as string
      const early = await within(isFirst ? FIRST_HOLD_MS : HOLD_MS, program.read())
      isFirst = false
      waiting.shift()
      if (early?.value) noteCame(diary, early.value, text)
      send(text)
      if (early?.value) return early.value
    }
    return undefined
  }

  return {
    write(text) {
      if (!holds() && waiting.length === 0) return send(text)
      waiting.push(text)
      return true
    },
    async read() {
      const early = await release()
      if (early) return early
      isFirst = false
      const bytes = await program.read()
      if (bytes) noteCame(diary, bytes)
      return bytes
    },
    async [Symbol.asyncDispose]() {
      for (const text of waiting.splice(0)) send(text)
      if (closes() && !program.end) {
        const closedAt = realClock.now()
        program.closeInput()
        const ended = await within(CLOSING_MS, program.ended)
        diary.closing = ended ? { kind: 'ended', ms: realClock.now() - closedAt } : { kind: 'ran-on' }
      }
      const endedItself = program.end
      await program.stop()
      if (endedItself) diary.exit = endedItself
      diary.errors = program.errors()
    },
  }
}

/** What a promise gives if it gives it soon enough. */
export function within<T>(ms: number, promise: Promise<T>): Promise<{ readonly value: T } | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = realClock.at(realClock.now() + ms, () => resolve(undefined))
    promise.then((value) => {
      cancel()
      resolve({ value })
    }, reject)
  })
}

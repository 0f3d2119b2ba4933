import { realClock } from '../runner/clock.ts'
import type { BotProcess, ProcessOptions } from '../runner/process/bot-process.ts'
import { startProcess } from '../runner/process/start-process.ts'
import { within } from './hold-pipe.ts'
import { inputOf, outputOf, type Closing, type Observation, type SecondLook } from './observation.ts'

/** How much longer than its limit a program is listened to the second time. */
const PATIENCE_MS = 2_000
const CLOSING_MS = 500

/**
 * A second look at a program that fell silent: it is told the same again, listened to for longer, and then its input
 * is closed. Beside it the same program runs on a pseudo-terminal, where it would not hold its output back.
 */
export async function lookAgain(
  process: ProcessOptions,
  observation: Observation,
  limitMs: number,
): Promise<SecondLook> {
  const heard = outputOf(observation).trimEnd().length
  const input = inputOf(observation)
  const waitMs = limitMs + Math.min(limitMs, PATIENCE_MS)
  const enough = new AbortController()
  const [plain, terminal] = await Promise.all([
    listen(process, input, heard, waitMs, enough.signal),
    listen({ ...process, pty: true }, input, heard, waitMs, enough.signal).then((heardThere) => {
      if (heardThere?.lateMs !== undefined && heardThere.lateMs < limitMs) enough.abort()
      return heardThere
    }),
  ])
  if (plain === undefined) throw new Error('the program could not be started a second time')
  const onTerminal = terminal && terminal.lateMs !== undefined && terminal.lateMs < limitMs
  return { ...plain, ...(onTerminal !== undefined && { onTerminal }) }
}

/** Undefined where the machine cannot start it so. */
async function listen(
  options: ProcessOptions,
  input: string,
  heard: number,
  waitMs: number,
  enough: AbortSignal,
): Promise<SecondLook | undefined> {
  const started = await startProcess(options)
  if (!started.ok) return undefined
  await using program = started.value
  const began = realClock.now()
  program.write(input)
  const text = await readUntil(program, (now) => now.trimEnd().length > heard, waitMs, enough)
  const waitedMs = realClock.now() - began
  const cpuMs = program.spent()
  const isMore = text.trimEnd().length > heard
  program.closeInput()
  const closedAt = realClock.now()
  const rest = await readUntil(program, () => false, CLOSING_MS, new AbortController().signal)
  const ended = await within(CLOSING_MS, program.ended)
  const closing: Closing = ended ? { kind: 'ended', ms: realClock.now() - closedAt } : { kind: 'ran-on' }
  return {
    ...(isMore && { lateMs: waitedMs }),
    afterClose: isMore ? '' : (text + rest).slice(heard).trim(),
    closing,
    ...(cpuMs !== undefined && { cpuMs }),
    waitedMs,
    errors: program.errors(),
  }
}

async function readUntil(
  program: BotProcess,
  isEnough: (text: string) => boolean,
  waitMs: number,
  signal: AbortSignal,
): Promise<string> {
  const decoder = new TextDecoder()
  const until = realClock.now() + waitMs
  const stopped = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  let text = ''
  while (!isEnough(text) && !signal.aborted && text.length < 1 << 20) {
    const left = until - realClock.now()
    if (left <= 0) break
    const read = await within(left, Promise.race([program.read(), stopped]))
    if (!read?.value) break
    text += decoder.decode(read.value, { stream: true })
  }
  return text
}

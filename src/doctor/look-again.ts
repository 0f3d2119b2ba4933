import { pause, realClock, within } from '../runner/clock.ts'
import type { BotProcess, ProcessOptions } from '../runner/process/bot-process.ts'
import { startProcess } from '../runner/process/start-process.ts'
import { closeInput } from './hold-pipe.ts'
import { inputOf, outputOf, type Observation, type SecondLook } from './observation.ts'

/** The second time the doctor waits at most so much longer than the limit. */
const PATIENCE_MS = 2_000
/** Added for the start of the program, which is part of this wait. */
const START_MS = 1_000

/**
 * Runs a program that timed out once more: sends the same input, waits longer, then closes its input. The same program runs
 * beside it on a pseudo-terminal, where the C library does not buffer its output.
 */
export async function lookAgain(
  process: ProcessOptions,
  observation: Observation,
  limitMs: number,
): Promise<SecondLook> {
  const heard = outputOf(observation).trimEnd().length
  const input = inputOf(observation)
  const waitMs = START_MS + limitMs + Math.min(limitMs, PATIENCE_MS)
  const enough = new AbortController()
  const isInTime = ({ lateMs }: Heard): boolean => lateMs !== undefined && lateMs < limitMs
  const [plain, terminal] = await Promise.all([
    listen(process, input, heard, waitMs, enough.signal),
    listen({ ...process, pty: true }, input, heard, waitMs, enough.signal).then(async (there) => {
      if (there === undefined || !isInTime(there)) return there
      // On a busy machine the one on the pipe may need longer.
      await pause(realClock, Math.max(PROMPT_MS, there.lateMs ?? 0), enough.signal)
      enough.abort()
      return there
    }),
  ])
  if (plain === undefined) throw new Error('the program could not be started a second time')
  const { hasAnswered, ...seen } = plain
  // A program that answers on the pipe, too, does not buffer: it was slow.
  return { ...seen, ...(terminal && { onTerminal: isInTime(terminal) && !hasAnswered }) }
}

interface Heard extends SecondLook {
  /** Whether it answered while its input was still open. */
  readonly hasAnswered: boolean
}

/** Undefined if the machine cannot start it with these options. */
async function listen(
  options: ProcessOptions,
  input: string,
  heard: number,
  waitMs: number,
  enough: AbortSignal,
): Promise<Heard | undefined> {
  const started = await startProcess(options)
  if (!started.ok) return undefined
  await using program = started.value
  const began = realClock.now()
  program.write(input)
  const soFar = await readUntil(program, '', heard, began + waitMs, enough)
  const spokeAt = realClock.now()
  const text = await readUntil(program, soFar, heard + 1, began + waitMs, enough)
  const cpuMs = program.spent()
  const closedAt = realClock.now()
  const isInTime = text.trimEnd().length > heard
  const closing = closeInput(program)
  const next = isInTime ? text : await readUntil(program, text, heard + 1, closedAt + REST_MS, NEVER)
  const heardAt = isInTime ? closedAt : realClock.now()
  const all = isInTime ? text : await readUntil(program, next, Infinity, closedAt + REST_MS, NEVER)
  // Output counts as released by the closing only if it comes at once and the program was idle before.
  const isBusy = (cpuMs ?? 0) > (closedAt - began) / 2
  const wasLate = isInTime || (next.trimEnd().length > heard && (isBusy || heardAt - closedAt > PROMPT_MS))
  return {
    hasAnswered: isInTime,
    ...(wasLate && { lateMs: heardAt - (heard === 0 ? began : spokeAt) }),
    afterClose: wasLate ? '' : all.slice(heard).trim(),
    closing: await closing,
    ...(cpuMs !== undefined && { cpuMs }),
    waitedMs: closedAt - began,
  }
}

/** An answer this soon after the input was closed was released by that; a slow machine needs most of it. */
const PROMPT_MS = 1_000
/** How long to read on after the input was closed. */
const REST_MS = 2_000
const NEVER = new AbortController().signal

/** Reads until there are so many characters, not counting white space at the end. */
async function readUntil(
  program: BotProcess,
  before: string,
  length: number,
  until: number,
  signal: AbortSignal,
): Promise<string> {
  const decoder = new TextDecoder()
  const stopped = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  let text = before
  while (text.trimEnd().length < length && !signal.aborted && text.length < 1 << 20) {
    const left = until - realClock.now()
    if (left <= 0) break
    const read = await within(realClock, left, Promise.race([program.read(), stopped]))
    if (!read?.value) break
    text += decoder.decode(read.value, { stream: true })
  }
  return text
}

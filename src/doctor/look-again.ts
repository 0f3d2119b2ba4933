import { pause, realClock, within } from '../runner/clock.ts'
import type { BotProcess, ProcessOptions } from '../runner/process/bot-process.ts'
import { startProcess } from '../runner/process/start-process.ts'
import { withSeed } from '../runner/start-player.ts'
import { closeInput } from './hold-pipe.ts'
import type { Knowledge } from './knowledge.ts'
import { inputOf, outputOf, type Observation, type SecondLook } from './observation.ts'
import { splitOutput } from './split-output.ts'

/** The second and the third time the doctor waits at most so much longer. */
const PATIENCE_MS = 2_000
/** Added for the start of the program, which is part of this wait. */
const START_MS = 1_000

/**
 * Runs a program that timed out once more, with the same seed: sends the same input, waits longer, then closes its input. The
 * same program runs beside it on a pseudo-terminal, where the C library does not buffer its output.
 */
export async function lookAgain(
  process: ProcessOptions,
  observation: Observation,
  limitMs: number,
): Promise<SecondLook> {
  const { knows, seatSeed } = observation
  const options = seatSeed === undefined ? process : withSeed(process, seatSeed)
  const told: Told = {
    knows,
    input: inputOf(observation),
    answers: splitOutput(knows, outputOf(observation)).said.length,
  }
  const waitMs = START_MS + limitMs + Math.min(limitMs, PATIENCE_MS)
  const enough = new AbortController()
  const isInTime = ({ lateMs }: Heard): boolean => lateMs !== undefined && lateMs < limitMs
  const [plain, terminal] = await Promise.all([
    listen(options, told, waitMs, enough.signal),
    listen({ ...options, pty: true }, told, waitMs, enough.signal).then(async (there) => {
      if (there === undefined || !isInTime(there)) return there
      // On a busy machine the one on the pipe may need longer.
      await pause(realClock, Math.max(PROMPT_MS, there.lateMs ?? 0), enough.signal)
      enough.abort()
      return there
    }),
  ])
  if (plain === undefined) throw new Error('the program could not be started a second time')
  // A program that answers on the pipe, too, does not buffer: it was slow.
  const onTerminal = terminal && isInTime(terminal) && plain.lateMs === undefined
  const late = plain.afterClose !== '' && !onTerminal && (await lookLonger(options, told, plain.heardMs))
  const { heardMs: _, ...seen } = late || plain
  return { ...seen, ...(onTerminal !== undefined && { onTerminal }) }
}

/**
 * Runs the program whose answer came after its input was closed for longer than that answer took, with its input open. If it
 * answers, it was slow, and the answer fell after the close by chance.
 */
async function lookLonger(options: ProcessOptions, told: Told, heardMs: number): Promise<Heard | undefined> {
  const longer = await listen(options, told, heardMs + PATIENCE_MS, NEVER)
  return longer?.lateMs === undefined ? undefined : longer
}

/** What the program was told in the first run, and how many answers it gave. */
interface Told {
  readonly knows: Knowledge
  readonly input: string
  readonly answers: number
}

interface Heard extends SecondLook {
  /** From the start of the program to its last output. */
  readonly heardMs: number
}

/** Undefined if the machine cannot start it with these options. */
async function listen(
  options: ProcessOptions,
  { knows, input, answers }: Told,
  waitMs: number,
  enough: AbortSignal,
): Promise<Heard | undefined> {
  const started = await startProcess(options)
  if (!started.ok) return undefined
  await using program = started.value
  const began = realClock.now()
  program.write(input)
  const saidBefore = (text: string): boolean => splitOutput(knows, text).said.length >= answers
  const saidMore = (text: string): boolean => {
    const { said, rest } = splitOutput(knows, text)
    return said.length > answers || (said.length === answers && /\S/.test(rest))
  }
  const soFar = await readUntil(program, '', saidBefore, began + waitMs, enough)
  const spokeAt = realClock.now()
  const text = await readUntil(program, soFar, saidMore, began + waitMs, enough)
  const cpuMs = program.spent()
  const closedAt = realClock.now()
  const isAnswered = saidMore(text)
  const closing = closeInput(program)
  const next = isAnswered ? text : await readUntil(program, text, saidMore, closedAt + REST_MS, NEVER)
  const heardAt = realClock.now()
  const all = isAnswered ? text : await readUntil(program, next, () => false, closedAt + REST_MS, NEVER)
  const end = answers === 0 ? 0 : splitOutput(knows, all).ends[answers - 1]
  return {
    ...(isAnswered && { lateMs: closedAt - (answers === 0 ? began : spokeAt) }),
    afterClose: isAnswered || end === undefined ? '' : all.slice(end).trim(),
    closing: await closing,
    ...(cpuMs !== undefined && { cpuMs }),
    waitedMs: closedAt - began,
    heardMs: heardAt - began,
  }
}

/** How much longer than the one on a terminal the program on the pipe may take to answer, on a busy machine. */
const PROMPT_MS = 1_000
/** How long to read on after the input was closed. */
const REST_MS = 2_000
const NEVER = new AbortController().signal

/** Reads until `isEnough` says so. */
async function readUntil(
  program: BotProcess,
  before: string,
  isEnough: (text: string) => boolean,
  until: number,
  signal: AbortSignal,
): Promise<string> {
  const decoder = new TextDecoder()
  const stopped = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  let text = before
  while (!isEnough(text) && !signal.aborted && text.length < 1 << 20) {
    const left = until - realClock.now()
    if (left <= 0) break
    const read = await within(realClock, left, Promise.race([program.read(), stopped]))
    if (!read?.value) break
    text += decoder.decode(read.value, { stream: true })
  }
  return text
}

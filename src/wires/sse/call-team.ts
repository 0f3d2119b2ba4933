import { within, type Clock } from '../../runner/clock.ts'

/** A battle of several that a team is to be called to. */
export interface Call {
  /** Calls the team; resolves when it has answered, or could not be reached. */
  send(): Promise<unknown>
  /** Resolves when the battle is over, or `signal` is aborted. */
  over(signal: AbortSignal): Promise<unknown>
  /** The team has come for the battle. */
  hasStarted(): boolean
  isOver(): boolean
  /** It was not called along with the others, but after those before it. */
  onInTurn(why: InTurn): void
}

/** Why a team is called to one battle after the other: the run is set so, or the team does not answer while it plays. */
export type InTurn = 'wanted' | 'answers-late'

export interface CallOptions {
  /** Waits for the answer to each call before the next; undefined to find out by the first whether the team needs that. */
  readonly sequential: boolean | undefined
  readonly clock: Clock
  /** Calls no more. */
  readonly signal: AbortSignal
}

/** A team that has neither answered a call nor come for its battle by then is called to the next one. */
const SILENCE_MS = 10_000

/**
 * Calls a team to its battles. A team that answers the first call while that battle goes on plays in the background: it is called to
 * all others at once. A team that does not may serve one request at a time: it is called to the next battle when it has
 * answered, or when the battle is over.
 */
export async function callTeam(calls: readonly Call[], options: CallOptions): Promise<void> {
  let isInTurn = options.sequential
  for (const [index, call] of calls.entries()) {
    if (options.signal.aborted) return
    if (isInTurn && index > 0) call.onInTurn(options.sequential ? 'wanted' : 'answers-late')
    const answered = call.send()
    if (isInTurn === false) continue
    const isPrompt = await isAnsweredMeanwhile(call, answered, options)
    isInTurn ??= !isPrompt
  }
}

/** Waits until a call is settled; whether it was answered while its battle went on. */
async function isAnsweredMeanwhile(
  call: Call,
  answered: Promise<unknown>,
  { clock, signal }: CallOptions,
): Promise<boolean> {
  const enough = new AbortController()
  try {
    const over = call.over(AbortSignal.any([signal, enough.signal]))
    const settled = Promise.race([answered.then(() => !call.isOver()), over.then(() => false)])
    const early = await within(clock, SILENCE_MS, settled)
    if (early) return early.value
    return call.hasStarted() ? await settled : false
  } finally {
    enough.abort()
  }
}

import { deferred } from '../../base/deferred.ts'
import { seededRng } from '../../base/rng.ts'
import { show } from '../../base/fields.ts'
import { unlessAborted } from '../../base/unless-aborted.ts'
import type { Brain, BrainStart, BrainTurn } from '../../game/brain.ts'
import { readRemark, type Remark } from '../../game/remark.ts'
import { isCheatAgainst } from '../../match/changes.ts'
import {
  NO_LONGER_ASKED,
  type Answer,
  type Connection,
  type Gone,
  type Opening,
  type Question,
  type Unasked,
} from '../protocol.ts'

/** What limits a brain's thinking: a clock, or a number of positions, which gives the same moves on every machine. */
export type Thinking = Pick<BrainTurn, 'now' | 'nodeBudget'>

export interface BrainOptions {
  /** What the brain logs, line by line. */
  readonly log?: ((line: string) => void) | undefined
  /** Called with what its `init` or `move` threw, for its author. */
  readonly threw?: ((error: unknown) => void) | undefined
  readonly thinking?: Thinking
  /** Called with what the brain plays without being asked. */
  readonly unasked?: Unasked | undefined
}

/** Plays a round with a brain in this thread. A brain that never returns blocks the thread: the runner starts one thread for each. */
export async function connectBrain(
  brain: Brain,
  opening: Opening,
  { log, threw, thinking = { now: () => performance.now() }, unasked }: BrainOptions = {},
): Promise<Connection | Gone> {
  const start: BrainStart = {
    seat: opening.seat,
    view: opening.view,
    rng: seededRng(opening.seed),
    log: (...words) => log?.(words.map(asWord).join(' ')),
    playUnasked: (word) => unasked?.({ kind: 'move', text: asWord(word) }),
  }
  let memory: unknown
  try {
    memory = await brain.init?.(start)
  } catch (error) {
    threw?.(error)
    return gone('crashed', `its init threw ${describeThrown(error)}`)
  }

  const { promise: stopped, resolve: stop } = deferred()
  let isClosed = false
  let isWronged = false

  async function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    // A brain sees only legal positions, so it cannot notice a cheat: the table is flipped for it.
    if (question.cheated !== undefined || isWronged) return FLIP
    const played: unknown[] = []
    let insteadOfMove: Answer | undefined
    let remark: Remark | undefined
    const turn = {
      ...start,
      view: question.view,
      number: question.turn + 1,
      legal: question.legal,
      timeLeft: question.timeLeft,
      ...(question.refused !== undefined && { refused: question.refused }),
      ...thinking,
      ...(thinking.now && question.waited !== undefined && { waited: question.waited }),
      memory,
      play: (move: unknown) => void played.push(move),
      remark: (said: unknown) => {
        remark = readRemark(said)
      },
      resign: () => {
        insteadOfMove = { kind: 'resign' }
      },
      flip: () => {
        insteadOfMove = FLIP
      },
    }
    try {
      const returned: unknown = await untilEnd(brain.move(turn), signal, stopped)
      if (isWronged) return FLIP
      if (returned === NO_LONGER_ASKED) return NO_LONGER_ASKED
      if (returned !== undefined) played.push(returned)
    } catch (error) {
      threw?.(error)
      return gone('crashed', `its move threw ${describeThrown(error)}`)
    }
    memory = turn.memory
    if (insteadOfMove) return insteadOfMove
    const [move] = played
    if (played.length === 0) return gone('silent', 'its move returned nothing and did not call play')
    if (played.length > 1) return gone('garbled', `it played ${played.length} times in one turn`)
    return typeof move === 'string'
      ? { kind: 'move', text: move, ...(remark && { remark }) }
      : gone('garbled', `it played ${show(move)}, which is not a word`)
  }

  return {
    ask,
    tell(...change) {
      if (isClosed || !isCheatAgainst(opening.seat, ...change)) return
      isWronged = true
      stop()
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      stop()
    },
  }
}

export const FLIP: Answer = { kind: 'flip' }

/** What a brain answers, unless the question or the round ends first. */
function untilEnd(answer: unknown, signal: AbortSignal, stopped: Promise<void>): unknown {
  // Most brains answer at once.
  if (!(answer instanceof Promise)) return answer
  const untilStopped = Promise.race([answer, stopped.then(() => NO_LONGER_ASKED)])
  return unlessAborted(untilStopped, signal, NO_LONGER_ASKED)
}

const gone = (cause: Gone['cause'], detail: string): Gone => ({ kind: 'gone', cause, detail })

const asWord = (word: unknown): string => (typeof word === 'string' ? word : show(word))

/** What was thrown, on one line. */
export function describeThrown(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : show(error)
  const line = text.replace(/\n.*/s, '')
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}

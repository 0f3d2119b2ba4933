import { deferred } from '../../base/deferred.ts'
import { seededRng } from '../../base/rng.ts'
import { show } from '../../base/fields.ts'
import type { Brain, BrainStart, BrainTurn } from '../../game/brain.ts'
import type { Answer, Connection, Gone, Opening, Question } from '../protocol.ts'

/** How a brain may measure its thinking: by a clock, or by a number of positions, which is the same on every machine. */
export type Thinking = Pick<BrainTurn, 'now' | 'nodeBudget'>

/** Lets a brain of this process play a round. A brain that never returns stops the whole thread: see the runner's threads. */
export async function connectBrain(
  brain: Brain,
  opening: Opening,
  log: (line: string) => void = () => {},
  thinking: Thinking = { now: () => performance.now() },
): Promise<Connection | Gone> {
  const start: BrainStart = {
    seat: opening.seat,
    view: opening.view,
    rng: seededRng(opening.seed),
    log: (...words) => log(words.map((word) => (typeof word === 'string' ? word : show(word))).join(' ')),
  }
  let memory: unknown
  try {
    memory = await brain.init?.(start)
  } catch (error) {
    return gone('crashed', `its init threw ${describeThrown(error)}`)
  }

  const { promise: closed, resolve: close } = deferred()

  async function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    // A brain need not watch for cheats: what it is shown is always legal.
    if (question.cheated !== undefined) return { kind: 'flip' }
    const played: unknown[] = []
    let resigned = false
    const turn = {
      ...start,
      view: question.view,
      number: question.turn + 1,
      legal: question.legal,
      timeLeft: question.timeLeft,
      ...thinking,
      memory,
      play: (move: unknown) => void played.push(move),
      resign: () => {
        resigned = true
      },
    }
    try {
      const returned: unknown = await untilEnd(brain.move(turn), signal, closed)
      if (returned === NO_LONGER_ASKED) return NO_LONGER_ASKED
      if (returned !== undefined) played.push(returned)
    } catch (error) {
      return gone('crashed', `its move threw ${describeThrown(error)}`)
    }
    memory = turn.memory
    if (resigned) return { kind: 'resign' }
    const [move] = played
    if (played.length === 0) return gone('silent', 'its move returned nothing and did not call play')
    if (played.length > 1) return gone('garbled', `it played ${played.length} times in one turn`)
    return typeof move === 'string'
      ? { kind: 'move', text: move }
      : gone('garbled', `it played ${show(move)}, which is not a word`)
  }

  return { ask, tell() {}, [Symbol.asyncDispose]: async () => close() }
}

/** What a brain answers, unless the question or the round ends first. */
function untilEnd(answer: unknown, signal: AbortSignal, closed: Promise<void>): unknown {
  // Most brains answer at once.
  if (!(answer instanceof Promise)) return answer
  const { promise: ended, resolve } = deferred<Gone>()
  const end = (): void => resolve(NO_LONGER_ASKED)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  void closed.then(end)
  return Promise.race([answer, ended]).finally(() => signal.removeEventListener('abort', end))
}

const gone = (cause: Gone['cause'], detail: string): Gone => ({ kind: 'gone', cause, detail })

const NO_LONGER_ASKED = gone('silent', 'it was no longer asked')

/** What was thrown, on one line. */
export function describeThrown(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : show(error)
  const [line = ''] = text.split('\n')
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}

import type { Opening } from '../protocols/protocol.ts'
import type { Step, StdioDialect } from '../protocols/stdio/dialect.ts'
import { describeExpectation, type Expectation } from '../protocols/stdio/scan.ts'
import type { Awaited, GameDoctor, UnreadableAnswer, WireDoctor } from '../protocols/wire-doctor.ts'
import { findWire, WIRES } from '../wires/index.ts'

/** What is known about a bot's wire and game before it plays. */
export interface Knowledge {
  /** The id of the wire; `BRAIN` for a brain, which has none. */
  readonly wire: string
  readonly doctor: WireDoctor
  readonly gameDoctor: GameDoctor
  /** What the host waits for in the opening, and in each turn; the last one of a turn is the move. */
  readonly opening: readonly Expectation[]
  readonly turn: readonly Expectation[]
  /** Whether the host speaks before it waits for the greeting. */
  readonly speaksBeforeGreeting: boolean
}

export const BRAIN = 'brain'

/** Takes what the host waits for from the steps of the dialect in the opening and in a first turn. */
export function knowledgeOf(dialect: StdioDialect | undefined, opening: Opening): Knowledge {
  const gameDoctor = findGameDoctor(opening.game)
  if (dialect === undefined)
    return {
      wire: BRAIN,
      doctor: BRAIN_DOCTOR,
      gameDoctor,
      opening: [],
      turn: [LINE],
      speaksBeforeGreeting: false,
    }
  const first = dialect.opening(opening)
  const turn = expectationsIn(
    dialect.turn({ turn: 0, view: opening.view, legal: [], timeLeft: Infinity }, opening),
  )
  const awaits = { opening: expectationsIn(first), turn }
  const sends = first.findIndex(({ kind }) => kind === 'send')
  return {
    wire: dialect.id,
    doctor: findWire(dialect.id)?.doctor ?? anyWire(awaits),
    gameDoctor,
    ...awaits,
    speaksBeforeGreeting: sends >= 0 && first.slice(sends).some(({ kind }) => kind === 'expect'),
  }
}

/** Whether a program says that it is ready before its first turn. */
export const hasHandshake = ({ wire, opening }: Knowledge): boolean => wire === BRAIN || opening.length > 0

/** What the host waits for as the answer with this index, from 0. */
export function expectationAt(
  { opening, turn }: Pick<Knowledge, 'opening' | 'turn'>,
  index: number,
): { readonly awaited: Exclude<Awaited, 'nothing'>; readonly what: Expectation } {
  const inTurn = (index - opening.length) % turn.length
  const what = opening[index] ?? turn[inTurn] ?? LINE
  return { awaited: inTurn === turn.length - 1 ? 'move' : 'greeting', what }
}

/** The words that are moves, on a wire that skips all other text; none on other wires. */
export const moveWords = ({ turn }: Knowledge): readonly string[] => {
  const move = turn.at(-1)
  return move?.kind === 'word' ? move.words : []
}

const expectationsIn = (steps: readonly Step[]): readonly Expectation[] =>
  steps.flatMap((step) => (step.kind === 'expect' ? [step.what] : []))

const findGameDoctor = (game: string): GameDoctor =>
  WIRES.flatMap(({ gameDoctors = [] }) => gameDoctors).find((known) => known.game === game) ?? {
    game,
    plan: ['first', 'last', 'random'],
  }

const LINE: Expectation = { kind: 'line' }

/** A brain has no wire: there are no lines to read or to write. */
const BRAIN_DOCTOR: WireDoctor = {
  answer: /^$/,
  hostLine: () => undefined,
  unreadable: () => ({ kind: 'wrong-word' }),
  expected: (awaited) => (awaited === 'nothing' ? 'a brain that gets ready' : 'one of the legal moves'),
}

/** The general checks, for a wire without a `doctor.ts`. */
function anyWire(awaits: Pick<Knowledge, 'opening' | 'turn'>): WireDoctor {
  const expectationFor = (awaited: Awaited): Expectation | undefined =>
    awaited === 'move' ? awaits.turn.at(-1) : (awaits.opening[0] ?? awaits.turn[0])
  return {
    answer: /\S/,
    hostLine: () => undefined,
    unreadable: (awaited, text, explainWord) =>
      wrongCase(expectationFor(awaited), text) ??
      (awaited === 'move' ? explainWord(text) : { kind: 'extra-output' }),
    expected(awaited) {
      const what = expectationFor(awaited)
      return what === undefined || what.kind === 'line'
        ? 'a line as docs/wire describes it'
        : describeExpectation(what)
    },
  }
}

function wrongCase(what: Expectation | undefined, text: string): UnreadableAnswer | undefined {
  const words = what?.kind === 'word' ? what.words : []
  const right = words.find((word) => text.toLowerCase().includes(word.toLowerCase()))
  return right === undefined ? undefined : { kind: 'wrong-case', right }
}

/** Why a word is no move of the game. */
export const explainWord =
  ({ gameDoctor }: Knowledge) =>
  (word: string): UnreadableAnswer =>
    gameDoctor.unreadable?.(word) ?? { kind: /\s/.test(word.trim()) ? 'extra-output' : 'wrong-word' }

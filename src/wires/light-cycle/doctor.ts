import type { Awaited, UnreadableAnswer, WireDoctor } from '../../protocols/wire-doctor.ts'

export const doctor: WireDoctor = {
  answer: /ready|left|right|forward/,
  hostLine: (_, before) =>
    before.length === 0
      ? {
          id: 'size',
          what: 'the size of the board',
          fix: 'Read one line after the first ready: it is the size',
          answers: 1,
          turn: 1,
          mayComeEarly: true,
        }
      : {
          id: 'state',
          what: 'the state',
          fix: 'Read the state line after every ready, then move',
          answers: 2 * before.length,
          turn: before.length,
          mayComeEarly: true,
        },
  unreadable: explainWord,
  expected: (awaited) =>
    awaited === 'greeting' ? 'the word ready' : 'one of the words left, right and forward',
  whyWaiting: (awaited) =>
    awaited === 'greeting'
      ? {
          title: 'It waits for the host to speak',
          cause: 'On this wire the program speaks first',
          fix: 'Say ready before you read the size, and before every state line',
        }
      : undefined,
  isPositionUntold: true,
  boards: [
    {},
    {},
    { width: 15, height: 15 },
    { width: 6, height: 6 },
    // Along two edges: a bot that takes x for y sees itself drive off the board.
    { starts: ['3,-1,e', '-1,2,s'], seats: 'fixed' },
  ],
}

function explainWord(awaited: Awaited, text: string): UnreadableAnswer {
  const expected = awaited === 'greeting' ? /ready/i : /left|right|forward/i
  const [right] = expected.exec(text) ?? []
  if (right !== undefined) return { kind: 'wrong-case', right: right.toLowerCase() }
  if (awaited === 'greeting' && /left|right|forward/i.test(text))
    return {
      kind: 'no-greeting',
      title: 'It did not say ready',
      cause: 'It sends a move where ready is due',
      fix: 'Say ready once at the start and once before every state line',
    }
  return LONE_WORD.test(text) ? { kind: 'wrong-word' } : { kind: 'extra-output' }
}

/**
 * A line of one word. `\s` would go over line ends from each line of white space again: that takes quadratic time, in the thread of an
 * arena, and a bot chooses the text.
 */
const LONE_WORD = /^[ \t]*(?:up|down|north|south|east|west|straight|ahead|[neswflrud]|\d)[ \t]*$/im

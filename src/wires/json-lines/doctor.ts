import { parseObject } from '../../base/json.ts'
import type { HostLine, UnreadableAnswer, WatchedRound, WireDoctor } from '../../protocols/wire-doctor.ts'

export const doctor: WireDoctor = {
  answer: /^\s*\{/,
  hostLine,
  unreadable: (awaited, text, explainWord) =>
    awaited === 'greeting' ? explainGreeting(text) : explainAnswer(text.trim(), explainWord),
  expected: (awaited) =>
    awaited === 'greeting'
      ? '{"ready":true} and a line feed'
      : '{"move":"…"} with a legal move, and a line feed',
  whyWaiting: (awaited) =>
    awaited === 'greeting'
      ? { ...NO_GREETING, cause: 'It has got hello, and the host sends no turn before ready' }
      : undefined,
  flip: '{"flip":true}',
}

const isTurn = (text: string): boolean => parseObject(text)?.['type'] === 'turn'

function hostLine(
  text: string,
  before: readonly string[],
  { seat, turns }: WatchedRound,
): HostLine | undefined {
  const type = parseObject(text)?.['type']
  if (type === 'over') return undefined
  if (type === 'hello')
    return {
      id: 'hello',
      what: 'hello',
      fix: 'Read hello before you say anything',
      answers: 0,
      turn: undefined,
      mayComeEarly: true,
    }
  const asked = before.filter(isTurn).length
  const own = turns.flatMap((turn, at) => (turn[seat] === undefined ? [] : [at + 1]))
  return {
    id: 'turn',
    what: 'its turn',
    fix: 'Answer hello and turn only; played, cheated, flipped and over are news',
    answers: 1 + asked,
    turn: own[asked] ?? turns.length + 1,
    mayComeEarly: false,
  }
}

function explainGreeting(line: string): UnreadableAnswer {
  const object = parseObject(line)
  if (object === undefined) return explainBraces(line) ?? { kind: 'extra-output' }
  const isMisspelt =
    Object.values(object).includes('ready') || Object.keys(object).some((key) => /ready/i.test(key))
  return isMisspelt && !('move' in object) ? WRONG_KEY : NO_GREETING
}

const NO_GREETING = {
  kind: 'no-greeting',
  title: 'It did not answer hello with ready',
  cause: 'It never reads hello, or takes it for a turn',
  fix: 'Answer hello with {"ready":true}, and only turn with a move',
} as const

const WRONG_KEY: UnreadableAnswer = {
  kind: 'wrong-form',
  form: 'key',
  why: 'The object has no field that the host knows',
  fix: 'Use move, flip, resign or ready, in small letters',
}

function explainAnswer(text: string, explainWord: (word: string) => UnreadableAnswer): UnreadableAnswer {
  const object = parseObject(text)
  if (object === undefined) return explainBraces(text) ?? explainWord(text)
  const { move } = object
  if (move === undefined) return WRONG_KEY
  if (typeof move === 'string') return explainWord(move)
  return {
    kind: 'wrong-form',
    form: 'not-a-word',
    why: 'The value of move is not a string',
    fix: 'Write one of the words in legal, with quotes: {"move":"3,4"}',
  }
}

function explainBraces(text: string): UnreadableAnswer | undefined {
  if (!text.startsWith('{')) return undefined
  return text.includes("'")
    ? {
        kind: 'wrong-form',
        form: 'python-dict',
        why: 'It is a printed Python dictionary, not JSON',
        fix: 'Use json.dumps: JSON has double quotes',
      }
    : {
        kind: 'wrong-form',
        form: 'not-json',
        why: 'It begins like JSON, but is not',
        fix: 'Write the object with a JSON library',
      }
}

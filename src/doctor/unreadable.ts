import { parseObject } from '../base/json.ts'
import type { AnyGame } from '../game/game.ts'
import type { Cause } from './finding.ts'
import type { Awaited, Wire } from './observation.ts'

/** Why something cannot be read where `awaited` was expected. Undefined for nothing at all. */
export function explainUnreadable(
  wire: Wire,
  awaited: Awaited,
  text: string,
  game: AnyGame,
): Cause | undefined {
  if (text.trim() === '') return undefined
  switch (wire) {
    case 'light-cycle':
      return explainWord(awaited, text)
    case 'longest-group':
      return explainNumbers(text)
    case 'json':
      return awaited === 'greeting' ? explainGreeting(text) : explainJson(text, game)
    case 'brain':
      return { kind: 'wrong-word' }
  }
}

function explainWord(awaited: Awaited, text: string): Cause {
  const expected = awaited === 'ready' ? /ready/i : /left|right|forward/i
  const [right] = expected.exec(text) ?? []
  if (right !== undefined) return { kind: 'wrong-case', right: right.toLowerCase() }
  if (awaited === 'ready' && /left|right|forward/i.test(text)) return { kind: 'no-greeting' }
  const isWord = /^\s*(?:up|down|north|south|east|west|straight|ahead|[neswflrud]|\d)\s*$/im.test(text)
  return isWord ? { kind: 'wrong-word' } : { kind: 'extra-output' }
}

function explainNumbers(line: string): Cause {
  const text = line.trim()
  if (/^-?\d+\s*[,;:/|x]\s*-?\d+$/.test(text)) return { kind: 'wrong-form', form: 'separator' }
  if (/^[([{<]\s*-?\d+\s*[,;\s]\s*-?\d+\s*[)\]}>]$/.test(text))
    return { kind: 'wrong-form', form: 'brackets' }
  if (/^-?\d+(?:\.\d+)?\s+-?\d+(?:\.\d+)?$/.test(text) && text.includes('.'))
    return { kind: 'wrong-form', form: 'decimals' }
  if (/^(?:0x)?[\da-f]{1,2}\s+(?:0x)?[\da-f]{1,2}$/i.test(text))
    return { kind: 'wrong-form', form: 'hexadecimal' }
  if (/^[a-z]\s?\d{1,2}$/i.test(text)) return { kind: 'wrong-form', form: 'letters' }
  return { kind: 'extra-output' }
}

function explainGreeting(line: string): Cause {
  const object = parseObject(line)
  if (object === undefined) return explainBraces(line) ?? { kind: 'extra-output' }
  if ('move' in object) return { kind: 'no-greeting' }
  return Object.values(object).includes('ready') || Object.keys(object).some((key) => /ready/i.test(key))
    ? { kind: 'wrong-form', form: 'key' }
    : { kind: 'no-greeting' }
}

function explainJson(line: string, game: AnyGame): Cause {
  const text = line.trim()
  const object = parseObject(text)
  if (object === undefined) return explainBraces(text) ?? explainBare(text, game)
  const { move } = object
  if (move === undefined) return { kind: 'wrong-form', form: 'key' }
  if (typeof move !== 'string') return { kind: 'wrong-form', form: 'not-a-word' }
  return explainBare(move, game)
}

const explainBraces = (text: string): Cause | undefined => {
  if (!text.startsWith('{')) return undefined
  return { kind: 'wrong-form', form: text.includes("'") ? 'python-dict' : 'not-json' }
}

/** A word that is no move of the game. */
function explainBare(word: string, { id }: AnyGame): Cause {
  if (id === 'quoridor' && /^[1-9][a-i]$/i.test(word)) return { kind: 'wrong-form', form: 'reversed' }
  if (id === 'longest-group') return explainNumbers(word)
  return /\s/.test(word.trim()) ? { kind: 'extra-output' } : { kind: 'wrong-word' }
}

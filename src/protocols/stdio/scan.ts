import { show } from '../../base/fields.ts'

/** What the host waits for in a program's output. */
export type Expectation =
  /** The earliest of these words (letters only), wherever it stands; what comes before it is skipped. */
  | { readonly kind: 'word'; readonly words: readonly string[] }
  /** A line that is not blank, without the white space around it. */
  | { readonly kind: 'line' }
  /** So many whole numbers, each followed by white space. A word that is no number ends the wait, too. */
  | { readonly kind: 'numbers'; readonly count: number }

export interface Found {
  readonly text: string
  /** Where the rest begins. */
  readonly end: number
}

/**
 * Looks for what is expected at the start of `text`. Undefined means that more text must come first: a word at the end may
 * be incomplete, and `3 1` may become `3 10`. With `ended` no more text will come.
 */
export function scan(expected: Expectation, text: string, ended: boolean): Found | undefined {
  switch (expected.kind) {
    case 'word':
      return scanWord(expected.words, text)
    case 'line':
      return scanLine(text, ended)
    case 'numbers':
      return scanNumbers(expected.count, text, ended)
  }
}

/** The end of `text` that may belong to what is expected; the text before it can be dropped. */
export function remainder(expected: Expectation, text: string): string {
  switch (expected.kind) {
    case 'word': {
      const longest = Math.max(...expected.words.map((word) => word.length))
      return text.slice(Math.max(0, text.length - longest + 1))
    }
    case 'line':
    case 'numbers':
      return text.trimStart()
  }
}

/** The most characters in one wait. Skipped words need no memory, so their limit is higher. */
export const LIMITS: Readonly<Record<Expectation['kind'], number>> = {
  word: 1_048_576,
  // As much as a request of an HTTP player may have: a bot that draws on each cell of a board writes long lines.
  line: 65_536,
  numbers: 16_384,
}

/** Why the host gives up a wait that has reached its limit. */
export const describeTooMuch = (expected: Expectation, text: string): string =>
  `${TOO_MUCH} ${LIMITS[expected.kind]} characters without ${describeExpectation(expected)}, the last of them ${show(text.slice(-40))}`

/** Whether the detail of a fault comes from `describeTooMuch`. */
export const saysTooMuch = (detail: string): boolean => detail.startsWith(TOO_MUCH)

const TOO_MUCH = 'it wrote more than'

/** As the end of a sentence. */
export function describeExpectation(expected: Expectation): string {
  switch (expected.kind) {
    case 'word':
      return expected.words.join(', ').replace(/, (?=[^,]*$)/, ' or ')
    case 'line':
      return 'the end of a line'
    case 'numbers':
      return `${expected.count} numbers closed by white space`
  }
}

/** One regular expression finds the first word: a program may have sent a thousand turns ahead. */
function scanWord(words: readonly string[], text: string): Found | undefined {
  const match = patternOf(words).exec(text)
  return match ? { text: match[0], end: match.index + match[0].length } : undefined
}

const patterns = new WeakMap<readonly string[], RegExp>()

function patternOf(words: readonly string[]): RegExp {
  let pattern = patterns.get(words)
  if (pattern === undefined) patterns.set(words, (pattern = new RegExp(words.join('|'))))
  return pattern
}

function scanLine(text: string, ended: boolean): Found | undefined {
  const start = text.search(/\S/)
  if (start < 0) return undefined
  const feed = text.indexOf('\n', start)
  if (feed < 0 && !ended) return undefined
  const end = feed < 0 ? text.length : feed + 1
  return { text: text.slice(start, end).trimEnd(), end }
}

function scanNumbers(count: number, text: string, ended: boolean): Found | undefined {
  let numbers = ''
  let left = count
  WORD.lastIndex = 0
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    const [word] = match
    const end = WORD.lastIndex
    if (end === text.length && !ended) return undefined
    numbers = numbers === '' ? word : `${numbers} ${word}`
    if (--left === 0 || !WHOLE_NUMBER.test(word)) return { text: numbers, end }
  }
  return undefined
}

const WORD = /\S+/g
const WHOLE_NUMBER = /^-?\d+$/

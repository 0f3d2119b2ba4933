/** What is waited for in a stream of characters. */
export type Expectation =
  /** The earliest of these words (letters only), wherever it stands; what comes before it is skipped. */
  | { readonly kind: 'word'; readonly words: readonly string[] }
  /** A line that is not blank, without the white space around it. */
  | { readonly kind: 'line' }
  /** So many whole numbers, each closed by white space; or, in their place, the words up to one that is no number. */
  | { readonly kind: 'numbers'; readonly count: number }

export interface Found {
  readonly text: string
  /** Where the rest begins. */
  readonly end: number
}

/**
 * Looks for what is expected at the start of `text`. Undefined means that more must come first: a word cut off at
 * the end may go on, and `3 1` may yet become `3 10`. Once the stream has ended, nothing goes on.
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

/** The part of `text` that may still belong to what is expected; the rest need not be kept. */
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

/** How many characters may pass in one wait. Skipped words need no memory, so there may be more of them. */
export const LIMITS: Readonly<Record<Expectation['kind'], number>> = {
  word: 1_048_576,
  line: 16_384,
  numbers: 16_384,
}

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

/** In one pass that ends at the first word: a program may have sent a thousand turns ahead. */
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
  const words: string[] = []
  const pattern = /\S+/g
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [word] = match
    const end = pattern.lastIndex
    if (end === text.length && !ended) return undefined
    words.push(word)
    if (words.length === count || !WHOLE_NUMBER.test(word)) return { text: words.join(' '), end }
  }
  return undefined
}

const WHOLE_NUMBER = /^-?\d+$/

import { fail, ok, type Result } from './result.ts'

/** The part of Scheme's external representations that the torus-tron wire uses. */
export type Datum =
  | { readonly kind: 'symbol'; readonly name: string }
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'string'; readonly text: string }
  /** `(a b c)`; with a tail `(a b . c)`. A tail is never a list itself: `(a . (b))` is `(a b)`. */
  | { readonly kind: 'list'; readonly items: readonly Datum[]; readonly tail?: Datum }

export interface ReaderLimits {
  /** Characters of one datum, with the white space and comments before it. */
  readonly maxSize: number
  /** Levels of nested lists. */
  readonly maxDepth: number
  /** Characters of a line. */
  readonly maxLine: number
}

/** A streaming parser: text may arrive in any pieces. After the first problem it reads nothing more. */
export interface DatumReader {
  feed(text: string): void
  /** No more text will come, so a last word without white space after it is complete. */
  end(): void
  /** The next datum, a problem, or undefined while more text is needed. */
  next(): Result<Datum> | undefined
  /** Characters fed and not read yet. */
  readonly waiting: number
}

export const symbol = (name: string): Datum => ({ kind: 'symbol', name })
export const integer = (value: number): Datum => ({ kind: 'integer', value })
export const string = (text: string): Datum => ({ kind: 'string', text })
export const list = (items: readonly Datum[]): Datum => ({ kind: 'list', items })

/** `(a . b)`; if b is a list, the list `(a …b)`. */
export const pair = (first: Datum, second: Datum): Datum => dotted([first], second)

const ANY_SIZE: ReaderLimits = { maxSize: Infinity, maxDepth: 1000, maxLine: Infinity }

/** Every datum of a whole text. */
export function parseDatums(text: string, limits: ReaderLimits = ANY_SIZE): Result<readonly Datum[]> {
  const reader = createDatumReader(limits)
  reader.feed(text)
  reader.end()
  const datums: Datum[] = []
  for (;;) {
    const read = reader.next()
    if (read === undefined) return ok(datums)
    if (!read.ok) return read
    datums.push(read.value)
  }
}

export function createDatumReader(limits: ReaderLimits): DatumReader {
  let text = ''
  let at = 0
  let ended = false
  let problem: Result<Datum> | undefined
  /** Open lists, the innermost last. A stack of our own: deep nesting cannot overflow the call stack. */
  let open: OpenList[] = []
  let mode: Mode = 'between'
  /** The beginning of a word, string or symbol from earlier pieces of text. */
  let held = ''
  let size = 0
  let line = 0

  function next(): Result<Datum> | undefined {
    if (problem) return problem
    const read = scan()
    if (read?.ok) size = 0
    else if (read) problem = read
    return read
  }

  function scan(): Result<Datum> | undefined {
    let start = at
    while (at < text.length) {
      const char = text[at] as string
      // A word ends before the character that ends it.
      if (mode === 'word' && DELIMITERS.has(char)) {
        const read = place(wordOf(held + text.slice(start, at)))
        if (read) return read
        continue
      }
      at++
      line = char === '\n' ? 0 : line + 1
      if (++size > limits.maxSize) return unreadable(`expected at most ${limits.maxSize} characters`)
      if (line > limits.maxLine) return unreadable(`expected a line feed within ${limits.maxLine} characters`)
      const read = step(char, start)
      if (mode === 'between') start = at
      else if (read === 'began') start = mode === 'word' ? at - 1 : at
      if (typeof read === 'object') return read
    }
    held += mode === 'between' || mode === 'comment' ? '' : text.slice(start)
    text = ''
    at = 0
    return ended ? last() : undefined
  }

  function step(char: string, start: number): Result<Datum> | 'began' | undefined {
    switch (mode) {
      case 'between':
        return begin(char)
      case 'comment':
        if (char === '\n') mode = 'between'
        return undefined
      case 'word':
        return undefined
      case 'string-escape':
      case 'bars-escape':
        mode = mode === 'string-escape' ? 'string' : 'bars'
        return undefined
      case 'string':
      case 'bars': {
        if (char === '\\') mode = mode === 'string' ? 'string-escape' : 'bars-escape'
        if (char !== (mode === 'string' ? '"' : '|')) return undefined
        const inside = unescape(held + text.slice(start, at - 1))
        return place(ok(mode === 'string' ? string(inside) : symbol(inside)))
      }
    }
  }

  function begin(char: string): Result<Datum> | 'began' | undefined {
    if (SPACES.has(char)) return undefined
    switch (char) {
      case '(':
      case '[':
        if (open.length >= limits.maxDepth)
          return unreadable(`expected at most ${limits.maxDepth} lists within each other`)
        open.push({ closer: char === '(' ? ')' : ']', items: [], dot: undefined, tail: undefined })
        return undefined
      case ')':
      case ']':
        return close(char)
      case ';':
        mode = 'comment'
        return 'began'
      case '"':
        mode = 'string'
        return 'began'
      case '|':
        mode = 'bars'
        return 'began'
      case "'":
      case '`':
      case ',':
        return unreadable(`expected a datum, not ${char}`)
      default:
        mode = 'word'
        return 'began'
    }
  }

  function close(closer: string): Result<Datum> | undefined {
    const done = open.pop()
    if (done === undefined) return unreadable(`expected a datum, not ${closer}`)
    if (done.closer !== closer) return unreadable(`expected ${done.closer}, not ${closer}`)
    return place(listOf(done))
  }

  /** A complete datum goes into the innermost open list, or is the result. */
  function place(read: Result<Datum>): Result<Datum> | undefined {
    mode = 'between'
    held = ''
    if (!read.ok) return read
    const into = open.at(-1)
    if (into) return addTo(into, read.value)
    return isDot(read.value) ? unreadable('expected a datum, not a dot') : read
  }

  /** The last word at the end of the text, or a problem if something is still open. */
  function last(): Result<Datum> | undefined {
    if (mode === 'word') {
      const read = place(wordOf(held))
      if (read) return read
    }
    const awaited =
      mode === 'between' || mode === 'comment' ? open.at(-1)?.closer : mode.startsWith('string') ? '"' : '|'
    open = []
    return awaited === undefined ? undefined : unreadable(`expected ${awaited} before the end`)
  }

  return {
    next,
    feed(more) {
      if (problem) return
      text = text.slice(at) + more
      at = 0
    },
    end() {
      ended = true
    },
    get waiting() {
      return text.length - at
    },
  }
}

interface OpenList {
  readonly closer: string
  readonly items: Datum[]
  dot: true | undefined
  tail: Datum | undefined
}

/** Adds a datum or a dot to a list; gives the problem if it cannot stand there. */
function addTo(into: OpenList, datum: Datum): Result<never> | undefined {
  if (isDot(datum)) {
    if (into.dot || into.items.length === 0) return unreadable('expected a datum, not a dot')
    into.dot = true
  } else if (into.dot === undefined) into.items.push(datum)
  else if (into.tail === undefined) into.tail = datum
  else return unreadable(`expected ${into.closer} after the datum that follows the dot`)
  return undefined
}

function listOf({ items, dot, tail }: OpenList): Result<Datum> {
  if (dot === undefined) return ok(list(items))
  return tail === undefined ? unreadable('expected a datum after the dot') : ok(dotted(items, tail))
}

type Mode = 'between' | 'comment' | 'word' | 'string' | 'string-escape' | 'bars' | 'bars-escape'

/** Writes a datum on one line, unless a string or a symbol contains a line feed. */
export function writeDatum(datum: Datum): string {
  const parts: string[] = []
  const todo: (Datum | string)[] = [datum]
  for (;;) {
    const next = todo.pop()
    if (next === undefined) return parts.join('')
    if (typeof next === 'string') parts.push(next)
    else if (next.kind === 'list') {
      todo.push(')')
      if (next.tail) todo.push(next.tail, ' . ')
      for (let i = next.items.length - 1; i >= 0; i--) todo.push(next.items[i] as Datum, i === 0 ? '(' : ' ')
      if (next.items.length === 0) todo.push('(')
    } else parts.push(writeAtom(next))
  }
}

function writeAtom(datum: Exclude<Datum, { kind: 'list' }>): string {
  switch (datum.kind) {
    case 'integer':
      return String(datum.value)
    case 'string':
      return `"${datum.text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    case 'symbol':
      return isPlainWord(datum.name) ? datum.name : `|${datum.name.replaceAll(/[|\\]/g, String.raw`\$&`)}|`
  }
}

const SPACES: ReadonlySet<string> = new Set(' \n\r\t\f\v\u00a0\ufeff')
const DELIMITERS: ReadonlySet<string> = new Set([...SPACES, ...'()[]";|\'`,'])
const INTEGER = /^[+-]?\d+$/

const isPlainWord = (name: string): boolean =>
  name !== '' &&
  name !== '.' &&
  !INTEGER.test(name) &&
  [...name].every((char) => !DELIMITERS.has(char) && char !== '\\')

/** The bare dot of a pair. The symbol `.` is written `|.|`. */
const DOT: Datum = { kind: 'symbol', name: '.' }
const isDot = (datum: Datum): boolean => datum === DOT

function wordOf(word: string): Result<Datum> {
  if (word === '.') return ok(DOT)
  if (!INTEGER.test(word)) return ok(symbol(word))
  const value = Number(word)
  return Number.isSafeInteger(value)
    ? ok(integer(value + 0))
    : unreadable('expected an integer of at most 15 digits')
}

const unescape = (text: string): string => text.replaceAll(/\\([\s\S])/g, '$1')

/** Joins a tail that is a list to the list before it. */
function dotted(items: readonly Datum[], tail: Datum): Datum {
  if (tail.kind !== 'list') return { kind: 'list', items, tail }
  const joined = [...items, ...tail.items]
  return tail.tail === undefined ? list(joined) : { kind: 'list', items: joined, tail: tail.tail }
}

const unreadable = (expected: string): Result<never> =>
  fail('unreadable-datum', `Cannot read datum: ${expected}`)

/** Who wrote a line: `>` the host, `<` the program, `!` what the host noticed. */
export type Side = '>' | '<' | '!'

export interface TranscriptLimits {
  /** Characters kept of one line. */
  readonly line: number
  /** Characters kept of the whole. */
  readonly total: number
}

export interface Transcript {
  add(side: Side, text: string): void
  /** Adds a last line that has no line feed. */
  flush(): void
}

/** Keeps nothing. */
export const NO_TRANSCRIPT: Transcript = { add() {}, flush() {} }

const DEFAULT_LIMITS: TranscriptLimits = { line: 4_096, total: 262_144 }

/**
 * Writes a conversation as lines for people, whatever pieces it arrives in. A line feed ends a line; a line without one
 * ends in a backslash. Some programs write a line and its line feed in two pieces, and the host may speak in between: the lines
 * after such a line are held back until the program's next piece shows whether the line feed comes.
 */
export function makeTranscript(onLine: (line: string) => void, limits = DEFAULT_LIMITS): Transcript {
  let side: Side = '>'
  let partial = ''
  /** Characters of the unfinished line that are not kept. */
  let left = 0
  let total = 0
  /** A line of the program that may get its line feed later, and the lines after it. */
  let open: { text: string; readonly left: number; readonly after: string[] } | undefined
  /** The program has gone on after such a line without a line feed: no line is kept open any more. */
  let omitsFeeds = false

  function print(line: string): void {
    if (total > limits.total) return
    total += line.length
    onLine(total > limits.total ? '! the transcript is full: the rest is not kept' : line)
  }

  function emit(isWhole: boolean): void {
    const line = formatLine(side, partial, left, isWhole)
    partial = ''
    left = 0
    if (open) open.after.push(line)
    else print(line)
  }

  function close(isWhole: boolean): void {
    if (!open) return
    const { text, left: more, after } = open
    open = undefined
    for (const line of [formatLine('<', text, more, isWhole), ...after]) print(line)
  }

  function speak(from: Side): void {
    if (from === side) return
    if (partial !== '') {
      if (side === '<' && !omitsFeeds) {
        open = { text: partial, left, after: [] }
        partial = ''
        left = 0
      } else emit(false)
    }
    side = from
  }

  /** Takes the line feed of the open line from the start of the program's next piece, and gives the rest. */
  function closeWith(text: string): string {
    if (!open) return text
    const feed = text.indexOf('\n')
    const ending = feed < 0 ? text : text.slice(0, feed)
    if (ending !== '' && ending !== '\r') {
      omitsFeeds = true
      close(false)
      return text
    }
    open.text += ending
    if (feed >= 0) close(true)
    return text.slice(ending.length + 1)
  }

  return {
    add(from, piece) {
      if (piece === '' || total > limits.total) return
      speak(from)
      const text = from === '<' ? closeWith(piece) : piece
      let start = 0
      while (start < text.length) {
        const feed = text.indexOf('\n', start)
        const end = feed < 0 ? text.length : feed
        const kept = Math.min(end, start + Math.max(0, limits.line - partial.length))
        partial += text.slice(start, kept)
        left += end - kept
        if (feed >= 0) emit(true)
        start = end + 1
      }
    },
    flush() {
      close(false)
      if (partial !== '') emit(false)
    },
  }
}

function formatLine(side: Side, text: string, left: number, isWhole: boolean): string {
  const shown = text.replaceAll(
    UNSAFE,
    (char) => ESCAPES[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`,
  )
  const end = left > 0 ? `… and ${left} more characters` : isWhole ? '' : '\\'
  return `${side} ${shown}${end}`
}

/** Reads a line of a transcript back into the text that was sent, with its line feed if it had one. */
export function parseLine(line: string): { readonly side: Side; readonly text: string } | undefined {
  const match = /^([><!])(?: |$)(.*)/su.exec(line)
  if (match === null) return undefined
  const [, side, shown = ''] = match
  let isWhole = true
  const text = shown.replaceAll(/\\(u\{([0-9a-f]+)\}|[\\rt]|$)/g, (_, escape: string, code?: string) => {
    if (code !== undefined) return String.fromCodePoint(parseInt(code, 16))
    if (escape === '') isWhole = false
    return escape === 'r' ? '\r' : escape === 't' ? '\t' : escape
  })
  return { side: side as Side, text: isWhole ? `${text}\n` : text }
}

// Control characters, and those that change the direction of a terminal's text.
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\\]/g

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\r': '\\r', '\t': '\\t' }

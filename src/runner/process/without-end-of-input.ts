/**
 * A program's stderr without the error report about the end of its input. The host closes the input when the game is
 * over, and many programs crash then; that costs nothing. `before` is the stderr at the time the input was closed.
 */
export function withoutEndOfInput(errors: string, before: string): string {
  // The capture has dropped a part, so the report cannot be found.
  if (!errors.startsWith(before)) return errors
  const after = errors.slice(before.length)
  const starts = REPORTS.flatMap((startOf) => startOf(after) ?? [])
  return starts.length > 0 ? before + after.slice(0, Math.min(...starts)) : errors
}

/**
 * Where the report at the end of a text starts whose error is the end of input or a broken pipe (EIO on a terminal). Each reads
 * the text once: it comes from a program that may have written nothing but line feeds.
 */
const REPORTS: readonly ((text: string) => number | undefined)[] = [
  // Python
  (text) =>
    startOfTrace(text, {
      first: /^Traceback \(most recent call last\):$/,
      between: /^[ \t]/,
      last: /^(?:EOFError\b|BrokenPipeError\b|OSError: \[Errno 5\])/,
    }),
  // Java, and C# in Mono and .NET
  (text) =>
    startOfTrace(text, {
      first:
        /^Exception in thread "main" java\.(?:util\.NoSuchElementException|io\.EOFException|io\.IOException: Input\/output error)\b/,
      between: /^(?:\s+at .*|\s*\.\.\. .*|\s*)$/,
    }),
  // Node
  (text) => {
    const head = /(?<![^\n])node:\S+\n/.exec(text)
    const isInput = /(?<![^\n])Error: (?:write |read )?(?:EPIPE|EOF|EIO)\b/
    return head && isInput.test(text.slice(head.index)) ? head.index : undefined
  },
  // Node, which cannot reset a terminal that is gone
  (text) => {
    const head = /(?<![^\n])[^\S\n]*#[^\S\n]+\S+: void node::ResetStdio\(\)/.exec(text)
    const words = text.slice(0, head?.index ?? 0).trimEnd().length
    return head ? (words === 0 ? 0 : text.indexOf('\n', words) + 1) : undefined
  },
]

interface Trace {
  readonly first: RegExp
  readonly between: RegExp
  /** Undefined if the lines between go to the end. */
  readonly last?: RegExp
}

function startOfTrace(text: string, { first, between, last }: Trace): number | undefined {
  const lines = text.trimEnd().split('\n')
  if (last && !last.test(lines.pop() ?? '')) return undefined
  while (lines.length > 0 && between.test(lines.at(-1) ?? '')) lines.pop()
  const head = lines.pop() ?? ''
  return first.test(head) ? lines.reduce((length, line) => length + line.length + 1, 0) : undefined
}

/**
 * A program's stderr without the error report about the end of its input. The host closes the input when the game is
 * over, and many programs crash then; that costs nothing. `before` is the stderr at the time the input was closed.
 */
export function withoutEndOfInput(errors: string, before: string): string {
  // The capture has dropped a part, so the report cannot be found.
  if (!errors.startsWith(before)) return errors
  const after = errors.slice(before.length)
  const report = END_OF_INPUT.exec(after)
  return report ? before + after.slice(0, report.index) : errors
}

/**
 * A stack trace at the end of the text whose error is the end of input or a broken pipe (EIO on a terminal).
 */
const END_OF_INPUT = new RegExp(
  [
    // Python
    String.raw`Traceback \(most recent call last\):\n(?:[ \t].*\n)+(?:EOFError\b|BrokenPipeError\b|OSError: \[Errno 5\]).*`,
    // Java, and C# in Mono and .NET
    String.raw`Exception in thread "main" java\.(?:util\.NoSuchElementException|io\.EOFException|io\.IOException: Input/output error)\b.*(?:\n\s+at .*|\n\s*\.\.\. .*)*`,
    // Node
    String.raw`node:\S+\n(?:.*\n)*?Error: (?:write |read )?(?:EPIPE|EOF|EIO)\b.*(?:\n.*)*`,
    // Node, which cannot reset a terminal that is gone
    String.raw`\s*#\s+\S+: void node::ResetStdio\(\)[^]*`,
  ]
    .map((trace) => String.raw`(?<![^\n])${trace}\s*$`)
    .join('|'),
)

/**
 * What a program wrote to stderr, without the report that its input had ended. The host closes the input when the game is
 * over, and many programs fail then: that costs nothing and says nothing about the game. `before` is what it had written
 * when its input was closed.
 */
export function withoutEndOfInput(errors: string, before: string): string {
  // What lies further back than the capture keeps can be no report of the end.
  if (!errors.startsWith(before)) return errors
  const after = errors.slice(before.length)
  const report = END_OF_INPUT.exec(after)
  return report ? before + after.slice(0, report.index) : errors
}

/**
 * A trace that ends with what reading or writing gives once the host is gone (on a terminal EIO), at the end of the
 * text.
 */
const END_OF_INPUT = new RegExp(
  [
    // Python
    String.raw`Traceback \(most recent call last\):\n(?:[ \t].*\n)+(?:EOFError\b|BrokenPipeError\b|OSError: \[Errno 5\]).*`,
    // Java, and C# in Mono and .NET
    String.raw`Exception in thread "main" java\.(?:util\.NoSuchElementException|io\.EOFException|io\.IOException: Input/output error)\b.*(?:\n\s+at .*|\n\s*\.\.\. .*)*`,
    // Node
    String.raw`node:\S+\n(?:.*\n)*?Error: (?:write |read )?(?:EPIPE|EOF|EIO)\b.*(?:\n.*)*`,
    // Node, which cannot put a terminal back in order that is gone
    String.raw`\s*#\s+\S+: void node::ResetStdio\(\)[^]*`,
  ]
    .map((trace) => String.raw`(?<![^\n])${trace}\s*$`)
    .join('|'),
)

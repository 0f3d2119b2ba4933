import { expect, test } from 'vitest'
import { withoutEndOfInput } from './without-end-of-input.ts'

const TRACE = `Traceback (most recent call last):
  File "/bot/bot.py", line 4, in <module>
    state = input("ready")
            ^^^^^^^^^^^^^^
`

const REPORTS: Readonly<Record<string, string>> = {
  Python: `${TRACE}EOFError: EOF when reading a line\n`,
  'Python, writing': `${TRACE}BrokenPipeError: [Errno 32] Broken pipe\n`,
  Java: `Exception in thread "main" java.util.NoSuchElementException: No line found
\tat java.base/java.util.Scanner.nextLine(Scanner.java:1651)
\tat Bot.main(Bot.java:12)
`,
  Node: `node:events:497
      throw er; // Unhandled 'error' event
      ^

Error: write EPIPE
    at afterWriteDispatched (node:internal/stream_base_commons:159:15)
`,
  'Node, on a terminal': `  #  node[2]: void node::ResetStdio() at ../src/node.cc:751
  #  Assertion failed: !(err != 0) || (err == -1 && (*__errno_location ()) == 1)

----- Native stack trace -----

 1: 0xcb5167 node::Assert(node::AssertionInfo const&) [node]
`,
}

test.each(Object.entries(REPORTS))(
  'the end of input in %s is left out, what came before it stays',
  (_, report) => {
    expect(withoutEndOfInput(report, '')).toBe('')
    expect(withoutEndOfInput(`thinking\nlast words\n${report}`, 'thinking\n')).toBe('thinking\nlast words\n')
  },
)

test.each([
  ['an error of its own', `${TRACE}ZeroDivisionError: division by zero\n`, ''],
  ['last words', 'played 31 rounds\n', ''],
  ['the same report before its input was closed', REPORTS['Python'] ?? '', REPORTS['Python'] ?? ''],
  ['a report that is not the end', `${REPORTS['Python']}and on it goes\n`, ''],
])('%s stays', (_, errors, before) => {
  expect(withoutEndOfInput(errors, before)).toBe(errors)
})

/** What takes many seconds here makes a whole arena stand still as long, at the end of each round of one bot. */
const AT_ONCE = { timeout: 5_000 }

/** All that is kept of the stderr of a round. */
const MOST = 65_536

test.each([
  ['line feeds', '\n'.repeat(MOST)],
  ['blank lines after an error', `${TRACE}EOFError${'\n '.repeat(MOST / 2)}`],
  ['blank lines in a stack trace', `${(REPORTS['Java'] ?? '').trimEnd()}${'\n '.repeat(MOST / 2)}`],
  ['beginnings of reports', 'node:a\n'.repeat(MOST / 7)],
])('%s without end are read at once', AT_ONCE, (_, many) => {
  expect(withoutEndOfInput(`${many}last words`, '')).toBe(`${many}last words`)
})

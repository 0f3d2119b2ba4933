import { scan } from '../protocols/stdio/scan.ts'
import type { Awaited } from '../protocols/wire-doctor.ts'
import { expectationAt, type Knowledge } from './knowledge.ts'

/** One answer of a program, as the host reads it. */
export interface Said {
  readonly awaited: Exclude<Awaited, 'nothing'>
  /** Text that the host skipped before it. */
  readonly skipped: string
  readonly text: string
  /** The whole line it stands on. */
  readonly line: string
}

/** Splits a program's output as the host does: the answers, where each ends, and the rest. */
export function splitOutput(
  knows: Knowledge,
  output: string,
  hasEnded = false,
): { readonly said: readonly Said[]; readonly ends: readonly number[]; readonly rest: string } {
  const said: Said[] = []
  const ends: number[] = []
  const lineAt = openLines(output)
  let at = 0
  for (;;) {
    const { awaited, what } = expectationAt(knows, said.length)
    const found = scan(what, output.slice(at), hasEnded)
    if (found === undefined) return { said, ends, rest: trimFeed(output.slice(at)) }
    const end = at + found.end
    const start = Math.max(at, output.lastIndexOf(found.text.split(' ')[0] ?? '', end - 1))
    const skipped = trimFeed(output.slice(at, start))
    said.push({ awaited, skipped, text: found.text, line: lineAt(start, end) })
    ends.push(end)
    at = end
  }
}

/** Drops the line feed that ends the answer before. */
const trimFeed = (text: string): string => text.replace(/^[ \t\r]*\n/, '')

/**
 * Gives the whole lines around places that go forward. Each line feed is looked for once: a program may write thousands of answers on
 * one line.
 */
function openLines(text: string): (start: number, end: number) => string {
  let from = 0
  let feed = text.indexOf('\n')
  return (start, end) => {
    while (feed >= 0 && feed < start) {
      from = feed + 1
      feed = text.indexOf('\n', from)
    }
    const last = feed < 0 || feed >= end - 1 ? feed : text.indexOf('\n', end - 1)
    return text.slice(from, last < 0 ? text.length : last + 1)
  }
}

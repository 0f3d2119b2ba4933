import { bytesOf, decode, type Observation } from './observation.ts'

const FEED = 0x0a
/** What a decoder puts in the place of bytes that are not UTF-8. */
const UNREADABLE = '\ufffd'

/**
 * The bytes of what a bot said. Text that came as UTF-8 gives them back; for any other its whole lines are looked up in what came: a line
 * feed is the same byte in all that a bot may write.
 */
export function bytesOfGot(got: string, seen: Pick<Observation, 'moments'>): Uint8Array {
  return (got.includes(UNREADABLE) ? linesThatCame(got, seen) : undefined) ?? new TextEncoder().encode(got)
}

/** Undefined for text that begins or ends in the middle of a line. */
function linesThatCame(got: string, seen: Pick<Observation, 'moments'>): Uint8Array | undefined {
  const all = bytesOf(seen)
  const text = decode(all)
  const at = text.lastIndexOf(got)
  if (at < 0 || (at > 0 && text[at - 1] !== '\n')) return undefined
  const start = afterFeeds(all, 0, feedsIn(text.slice(0, at)))
  const rest = text.slice(at + got.length)
  if (rest === '') return all.subarray(start)
  if (got.endsWith('\n')) return all.subarray(start, afterFeeds(all, start, feedsIn(got)))
  return rest.startsWith('\n') ? all.subarray(start, afterFeeds(all, start, feedsIn(got) + 1) - 1) : undefined
}

const feedsIn = (text: string): number => text.split('\n').length - 1

/** The index after so many line feeds. */
function afterFeeds(bytes: Uint8Array, from: number, count: number): number {
  let at = from
  for (let left = count; left > 0; left--) at = bytes.indexOf(FEED, at) + 1
  return at
}

import { bytesOf, decode, type Observation } from './observation.ts'

const FEED = 0x0a
/** What a decoder puts in the place of bytes that are not UTF-8. */
const UNREADABLE = '\ufffd'

/**
 * The bytes of what a bot said. Text that came as UTF-8 gives them back; for any other its lines are looked up in what came: a line feed is
 * the same byte in all that a bot may write.
 */
export function bytesOfGot(got: string, seen: Pick<Observation, 'moments'>): Uint8Array {
  const all = bytesOf(seen)
  const text = decode(all)
  const at = text.lastIndexOf(got)
  const isFromLineStart = at === 0 || text[at - 1] === '\n'
  if (!got.includes(UNREADABLE) || at < 0 || !isFromLineStart) return new TextEncoder().encode(got)
  const start = afterFeeds(all, 0, feedsIn(text.slice(0, at)))
  const end = at + got.length
  if (end === text.length) return all.subarray(start)
  const ends = afterFeeds(all, start, feedsIn(got) + (got.endsWith('\n') ? 0 : 1))
  return all.subarray(start, got.endsWith('\n') ? ends : ends - 1)
}

const feedsIn = (text: string): number => text.split('\n').length - 1

/** The index after so many line feeds. */
function afterFeeds(bytes: Uint8Array, from: number, count: number): number {
  let at = from
  for (let left = count; left > 0; left--) at = bytes.indexOf(FEED, at) + 1
  return at
}

import { digest as plainDigest, type Digest } from '../base/hash.ts'
import { parseObject } from '../base/json.ts'
import { ok, type Result } from '../base/result.ts'
import type { AnyGame } from '../game/game.ts'
import type { Match, MatchEvent } from './match.ts'
import { brokenLine as broken, readEventLine, readHeaderLine } from './read-line.ts'
import { beginRecord, endRecord, writeLines, type RecordHeader } from './record.ts'

export interface ReadRecord {
  readonly header: RecordHeader
  readonly events: readonly MatchEvent[]
  readonly match: Match
}

/**
 * Reads a record and replays it: every byte must follow from the rules and the events. A problem names the first line
 * that does not, counted from 1.
 */
export function readRecord(
  text: string,
  findGame: (id: string) => AnyGame | undefined,
  digest: Digest = plainDigest,
): Result<ReadRecord> {
  const lines = text.split('\n')
  const header = readHeaderLine(lines[0] as string, findGame)
  if (!header.ok) return header
  const begun = beginRecord(header.value, digest)
  if (begun.text !== `${lines[0]}\n`) return broken(1, 'the header was changed after it was written')

  let { writer } = begun
  const events: MatchEvent[] = []
  for (let index = 1; index < lines.length; index++) {
    const source = lines[index] as string
    const number = index + 1
    if (source === '' && index === lines.length - 1) break
    const event = readEventLine(source)
    if (event === undefined)
      return broken(number, parseObject(source) ? 'it is not an event' : 'it is not a line of a record')
    if (event === 'over') {
      if (writer.match.phase !== 'over') return broken(number, 'the result comes before the match is over')
      if (endRecord(writer) !== `${source}\n`)
        return broken(number, 'the result is not the one the events give')
      if (lines.length !== index + 2 || lines[index + 1] !== '')
        return broken(number + 1, 'it comes after the result')
      return ok({ header: header.value, events, match: writer.match })
    }
    const written = writeLines(writer, [event])
    if (written.text === '') return broken(number, 'this could not happen here')
    if (written.text !== `${source}\n`) return broken(number, explain(source, written.text))
    writer = written.writer
    events.push(event)
  }
  return broken(lines.length, 'the record ends before its result')
}

function explain(found: string, expected: string): string {
  if (bodyOf(found) !== bodyOf(expected)) return 'what it says is not what follows from the lines before it'
  return found.includes(HASH) ? 'its hash is not the hash of the lines up to here' : 'its hash is missing'
}

/** The line up to its hash. Without a hash, only the brace at the end is missing. */
const bodyOf = (line: string): string =>
  line.includes(HASH) ? line.slice(0, line.lastIndexOf(HASH)) : line.slice(0, -1)

const HASH = ',"hash":"'

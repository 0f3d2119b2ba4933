import { digest as plainDigest, type Digest } from '../base/hash.ts'
import { isObject, parseObject, type JsonObject } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { AnyGame, Pair } from '../game/game.ts'
import { readRemark } from '../game/remark.ts'
import { LEFT_CAUSES, makeSpec, type Match, type MatchEvent, type Spent } from './match.ts'
import {
  beginRecord,
  endRecord,
  RECORD_VERSION,
  writeLines,
  type RecordHeader,
  type RecordPlayer,
} from './record.ts'
import { readRules } from './rules.ts'

export interface ReadRecord {
  readonly header: RecordHeader
  readonly events: readonly MatchEvent[]
  readonly match: Match
}

/**
 * Reads a record and simulates it again: every byte must be what the rules and the events give. A problem names
 * the first line that does not follow, counted from 1.
 */
export function readRecord(
  text: string,
  findGame: (id: string) => AnyGame | undefined,
  digest: Digest = plainDigest,
): Result<ReadRecord> {
  const lines = text.split('\n')
  const header = readHeader(lines[0] ?? '', findGame)
  if (!header.ok) return header
  const begun = beginRecord(header.value, digest)
  if (begun.text !== `${lines[0]}\n`) return broken(1, 'the header was changed after it was written')

  let { writer } = begun
  const events: MatchEvent[] = []
  for (let index = 1; index < lines.length; index++) {
    const source = lines[index] ?? ''
    const number = index + 1
    if (source === '' && index === lines.length - 1) break
    const body = parseObject(source)
    if (body === undefined) return broken(number, 'it is not a line of a record')
    if (body['event'] === 'over') {
      if (writer.match.phase !== 'over') return broken(number, 'the result comes before the match is over')
      if (endRecord(writer) !== `${source}\n`)
        return broken(number, 'the result is not the one the events give')
      if (lines.length !== index + 2 || lines[index + 1] !== '')
        return broken(number + 1, 'it comes after the result')
      return ok({ header: header.value, events, match: writer.match })
    }
    const event = readEvent(body)
    if (event === undefined) return broken(number, 'it is not an event')
    const written = writeLines(writer, [event])
    if (written.text === '') return broken(number, 'this could not happen here')
    if (written.text !== `${source}\n`) return broken(number, explain(source, written.text))
    writer = written.writer
    events.push(event)
  }
  return broken(lines.length, 'the record ends before its result')
}

function readHeader(line: string, findGame: (id: string) => AnyGame | undefined): Result<RecordHeader> {
  const body = parseObject(line)
  if (body === undefined || !('gamegrid' in body))
    return broken(1, 'it is not the header of a gamegrid record')
  if (body['gamegrid'] !== RECORD_VERSION)
    return broken(
      1,
      `it is in format ${JSON.stringify(body['gamegrid'])}, and this gamegrid reads format ${RECORD_VERSION}`,
    )
  const { challenge, settings, seed, times, date } = body
  const game = typeof body['game'] === 'string' ? findGame(body['game']) : undefined
  if (game === undefined)
    return broken(1, `it names a game that is not here: ${JSON.stringify(body['game'])}`)
  if (body['version'] !== game.version)
    return broken(
      1,
      `it was played by version ${JSON.stringify(body['version'])} of the rules of ${game.id}, and this is version ${game.version}`,
    )
  const rules = readRules(body['rules'])
  const players = readPlayers(body['players'])
  if (!rules.ok) return broken(1, rules.problem.message)
  if (
    typeof challenge !== 'string' ||
    typeof seed !== 'number' ||
    typeof times !== 'boolean' ||
    !players ||
    !isObject(settings)
  )
    return broken(1, 'its header is incomplete')
  const spec = makeSpec(game, settings, rules.value, seed)
  if (!spec.ok) return broken(1, spec.problem.message)
  return ok({ challenge, spec: spec.value, players, times, ...(typeof date === 'string' && { date }) })
}

function readPlayers(value: unknown): Pair<RecordPlayer> | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const players = value.map((player: unknown): RecordPlayer | undefined => {
    if (!isObject(player) || typeof player['name'] !== 'string') return undefined
    return { name: player['name'], ...(typeof player['bot'] === 'string' && { bot: player['bot'] }) }
  })
  const [first, second] = players
  return first && second && [first, second]
}

function readEvent(body: JsonObject): MatchEvent | undefined {
  const at = body['at'] ?? 0
  const seat = body['seat'] === 0 || body['seat'] === 1 ? body['seat'] : undefined
  if (!Number.isSafeInteger(at) || typeof at !== 'number') return undefined
  const { event, text, cause, detail, why, restart } = body
  const spent = isObject(body['spent']) ? { spent: body['spent'] as unknown as Spent } : {}
  const said = readRemark(body['remark'])
  const remark = said ? { remark: said } : {}
  if (event === 'ticked') return { kind: event, at }
  if (event === 'voided')
    return typeof why === 'string'
      ? { kind: event, why, at, ...(restart === true && { restart }) }
      : undefined
  if (seat === undefined) return undefined
  switch (event) {
    case 'ready':
    case 'asked':
    case 'flipped':
    case 'resigned':
      return { kind: event, seat, at }
    case 'answered':
      return typeof text === 'string' ? { kind: event, seat, text, ...remark, at, ...spent } : undefined
    case 'left': {
      const known = LEFT_CAUSES.find((name) => name === cause)
      if (known === undefined) return undefined
      return {
        kind: event,
        seat,
        cause: known,
        ...(typeof text === 'string' && { text }),
        ...(typeof detail === 'string' && { detail }),
        at,
        ...spent,
      }
    }
    default:
      return undefined
  }
}

function explain(found: string, expected: string): string {
  const [body, hash] = splitHash(found)
  const [rightBody] = splitHash(expected.slice(0, -1))
  if (body !== rightBody) return 'what it says is not what follows from the lines before it'
  return hash === undefined ? 'its hash is missing' : 'its hash is not the hash of the lines up to here'
}

function splitHash(line: string): readonly [string, string | undefined] {
  const at = line.lastIndexOf(',"hash":"')
  return at < 0 ? [line, undefined] : [line.slice(0, at), line.slice(at)]
}

const broken = (line: number, why: string) =>
  fail('record', `Cannot follow the record at line ${line}: ${why}`)

import { digest as plainDigest, type Digest } from '../base/hash.ts'
import type { Pair } from '../game/game.ts'
import { timeLeft } from './clock.ts'
import { advance, lateSeats, overdraws, startMatch } from './machine.ts'
import type { Match, MatchEvent, MatchSpec, RoundResult } from './match.ts'

/**
 * A record is a text file of JSON lines: a header that defines the match, one line for each event, and a last line with
 * the result. Each line ends with a hash of the line before, of itself and of the position after it. It is a pure
 * function of header and events, so a record is checked by writing it again.
 */
export const RECORD_VERSION = 1

export interface RecordHeader {
  readonly challenge: string
  readonly spec: MatchSpec
  readonly players: Pair<RecordPlayer>
  /** Without times, two matches of deterministic players give the same bytes. */
  readonly times: boolean
  /** ISO 8601; only with times. */
  readonly date?: string
}

export interface RecordPlayer {
  readonly name: string
  /** The bot behind the player: `house:random`, a command line, a URL. */
  readonly bot?: string
}

/** The match as a record replays it. A record without times has an event for each player that was late, so it needs no clock. */
export const specToReplay = ({ spec, times }: RecordHeader): MatchSpec =>
  times ? spec : { ...spec, rules: { ...spec.rules, clock: { kind: 'none' } } }

export interface RecordWriter {
  readonly header: RecordHeader
  /** The match as it happened. */
  readonly live: Match
  /** The match as written so far. */
  readonly match: Match
  readonly hash: string
  /** Events of a turn that is not complete yet: simultaneous moves are secret until then. */
  readonly held: readonly MatchEvent[]
  readonly digest: Digest
}

export interface Written {
  readonly writer: RecordWriter
  /** Whole lines, each with its line feed; empty when nothing could be written yet. */
  readonly text: string
}

/** The whole record of a match, from all its events. */
export function writeRecord(header: RecordHeader, events: Iterable<MatchEvent>, digest?: Digest): string {
  let { writer, text } = beginRecord(header, digest)
  for (const event of events) {
    const written = writeEvent(writer, event)
    writer = written.writer
    text += written.text
  }
  return text + endRecord(writer)
}

export function beginRecord(header: RecordHeader, digest: Digest = plainDigest): Written {
  const { spec } = header
  const { match: live } = startMatch(spec)
  const match = header.times ? live : startMatch(specToReplay(header)).match
  const body = {
    gamegrid: RECORD_VERSION,
    challenge: header.challenge,
    game: spec.game.id,
    version: spec.game.version,
    settings: spec.settings,
    rules: spec.rules,
    seed: spec.seed,
    players: header.players.map(({ name, bot }) => ({ name, bot })),
    times: header.times,
    ...(header.times && { date: header.date }),
  }
  const line = seal(digest, body, '', positionOf(match))
  return { writer: { header, live, match, hash: line.hash, held: [], digest }, text: line.text }
}

/**
 * Writes one event of the match; events that changed nothing are left out. A caller that knows the match after the
 * event passes it as `live`, which saves computing it again.
 */
export function writeEvent(
  writer: RecordWriter,
  event: MatchEvent,
  live: Match = advance(writer.live, event).match,
): Written {
  if (live === writer.live) return { writer, text: '' }
  const { header, match, hash, digest } = writer
  if (isSameTurn(writer.live, live) || writer.held.length > 0 || match !== writer.live) {
    const held = [...writer.held, ...(header.times ? [event] : withoutTimes(writer.live, event))]
    if (isSameTurn(writer.live, live)) return { writer: { ...writer, live, held }, text: '' }
    return caughtUp(writeLines({ ...writer, live, held: [] }, held))
  }
  const line = seal(digest, eventBody(header, live, event), hash, positionOf(live))
  return { writer: { header, live, match: live, hash: line.hash, held: [], digest }, text: line.text }
}

/** At the end of a turn of a timed record, the match as written equals the match as it happened. */
const caughtUp = ({ writer, text }: Written): Written =>
  writer.header.times ? { writer: { ...writer, match: writer.live }, text } : { writer, text }

/** The remaining lines, the last of them with the result. */
export function endRecord(writer: RecordWriter): string {
  const rest = writeLines(writer, writer.held)
  const { match, hash } = rest.writer
  const body = {
    event: 'over',
    winner: match.result?.winner ?? null,
    score: match.score,
    ...(match.result?.void && { void: true }),
    rounds: match.ended.map(roundBody),
  }
  return rest.text + seal(writer.digest, body, hash, positionOf(match)).text
}

/**
 * Writes events in the order of seats. The machine gives the same match for any order within a turn, and equal matches
 * give equal bytes.
 */
export function writeLines(writer: RecordWriter, events: readonly MatchEvent[]): Written {
  let { match, hash } = writer
  let text = ''
  for (const event of events.toSorted((a, b) => seatRank(a) - seatRank(b))) {
    const next = advance(match, event).match
    if (next === match) continue
    match = next
    const line = seal(writer.digest, eventBody(writer.header, match, event), hash, positionOf(match))
    hash = line.hash
    text += line.text
  }
  return { writer: { ...writer, match, hash }, text }
}

const seatRank = (event: MatchEvent): number => ('seat' in event ? event.seat : 2)

function isSameTurn(before: Match, after: Match): boolean {
  if (after.phase !== before.phase || after.ended.length !== before.ended.length) return false
  if (after.phase === 'starting') return true
  return after.round.turns === before.round.turns && after.round.movers.length > 1
}

/** The event without times. A loss that the clock decided becomes an explicit `left` event. */
function withoutTimes(match: Match, event: MatchEvent): readonly MatchEvent[] {
  const late = lateSeats(match, event.at).filter(
    (seat) => event.kind === 'ticked' || seatRank(event) === seat,
  )
  const cause = match.phase === 'starting' ? 'slow-start' : 'timeout'
  const detail = event.kind === 'left' && event.cause === cause ? event.detail : undefined
  if (late.length > 0)
    return late.map((seat) => ({
      kind: 'left',
      seat,
      cause,
      ...(detail !== undefined && { detail }),
      at: 0,
    }))
  if ('seat' in event && overdraws(match, event))
    return [{ kind: 'left', seat: event.seat, cause: 'timeout', at: 0 }]
  if (event.kind === 'asked' || event.kind === 'paused') return []
  const { spent: _, ...rest } = { spent: undefined, ...event }
  return [{ ...rest, at: 0 }]
}

const positionOf = (match: Match): string => match.spec.game.notation.formatState(match.round.state)

/** What events of any kind may have. */
type EventFields = {
  readonly [Key in FieldOf<MatchEvent>]?: unknown
}
type FieldOf<Event> = Event extends MatchEvent ? keyof Event : never

function eventBody({ times }: RecordHeader, match: Match, event: MatchEvent): object {
  // JSON leaves out what an event of this kind does not have.
  const { seat, cause, text, remark, detail, why, restart, spent, charged } = event as EventFields
  return {
    event: event.kind,
    seat,
    cause,
    text,
    remark,
    detail,
    why,
    restart,
    spent,
    charged,
    at: times ? event.at : undefined,
    clocks: times && match.phase === 'playing' ? runningClocks(match, event.at) : undefined,
  }
}

function runningClocks({ round }: Match, at: number): Pair<number> | undefined {
  const first = timeLeft(round.clocks[0], at)
  const second = timeLeft(round.clocks[1], at)
  return Number.isFinite(first) && Number.isFinite(second) ? [first, second] : undefined
}

/** In the list of faults JSON writes null for a player without one. */
const roundBody = ({ seats, turns, winner, end }: RoundResult): object => ({
  seats,
  turns,
  winner: winner ?? null,
  end,
})

function seal(
  digest: Digest,
  body: object,
  before: string,
  position: string,
): { readonly text: string; readonly hash: string } {
  const json = JSON.stringify(body)
  const hash = digest(`${before}\n${json}\n${position}`)
  return { hash, text: `${json.slice(0, -1)},"hash":"${hash}"}\n` }
}

import type { Player } from '../match/match.ts'
import type { Place, RequestLogs } from '../protocols/log-requests.ts'
import type { BotLog, Store } from '../store/store.ts'
import type { Arena } from './arena.ts'
import { playerOf } from './live-match.ts'
import { openExchangeLines, type ExchangeLines, type PlacedLine } from './exchange-lines.ts'
import { openRoundLog, roomAfter, roomOf, type LogRoom, type RoundLog } from '../runner/round-log.ts'
import { usedByLogs } from './used-by-logs.ts'

/** The logs of the players that come by HTTP. They are written while requests come, about once a second, and when a match is over. */
export interface ArenaRequestLogs extends RequestLogs, Disposable {
  /** The lines of a player that are not in the store yet, with their rounds. */
  unwritten(match: number, player: Player): readonly PlacedLine[]
  /** Whether more may come: for a moment after the end of a match its players still ask how it ended. */
  isOpen(match: number, player: Player): boolean
}

export interface RequestLogOptions {
  readonly store: Store
  readonly arena: Pick<Arena, 'live' | 'onMatch'>
  /** Milliseconds since 1970. */
  readonly now?: () => number
  readonly lingerMs?: number
}

/** Of all rounds of a match together, in characters. */
const CAP: LogRoom = { stderr: 0, lines: 256 * 1024 }
/** How long requests are logged after the end of their match. */
const LINGER_MS = 2_000
const BEFORE_THE_MATCH: Place = { round: 0, turn: 0 }

interface OpenLog {
  readonly player: Player
  readonly lines: ExchangeLines
  place: Place
  round: RoundLog | undefined
  /** What the rounds so far have taken. */
  used: LogRoom
}

export function openRequestLogs(options: RequestLogOptions): ArenaRequestLogs {
  const { store, arena, now = Date.now, lingerMs = LINGER_MS } = options
  /** By match and person. */
  const logs = new Map<number, Map<number, OpenLog>>()
  const timers = new Map<number, NodeJS.Timeout>()

  function logOf(match: number, person: number, place: Place | undefined): OpenLog | undefined {
    const known = logs.get(match)?.get(person)
    if (known) return known
    const row = store.match(match)
    // After the end no log is opened: what follows is no part of the match.
    const player = row && row.status !== 'over' ? playerOf(row.players, person) : undefined
    if (player === undefined) return undefined
    const made: OpenLog = {
      player,
      lines: openExchangeLines(),
      place: place ?? BEFORE_THE_MATCH,
      round: undefined,
      used: usedByLogs(store, match, player),
    }
    const ofMatch = logs.get(match) ?? new Map<number, OpenLog>()
    logs.set(match, ofMatch.set(person, made))
    return made
  }

  function keep(match: number, log: OpenLog, piece: BotLog): void {
    const taken = roomOf([piece])
    log.used = { stderr: 0, lines: log.used.lines + taken.lines }
    try {
      store.append({ kind: 'bot-logged', match, player: log.player, log: piece })
    } catch {
      // The disk failed. The store tells the server so; a log must not cost a player its answer.
    }
  }

  function say(match: number, log: OpenLog, lines: readonly PlacedLine[]): void {
    for (const { round: given, ...line } of lines) {
      // A poll that was held over the end of a round is logged where it was answered.
      const round = Math.max(given, log.place.round)
      if (log.place.round !== round) {
        log.round?.end(now(), '')
        log.round = undefined
      }
      log.place = { round, turn: line.turn }
      log.round ??= openRoundLog(round, roomAfter(log.used, CAP), line.at, (piece) => keep(match, log, piece))
      log.round.say(line)
    }
  }

  function end(match: number): void {
    for (const log of logs.get(match)?.values() ?? []) {
      say(match, log, log.lines.settle())
      log.round?.end(now(), '')
    }
    logs.delete(match)
    clearTimeout(timers.get(match))
    timers.delete(match)
  }

  const leave = arena.onMatch(({ id, status }) => {
    if (status !== 'over' || !logs.has(id) || timers.has(id)) return
    timers.set(
      id,
      setTimeout(() => end(id), lingerMs),
    )
  })

  const find = (match: number, player: Player): OpenLog | undefined =>
    [...(logs.get(match)?.values() ?? [])].find((log) => log.player === player)

  return {
    placeIn(match) {
      const round = arena.live(match)?.match.round
      return round && { round: round.index, turn: round.turns }
    },
    add(match, person, exchange) {
      const log = logOf(match, person, exchange.place)
      if (!log) return
      say(match, log, log.lines.add(exchange, exchange.place ?? log.place))
      log.round?.flush(now(), NO_ERRORS)
    },
    unwritten(match, player) {
      const log = find(match, player)
      if (!log) return []
      const { round } = log.place
      const kept = log.round?.unwritten(now()) ?? []
      return [...kept.map((line) => ({ ...line, round })), ...log.lines.counted()]
    },
    isOpen: (match, player) => find(match, player) !== undefined,
    [Symbol.dispose]() {
      leave()
      for (const match of logs.keys()) end(match)
    },
  }
}

const NO_ERRORS = (): string => ''

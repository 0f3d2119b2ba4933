import type { Result } from '../../base/result.ts'
import type { Pair } from '../../game/game.ts'
import type { Match, MatchRules, Player } from '../../match/match.ts'
import { openSeatMap, type HostedMatches, type SeatRemote } from '../../protocols/hosted-match.ts'
import type { Clock } from '../../runner/clock.ts'
import type { MatchOrigin, MatchPlayer, MatchRow, Store } from '../../store/store.ts'
import { openBattleSeat, type BattleSeat } from './battle-seat.ts'
import { tellEvents } from './tell-battle.ts'

/** What battles need of the arena in which they are played. */
export interface BattleArena extends HostedMatches {
  readonly clock: Clock
  /** Matches that run, and that wait for a place. */
  readonly playing: number
  readonly queued: number
  room(): Result<void>
  create(match: NewBattle): Result<MatchRow>
  callOff(match: number, why: string): void
  live(match: number): LiveBattle | undefined
  onMatch(listener: (row: MatchRow) => void): () => void
}

export interface NewBattle {
  readonly challenge: string
  readonly players: Pair<MatchPlayer>
  readonly origin: MatchOrigin
  readonly settings?: Readonly<Record<string, unknown>>
  readonly rules?: Partial<MatchRules>
  readonly seed?: number
  readonly owner?: string
}

export interface LiveBattle {
  readonly challenge: { readonly id: string }
  readonly match: Match
  /** The time of the match, in milliseconds since it began. */
  now(): number
}

/** A team in its match, and the id by which it knows its battle. */
export type SsePlayer = Extract<MatchPlayer, { kind: 'sse' }>

/** Where teams sit while their battles run. */
export interface BattleSeats {
  readonly seat: SeatRemote<SsePlayer>
  find(match: number, player: Player): BattleSeat | undefined
  /** The team has come for its battle, which runs. */
  hasStarted(match: number, player: Player): boolean
}

export function openBattleSeats(): BattleSeats {
  const seats = openSeatMap<BattleSeat>()
  return {
    seat({ name, battle }, at) {
      const { seat, spec, past, arrived, over } = at
      const opened = openBattleSeat({
        name,
        battle,
        seat,
        game: spec.game.id,
        arrived,
        told: tellEvents(spec, past, { seat, battle }),
        onStart: () => at.onStay(),
        afterCommit: (act) => at.afterCommit(act),
      })
      seats.keep(at, opened)
      // After its last event, if the match has one.
      over.addEventListener('abort', () => at.afterCommit(() => opened.callOff()), { once: true })
      return opened.contestant
    },
    find: (match, player) => seats.find(match, player),
    hasStarted: (match, player) => seats.find(match, player)?.hasStarted ?? false,
  }
}

/** What battles need of the store. */
export type BattleStore = Pick<
  Store,
  'append' | 'afterCommit' | 'battle' | 'match' | 'matches' | 'storyOf' | 'unfinishedMatches'
>

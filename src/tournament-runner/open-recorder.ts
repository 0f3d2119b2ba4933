import type { Pair } from '../game/game.ts'
import type { Match, MatchEvent, MatchSpec } from '../match/match.ts'
import type { RecordPlayer } from '../match/record.ts'
import { recordInBatches } from '../match/record-in-batches.ts'
import { thoughtOf } from '../match/thought-of.ts'
import { nodeDigest } from '../runner/digest.ts'
import { addTime, NO_TIMES, type MoveTimes } from './move-times.ts'
import type { TournamentSpec } from './tournament-spec.ts'

/** Writes the record of a match of a tournament as its events come, and measures its moves. */
export interface MatchRecorder {
  see(event: MatchEvent, now: Match): void
  /** The whole record of a match that is over. */
  record(): string
  moveTimes(): Pair<MoveTimes>
}

export function openRecorder(
  { challenge, how: { times } }: TournamentSpec,
  spec: MatchSpec,
  players: Pair<RecordPlayer>,
  began: Date,
): MatchRecorder {
  const date = times && { date: began.toISOString() }
  const record = recordInBatches({ challenge: challenge.id, spec, players, times, ...date }, nodeDigest)
  const thought: [MoveTimes, MoveTimes] = [NO_TIMES, NO_TIMES]
  let before: Match | undefined
  return {
    see(event, now) {
      const move = before && thoughtOf(before, event)
      before = now
      if (move) thought[move.player] = addTime(thought[move.player], move.ms)
      record.add(event, now)
    },
    record: () => record.whole(),
    moveTimes: () => thought,
  }
}

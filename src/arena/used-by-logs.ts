import type { Player } from '../match/match.ts'
import { roomOf, type LogRoom } from '../runner/round-log.ts'
import type { Store } from '../store/store.ts'

/** What the logs of a player in a match take so far. */
export const usedByLogs = (store: Store, match: number, player: Player): LogRoom =>
  roomOf(store.botLogs(match).flatMap((row) => (row.player === player ? [row.log] : [])))

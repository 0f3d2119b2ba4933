import { recentlyUsed } from '../../base/recently-used.ts'
import { hideKeys } from '../../base/hide-keys.ts'
import { SEATS } from '../../game/game.ts'
import type { Player } from '../../match/match.ts'
import type { BattleNote, BattleRow } from '../../store/store.ts'
import type { BattleStore } from './battle-host.ts'

/** What is written down of a battle beside its events: calls, streams, commands that were not played. */
export interface BattleNotes {
  note(where: Pick<BattleRow, 'match' | 'player'>, what: BattleNote): void
  /** The team has heard of its battle, or could not: it need not be called again after a restart. */
  isCalled(match: number, player: Player): boolean
  /** The match is over. */
  forget(match: number): void
}

/** A client that opens its stream over and over fills no log, and does not use up the notes of its opponent. */
const MAX_NOTES = 100
/** Of a client that goes on after the end, for as long as its battle is one of the last that ended. */
const MAX_LATE_NOTES = 10
const MAX_ENDED = 1_000
const MAX_BODY_SHOWN = 200

export function openBattleNotes(store: BattleStore, stop: AbortSignal): BattleNotes {
  /** Notes so far of the battles that run, and how many more those of the last that ended may have. */
  const counts = new Map<string, number>()
  const left = recentlyUsed<string, number>(2 * MAX_ENDED)

  function mayNote(seat: string, { kind }: BattleNote): boolean {
    if (kind === 'refused') {
      const more = left.get(seat) ?? 0
      if (more > 0) left.set(seat, more - 1)
      return more > 0
    }
    const count = counts.get(seat) ?? 0
    if (count < MAX_NOTES) counts.set(seat, count + 1)
    return count < MAX_NOTES
  }

  return {
    note({ match, player }, what) {
      if (stop.aborted || !mayNote(`${match} ${player}`, what)) return
      const note = 'body' in what ? { ...what, body: hideKeys(what.body).slice(0, MAX_BODY_SHOWN) } : what
      store.append({ kind: 'battle-noted', match, player, note })
    },
    isCalled: (match, player) =>
      store
        .storyOf(match)
        .some(({ what }) => what.kind === 'note' && what.player === player && isSettled(what.note)),
    forget(match) {
      for (const player of SEATS) {
        counts.delete(`${match} ${player}`)
        left.set(`${match} ${player}`, MAX_LATE_NOTES)
      }
    },
  }
}

const isSettled = ({ kind }: BattleNote): boolean =>
  kind === 'invitation-answered' || kind === 'invitation-failed' || kind === 'stream-opened'

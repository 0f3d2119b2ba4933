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

/** A client that opens its stream over and over fills no log. */
const MAX_NOTES = 100
const MAX_BODY_SHOWN = 200

export function openBattleNotes(store: BattleStore, stop: AbortSignal): BattleNotes {
  const counts = new Map<number, number>()
  return {
    note({ match, player }, what) {
      const count = counts.get(match) ?? 0
      if (count >= MAX_NOTES || stop.aborted) return
      counts.set(match, count + 1)
      const note = 'body' in what ? { ...what, body: what.body.slice(0, MAX_BODY_SHOWN) } : what
      store.append({ kind: 'battle-noted', match, player, note })
    },
    isCalled: (match, player) =>
      store
        .storyOf(match)
        .some(({ what }) => what.kind === 'note' && what.player === player && isSettled(what.note)),
    forget: (match) => void counts.delete(match),
  }
}

const isSettled = ({ kind }: BattleNote): boolean =>
  kind === 'invitation-answered' || kind === 'invitation-failed' || kind === 'stream-opened'

import { must } from '../base/result.ts'
import type { Store } from '../store/store.ts'
import { formatLedgerEntry, type LedgerEntry } from '../tournament-runner/ledger-entry.ts'
import { headerOf, type TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import type { Pairing } from '../tournament/tournament.ts'
import { readNewTournament, type NewTournament } from './new-tournament.ts'
import { courseOf } from './tournament-views.ts'

/** A tournament of house brains as entries of the log: no match of it is played. */
export interface LoggedContest {
  readonly spec: TournamentSpec
  /** The matches that can be played now. */
  open(): readonly Pairing[]
  /** Logs a result; the first player wins unless told otherwise. */
  add(pairing: Pairing, more?: Partial<LedgerEntry>): void
  /** The first player wins every match that is left. */
  addAll(): void
}

export function logContest(
  store: Store,
  more: Partial<NewTournament> = {},
  id = store.nextTournament(),
): LoggedContest {
  const wanted: NewTournament = {
    name: 'Cup',
    challenge: 'tic-tac-toe',
    format: 'round-robin',
    options: { games: 1 },
    entrants: ['house:perfect', 'house:first', 'house:random'],
    seed: 1,
    ...more,
  }
  const spec = must(readNewTournament(wanted, store))
  store.append({
    kind: 'tournament-created',
    tournament: id,
    name: wanted.name,
    challenge: wanted.challenge,
    header: headerOf(spec),
  })
  const open = (): readonly Pairing[] => must(courseOf(id, spec, store)).take(1000)
  const add: LoggedContest['add'] = ({ key, players }, result = {}) => {
    const entry: LedgerEntry = { key, players, winner: 0, score: [1, 0], rounds: [], ...result }
    const line = formatLedgerEntry(entry).trimEnd()
    store.append({ kind: 'tournament-result', tournament: id, key, entry: line })
  }
  return {
    spec,
    open,
    add,
    addAll() {
      for (let next = open(); next.length > 0; next = open()) for (const one of next) add(one)
    },
  }
}

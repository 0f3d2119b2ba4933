import type { EntryState } from '../../../src/api/tournaments.ts'

/** Who may join a contest, as an organiser chooses it. */
export const ENTRY_STATES: readonly {
  readonly id: EntryState
  readonly title: string
  readonly summary: string
}[] = [
  { id: 'closed', title: 'Closed', summary: 'Only the entrants that you pick' },
  { id: 'open', title: 'Open', summary: 'A team that opens the join link is in' },
  { id: 'approval', title: 'By approval', summary: 'A team asks by the join link, and you decide' },
]

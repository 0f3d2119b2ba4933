import type { EntryState } from '../../../../src/api/tournaments.ts'
import { ENTRY_STATES } from '../../parts/entry-states.ts'
import { OptionCards } from '../../parts/option-cards.tsx'
import type { TournamentDraft } from './tournament-draft.ts'

interface EntryFieldsProps {
  readonly entry: EntryState
  readonly closes: string
  readonly problem: string | undefined
  readonly onChange: (changes: Partial<TournamentDraft>) => void
}

/** Whether teams can join the new contest by a link, and until when. */
export const EntryFields = ({ entry, closes, problem, onChange }: EntryFieldsProps) => (
  <section className="panel">
    <OptionCards
      legend="Joining"
      name="entry"
      chosen={entry}
      cards={ENTRY_STATES}
      onChoose={(id) => onChange({ entry: id as EntryState })}
    />
    {entry !== 'closed' && (
      <label className="field">
        Entry closes at
        <input
          type="datetime-local"
          value={closes}
          onChange={({ target }) => onChange({ entryCloses: target.value })}
        />
        <small className="muted">Without a time, entry is open until the start</small>
      </label>
    )}
    {problem !== undefined && (
      <p className="problem" role="alert">
        {problem}
      </p>
    )}
  </section>
)

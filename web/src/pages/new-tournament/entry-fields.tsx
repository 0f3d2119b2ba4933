import { useId } from 'react'
import type { EntryState } from '../../../../src/api/tournaments.ts'
import { ENTRY_STATES } from '../../parts/entry-states.ts'
import { OptionCards } from '../../parts/option-cards.tsx'
import { TimeInput } from '../../parts/time-input.tsx'
import type { TournamentDraft } from './tournament-draft.ts'

interface EntryFieldsProps {
  readonly entry: EntryState
  readonly closes: string
  readonly problem: string | undefined
  readonly onChange: (changes: Partial<TournamentDraft>) => void
}

/** Whether teams can join the new contest by a link, and until when. */
export const EntryFields = ({ entry, closes, problem, onChange }: EntryFieldsProps) => {
  const id = useId()
  return (
    <section className="panel">
      <OptionCards
        legend="Joining"
        name="entry"
        chosen={entry}
        cards={ENTRY_STATES}
        onChoose={(id) => onChange({ entry: id as EntryState })}
      />
      {entry !== 'closed' && (
        <div className="field">
          <label htmlFor={id}>Entry closes at</label>
          <TimeInput id={id} text={closes} onChange={(entryCloses) => onChange({ entryCloses })} />
          <small className="muted">Without a time, entry is open until the start</small>
        </div>
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

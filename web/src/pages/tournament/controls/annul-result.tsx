import { useId, useState, type SubmitEvent } from 'react'
import { replayMatch } from '../../../api/tournaments.ts'
import '../../../parts/form.css'
import { useAct } from './use-act.ts'
import './tournament-controls.css'

interface AnnulResultProps {
  readonly tournament: number
  /** Of the match whose result contradicts the others. */
  readonly match: string
  readonly onChange: () => void
}

/** Lets the organiser annul the result for which a contest has no place: then the contest can be shown and played on. */
export function AnnulResult({ tournament, match, onChange }: AnnulResultProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const { said, isBusy, act } = useAct(onChange)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void act(replayMatch(tournament, { key: match, reason }), 'The result is annulled.')
  }
  return (
    <form className="annul-result" onSubmit={submit}>
      <p>
        The contest is paused. As the organiser you can annul the result of <b>{match}</b>; then you go on
        with the contest, and the match is played again. Its record stays.
      </p>
      <div className="field">
        <label htmlFor={id}>Reason</label>
        <input
          id={id}
          value={reason}
          maxLength={500}
          autoComplete="off"
          placeholder="All visitors see it beside the match"
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <button className="button danger" disabled={isBusy || reason.trim() === ''}>
        Annul the result
      </button>
      <p className="mark-said small" data-kind={said?.kind} role="status">
        {said?.message}
      </p>
    </form>
  )
}

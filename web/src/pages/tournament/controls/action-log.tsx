import { useState } from 'react'
import { fetchTournamentActions } from '../../../api/tournaments.ts'
import { useResource } from '../../../api/use-resource.ts'

/** What organisers did with the contest, newest first. It is read when it is opened. */
export function ActionLog({ id, version }: { readonly id: number; readonly version: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="judging" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        Log <span className="muted">all decisions, with their reasons</span>
      </summary>
      {isOpen && <Actions key={version} id={id} />}
    </details>
  )
}

function Actions({ id }: { readonly id: number }) {
  const { value } = useResource(`actions of ${id}`, (signal) => fetchTournamentActions(id, signal))
  if (value === undefined) return <p className="muted">Reading the log …</p>
  if (value.actions.length === 0) return <p className="muted">There are no decisions yet.</p>
  return (
    <ol className="action-log lined">
      {value.actions.map(({ id: action, at, who, what, reason }) => (
        <li key={action}>
          <time className="muted digits small" dateTime={at}>
            {new Date(at).toLocaleString()}
          </time>{' '}
          <b>{who}</b> {what}
          {reason !== null && <q className="muted">{reason}</q>}
        </li>
      ))}
    </ol>
  )
}

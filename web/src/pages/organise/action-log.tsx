import { useState } from 'react'
import { fetchActions } from '../../api/people.ts'
import { usePages } from '../../api/use-pages.ts'

/** The log of the organisers' actions, newest first; loaded when it is opened. */
export function ActionLog() {
  const [isOpen, setIsOpen] = useState(false)
  const { rows: actions, more, problem } = usePages(isOpen ? 'actions' : undefined, fetchActions)
  return (
    <details className="panel" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>What organisers did</summary>
      <ul className="actions">
        {actions?.map(({ id, time, player, key, address, method, path, input }) => (
          <li key={id}>
            <time dateTime={time}>{time.slice(0, 19).replace('T', ' ')}</time>{' '}
            <code>
              {method} {path}
            </code>{' '}
            {input !== null && <code>{input}</code>}{' '}
            <small className="muted">
              organiser {player}, key {key}, from {address}
            </small>
          </li>
        ))}
      </ul>
      {more && (
        <button type="button" className="button" onClick={() => void more()}>
          Older
        </button>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
    </details>
  )
}

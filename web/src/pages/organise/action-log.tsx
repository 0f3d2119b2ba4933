import { useState } from 'react'
import { fetchActions, type ActionInfo } from '../../api/organise-api.ts'

/** What organisers did, newest first; fetched when it is opened. */
export function ActionLog() {
  const [actions, setActions] = useState<readonly ActionInfo[]>([])
  const [next, setNext] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const load = async (before?: number): Promise<void> => {
    const page = await fetchActions(before)
    setProblem(page.ok ? undefined : page.problem.message)
    if (!page.ok) return
    setActions((known) => (before === undefined ? page.value.actions : [...known, ...page.value.actions]))
    setNext(page.value.next)
  }
  return (
    <details className="panel" onToggle={({ currentTarget }) => void (currentTarget.open && load())}>
      <summary>What organisers did</summary>
      <ul className="actions">
        {actions.map(({ id, time, player, key, address, method, path, input }) => (
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
      {next !== null && (
        <button type="button" className="button" onClick={() => void load(next)}>
          Older
        </button>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
    </details>
  )
}

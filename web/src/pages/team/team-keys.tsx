import { useState } from 'react'
import { addKey, fetchKeys, revokeKey, rotateKey } from '../../api/people.ts'
import type { Result } from '../../../../src/base/result.ts'
import { useResource } from '../../api/use-resource.ts'
import { firstClick } from '../../parts/first-click.ts'
import { keepFocus } from '../../parts/keep-focus.ts'
import { useAction } from '../../parts/use-action.ts'
import { KEY_USES } from '../../parts/words.ts'

/** The keys of one's own team. A new key is shown once. */
export function TeamKeys({ id }: { readonly id: number }) {
  const keys = useResource(`${id}`, (signal) => fetchKeys(id, signal))
  const [fresh, setFresh] = useState<string>()
  const { isBusy, said, send } = useAction()
  const change = async (done: Promise<Result<unknown>>): Promise<void> => {
    // What is refused leaves the new key on the page: it is shown only once.
    await send(done, (value) => {
      setFresh(keyIn(value))
      return undefined
    })
    await keys.reload()
  }
  const problem = said?.message ?? keys.problem?.message
  return (
    <section className="panel" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <p className="muted">
        A key lets a bot or a script play under your name. This list has only the names of keys: if you lose a
        key, make another. When you revoke a key, browsers that signed in with it are signed out.
      </p>
      {fresh !== undefined && (
        <div role="status">
          <p>Your new key. The page shows it only now:</p>
          <code className="secret sunk">{fresh}</code>
        </div>
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <ul className="keys lined">
        {keys.value?.keys.map((key) => (
          <li key={key.id} className="line apart">
            <span>
              <code>{key.id}</code>{' '}
              <span className="muted">
                {KEY_USES[key.use]}, since {key.created.slice(0, 10)}
                {key.expires !== null && `, until ${key.expires.slice(0, 10)}`}
                {key.from !== null && `, made with ${key.from}`}
              </span>
            </span>
            <span className="key-actions">
              {key.use === 'api' && (
                <button
                  type="button"
                  className="button"
                  disabled={isBusy}
                  aria-label={`Replace key ${key.id}`}
                  onClick={firstClick(() => void keepFocus(change(rotateKey(id, key.id))))}
                >
                  Replace
                </button>
              )}
              <button
                type="button"
                className="button danger"
                disabled={isBusy}
                aria-label={`Revoke key ${key.id}`}
                onClick={firstClick(() => void keepFocus(change(revokeKey(id, key.id))))}
              >
                Revoke
              </button>
            </span>
          </li>
        ))}
      </ul>
      <button type="button" className="button" disabled={isBusy} onClick={() => void change(addKey(id))}>
        Another key
      </button>
    </section>
  )
}

const keyIn = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string'
    ? value.key
    : undefined

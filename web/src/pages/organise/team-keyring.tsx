import { useState } from 'react'
import type { PersonBody } from '../../../../src/api/people.ts'
import { addKey, fetchKeys, revokeKey } from '../../api/people.ts'
import { useResource } from '../../api/use-resource.ts'
import { firstClick } from '../../parts/first-click.ts'
import { keepFocus } from '../../parts/keep-focus.ts'
import { NewKey } from '../../parts/new-key.tsx'
import { useAction } from '../../parts/use-action.ts'
import { KEY_USES } from '../../parts/words.ts'

/** The keys of one team, with buttons to add and revoke keys. */
export function TeamKeyring({ team: { id, name } }: { readonly team: PersonBody }) {
  const { value, problem: unread, reload } = useResource(`${id}`, (signal) => fetchKeys(id, signal))
  const keys = value?.keys
  const [fresh, setFresh] = useState<string>()
  const { isBusy, said, send } = useAction()
  const add = async (): Promise<void> => {
    const isMade = await send(addKey(id), (made) => {
      setFresh(made.key)
      return undefined
    })
    if (isMade) await reload()
  }
  const revoke = async (key: string): Promise<void> => {
    await send(revokeKey(id, key), () => undefined)
    await reload()
  }
  return (
    <div className="keyring">
      {fresh !== undefined && <NewKey name={name} keyText={fresh} />}
      {keys?.length === 0 && <p className="muted">No key is in use: the team cannot play.</p>}
      <ul className="lined">
        {keys?.map((key) => (
          <li key={key.id} className="line apart">
            <span>
              <code>{key.id}</code>{' '}
              <small className="muted">
                {KEY_USES[key.use]}, since {key.created.slice(0, 10)}
                {key.from !== null && `, made with ${key.from}`}
              </small>
            </span>
            <button
              type="button"
              className="button danger"
              disabled={isBusy}
              aria-label={`Revoke key ${key.id} of ${name}`}
              onClick={firstClick(() => void keepFocus(revoke(key.id)))}
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button" disabled={isBusy} onClick={() => void add()}>
        New key
      </button>
      <p className="problem" role="alert">
        {said?.message ?? unread?.message}
      </p>
    </div>
  )
}

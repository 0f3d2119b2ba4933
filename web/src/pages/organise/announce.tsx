import { useState } from 'react'
import type { AnnouncementBody, ServerBody } from '../../../../src/api/server.ts'
import { API, request, requestText } from '../../api/request.ts'
import { useResource } from '../../api/use-resource.ts'
import { keepFocus } from '../../parts/keep-focus.ts'
import { useAction } from '../../parts/use-action.ts'

const MINUTES = [
  ['', 'until it is cleared'],
  ['5', 'for 5 minutes'],
  ['15', 'for 15 minutes'],
  ['60', 'for an hour'],
] as const

/** Posts a message to all pages, and clears it. */
export function Announce() {
  const server = useResource('announcement', (signal) => request<ServerBody>(`${API}/server`, { signal }))
  const [text, setText] = useState('')
  const [minutes, setMinutes] = useState('')
  const { isBusy, said, send } = useAction()
  const shown = server.value?.announcement

  async function post(): Promise<void> {
    const expires = new Date(Date.now() + Number(minutes) * 60_000).toISOString()
    const posted = request<AnnouncementBody>(`${API}/announcement`, {
      method: 'PUT',
      json: { text, ...(minutes !== '' && { expires }) },
    })
    await send(posted, () => {
      setText('')
      return undefined
    })
    await server.reload()
  }

  async function clear(): Promise<void> {
    await send(requestText(`${API}/announcement`, { method: 'DELETE' }), () => undefined)
    await server.reload()
  }

  return (
    <section className="panel announce" aria-labelledby="announce-title">
      <h2 id="announce-title">A message to all pages</h2>
      {shown && (
        <p className="wraps">
          Shown now: “{shown.text}”{' '}
          <button type="button" className="button" disabled={isBusy} onClick={() => void keepFocus(clear())}>
            Clear it
          </button>
        </p>
      )}
      <form
        className="announce-form"
        onSubmit={(event) => {
          event.preventDefault()
          void post()
        }}
      >
        <label className="announce-text">
          Message
          <input
            required
            maxLength={500}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <label>
          Shown
          <select value={minutes} onChange={({ currentTarget }) => setMinutes(currentTarget.value)}>
            {MINUTES.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <button className="button primary" disabled={isBusy}>
          Post it
        </button>
      </form>
      <p className="problem" role="alert">
        {said?.message}
      </p>
    </section>
  )
}

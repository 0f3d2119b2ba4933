import { useId, useState } from 'react'
import { Link } from '../../../parts/link.tsx'
import type { EntryTermsBody } from '../../../../../src/api/entry.ts'
import type { EntryState, WholeTournamentBody } from '../../../../../src/api/tournaments.ts'
import { setEntry } from '../../../api/entry.ts'
import { Countdown } from '../../../parts/countdown.tsx'
import { ENTRY_STATES } from '../../../parts/entry-states.ts'
import { JoinAddress } from '../../../parts/join-address.tsx'
import { timeOrNull } from '../../../parts/local-time.ts'
import { TimeInput } from '../../../parts/time-input.tsx'
import { useAct } from './use-act.ts'
import './entry-controls.css'

interface EntryControlsProps {
  readonly tournament: WholeTournamentBody
  readonly onChange: () => void
}

/** Who may join, until when, and the join link; and the way to the readiness board. */
export function EntryControls({ tournament, onChange }: EntryControlsProps) {
  const { id, name, status, entry, entryCloses, join } = tournament
  const { said, isBusy, act } = useAct(onChange)
  const set = (terms: EntryTermsBody): void => void act(setEntry(id, terms), '')
  const board = (
    <Link href={`/contests/${id}/board`} className="button">
      Who is ready
    </Link>
  )
  if (status !== 'waiting') return <p>{board}</p>
  return (
    <section className="entry-controls" aria-labelledby="entry">
      <h3 id="entry">Joining</h3>
      <div className="entry-fields">
        <label className="field">
          Teams can join
          <select
            value={entry}
            onChange={({ target }) =>
              set({ entry: target.value as EntryState, entryCloses: later(entryCloses) })
            }
          >
            {ENTRY_STATES.map(({ id, title, summary }) => (
              <option key={id} value={id}>
                {title}: {summary}
              </option>
            ))}
          </select>
        </label>
        {entry !== 'closed' && (
          <ClosingTime
            key={entryCloses}
            closes={entryCloses ?? ''}
            onSet={(typed) => set({ entry, entryCloses: timeOrNull(typed) })}
          />
        )}
        {board}
      </div>
      {join !== null && (
        <div className="entry-link">
          <JoinAddress path={join} name={name} />
          <p className="line">
            <Link href={`/contests/${id}/join`} className="button">
              Print the link
            </Link>
            <button
              type="button"
              className="button"
              disabled={isBusy}
              onClick={() => set({ entry, entryCloses, newLink: true })}
            >
              Make another link
            </button>
          </p>
          {entryCloses !== null && (
            <p className="muted">
              Entry closes in <Countdown to={entryCloses} />
            </p>
          )}
        </div>
      )}
      {said?.kind === 'refused' && (
        <p className="problem" role="alert">
          {said.message}
        </p>
      )}
    </section>
  )
}

interface ClosingTimeProps {
  /** Empty: entry is open until the start. */
  readonly closes: string
  readonly onSet: (typed: string) => void
}

/** Set when the input is left: while a date is being typed, it is another one. */
function ClosingTime({ closes, onSet }: ClosingTimeProps) {
  const id = useId()
  const [text, setText] = useState(closes)
  return (
    <div className="field">
      <label htmlFor={id}>Entry closes at</label>
      <TimeInput id={id} text={text} onChange={setText} onBlur={() => text !== closes && onSet(text)} />
    </div>
  )
}

/** A closing time that has passed would close it again. */
const later = (closes: string | null): string | null =>
  closes !== null && Date.parse(closes) > Date.now() ? closes : null

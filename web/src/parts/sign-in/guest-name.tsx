import { useId } from 'react'
import type { Entrance } from './use-entrance.ts'

/** The guest's name: a random one that can be changed. */
export function GuestName({ name, setName }: Pick<Entrance, 'name' | 'setName'>) {
  const id = useId()
  return (
    <div className="field guest">
      <label htmlFor={id}>Your name</label>
      <input
        id={id}
        value={name}
        required
        maxLength={40}
        autoComplete="username"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setName(event.target.value)}
      />
      <small id={`${id}-hint`} className="muted">
        You play as a guest: keep this name or take another.
      </small>
    </div>
  )
}

import { useId } from 'react'
import type { Entrance } from './use-entrance.ts'

interface GuestNameProps extends Pick<Entrance, 'name' | 'setName'> {
  readonly label?: string
  readonly hint?: string
}

/** The guest's name: a random one that can be changed. */
export function GuestName({
  name,
  setName,
  label = 'Your name',
  hint = 'You play as a guest: keep this name or take another.',
}: GuestNameProps) {
  const id = useId()
  return (
    <div className="field guest">
      <label htmlFor={id}>{label}</label>
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
        {hint}
      </small>
    </div>
  )
}

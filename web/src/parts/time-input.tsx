import { useId } from 'react'
import { meaningOf, shownInput } from './local-time.ts'

interface TimeInputProps {
  /** As it was typed, `2026-11-16T15:00`, or a time of the server, which stays as it is until another is typed. */
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onBlur?: () => void
  readonly id?: string
  readonly required?: boolean
  readonly 'aria-label'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

/** A date and a time of the browser's time zone, and below it what they mean, with the zone. */
export function TimeInput({ text, onChange, 'aria-describedby': described = '', ...about }: TimeInputProps) {
  const id = useId()
  return (
    <span className="time-input">
      <input
        {...about}
        type="datetime-local"
        // A year of more digits is no date.
        max="9999-12-31T23:59"
        value={shownInput(text)}
        aria-describedby={`${described} ${id}`.trim()}
        onChange={({ target }) => onChange(target.value)}
      />
      <small id={id} className="muted">
        {meaningOf(text)}
      </small>
    </span>
  )
}

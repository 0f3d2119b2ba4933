import { useId, type ReactNode } from 'react'

interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  /** Why the server refused it. */
  readonly problem: string | undefined
  readonly children: (about: AboutField) => ReactNode
}

/** What ties an input to its label, its hint and its problem. */
interface AboutField {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string
}

/** An input with its label, a hint below it, and why it was refused. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem !== undefined,
        'aria-describedby': `${id}-hint ${id}-problem`,
      })}
      <small id={`${id}-hint`} className="muted">
        {hint}
      </small>
      <small id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </small>
    </div>
  )
}

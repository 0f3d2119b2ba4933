import type { ReactNode } from 'react'

interface StepperProps {
  /** What a step is: a turn, a line. */
  readonly what: string
  readonly index: number
  readonly last: number
  readonly go: (index: number) => void
  /** Where the reader is, in words. */
  readonly children: ReactNode
}

/** Two buttons that lead through a figure of a page, and where the reader is. */
export const Stepper = ({ what, index, last, go, children }: StepperProps) => (
  <div className="help-stepper line" role="group" aria-label={`Steps, one ${what} each`}>
    <button type="button" className="button" disabled={index <= 0} onClick={() => go(index - 1)}>
      Previous {what}
    </button>
    <button type="button" className="button" disabled={index >= last} onClick={() => go(index + 1)}>
      Next {what}
    </button>
    <span className="muted small" aria-live="polite">
      {children}
    </span>
  </div>
)

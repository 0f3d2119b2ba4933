import { useEffect, useRef } from 'react'

interface AskOnceMoreProps {
  /** What cannot be taken back. */
  readonly what: string
  /** What comes of it, in a sentence. */
  readonly words: string
  /** What the button to leave it says. */
  readonly no: string
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Before something that cannot be taken back; the keyboard is on the button that does it. */
export function AskOnceMore({ what, words, no, onYes, onNo }: AskOnceMoreProps) {
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => yes.current?.focus(), [])
  return (
    <div className="notice ask" data-tone="warn" role="group" aria-label={what}>
      <p>{words}</p>
      <button ref={yes} type="button" className="button main" onClick={onYes}>
        {what}
      </button>{' '}
      <button type="button" className="button" onClick={onNo}>
        {no}
      </button>
    </div>
  )
}

import { useEffect, useRef } from 'react'
import { keepFocus } from './keep-focus.ts'

interface AskOnceMoreProps {
  /** The action that cannot be undone. */
  readonly what: string
  /** The consequence, in a sentence. */
  readonly words: string
  /** The text of the cancel button. */
  readonly no: string
  /** A second click while it goes on does nothing. */
  readonly onYes: () => Promise<unknown>
  readonly onNo: () => void
}

/** Asks for confirmation of an action that cannot be undone. The confirm button gets the focus. */
export function AskOnceMore({ what, words, no, onYes, onNo }: AskOnceMoreProps) {
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => yes.current?.focus(), [])
  const isBusy = useRef(false)
  // The button is not disabled meanwhile: it would lose the focus.
  const confirm = async (): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    await onYes()
    isBusy.current = false
  }
  const cancel = (): void => {
    void keepFocus(Promise.resolve())
    onNo()
  }
  return (
    <div className="notice ask" data-tone="warn" role="group" aria-label={what}>
      <p>{words}</p>
      <button ref={yes} type="button" className="button main" onClick={() => void keepFocus(confirm())}>
        {what}
      </button>{' '}
      <button type="button" className="button" onClick={cancel}>
        {no}
      </button>
    </div>
  )
}

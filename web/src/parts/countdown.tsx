import { countdownText } from './countdown-text.ts'
import { momentWords } from './moment-words.ts'
import { useNow } from './use-now.ts'

interface CountdownProps {
  /** The time to count down to, as the API gives it. */
  readonly to: string
  /** Shown once the time has come. */
  readonly after?: string
  /** Also says the date and the time of day, for times that may be far away. */
  readonly isDated?: boolean
}

/** The time that is left until then, counted down each second by the clock of the browser. */
export function Countdown({ to, after = 'now', isDated = false }: CountdownProps) {
  const at = Date.parse(to)
  const leftMs = at - useNow(1_000)
  return (
    <>
      <time dateTime={to} className="digits" title={momentWords(at)} role="timer" aria-live="off">
        {leftMs > 0 ? countdownText(leftMs) : after}
      </time>
      {isDated && ` (${momentWords(at)})`}
    </>
  )
}

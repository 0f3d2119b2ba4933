import { countdownText } from './countdown-text.ts'
import { useNow } from './use-now.ts'

interface CountdownProps {
  /** The time to count down to, as the API gives it. */
  readonly to: string
  /** Shown once the time has come. */
  readonly after?: string
}

/** The time that is left until then, counted down each second by the clock of the browser. */
export function Countdown({ to, after = 'now' }: CountdownProps) {
  const at = Date.parse(to)
  const leftMs = at - useNow(1_000)
  return (
    <time dateTime={to} className="digits" title={new Date(at).toLocaleString()} role="timer" aria-live="off">
      {leftMs > 0 ? countdownText(leftMs) : after}
    </time>
  )
}

import { useEffect, useRef, useState } from 'react'
import { timeLeft } from '../../../src/match/clock.ts'
import type { Seat } from '../../../src/game/game.ts'
import { matchTime, type Following } from '../story/follow-match.ts'
import { clockText } from '../parts/words.ts'
import type { Frame } from '../story/story.ts'

interface ClockProps {
  readonly frame: Frame
  readonly seat: Seat
  readonly following: Following
  readonly isRunning: boolean
}

const TICK_MS = 100
const LOW = 0.2

/** A player's remaining time. It runs while the player is asked, and stands otherwise; in a replay it is the time at the position in view. */
export function Clock({ frame, seat, following, isRunning }: ClockProps) {
  const [, tick] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  const stopped = useRef<{ readonly place: string; readonly at: number }>(undefined)
  const { round, spec, phase } = frame.match
  const { clock: control } = spec.rules
  if (control.kind === 'none') return null
  if (phase === 'starting' && !frame.result)
    return <span className="clock muted digits">{round.ready[seat] ? 'ready' : '…'}</span>
  const place = `${frame.round}.${frame.ply}`
  const at = isRunning
    ? matchTime(following, performance.now())
    : stopped.current?.place === place
      ? stopped.current.at
      : frame.at
  if (isRunning) stopped.current = { place, at }
  const left = timeLeft(round.clocks[seat], at)
  return (
    <span
      className="clock digits"
      role="timer"
      data-running={isRunning ? true : undefined}
      data-low={left < control.ms * LOW ? true : undefined}
    >
      {clockText(left)}
    </span>
  )
}

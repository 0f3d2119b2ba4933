import { useEffect, useRef, useState } from 'react'
import { direct, goBack, goOn, hold, type Facts, type OnAir, type Scene } from './direct.ts'

const LOOK_MS = 500
const USUAL_SECONDS = 20

export interface Directed {
  readonly scene: Scene
  readonly isHeld: boolean
}

/** Asks the director twice a second. Space holds the picture, the arrow keys go on and back; undefined before the first look. */
export function useDirector(facts: Facts | undefined): Directed | undefined {
  const [air, setAir] = useState<OnAir>()
  const [isHeld, setHeld] = useState(false)
  const [pace] = useState(readPace)
  const latest = useRef(facts)
  latest.current = facts

  const change = (next: (air: OnAir | undefined, known: Facts, now: number) => OnAir | undefined): void =>
    setAir((before) => (latest.current ? next(before, latest.current, performance.now()) : before))

  useEffect(() => {
    const look = (): void =>
      change((before, known, now) =>
        isHeld && before ? hold(before, known, now) : direct(before, known, now, pace),
      )
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [facts, isHeld, pace])

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const isOnButton = target instanceof HTMLElement && target.matches('button, a')
      if (key === ' ' && !isOnButton) setHeld((before) => !before)
      else if (key === 'ArrowRight') change((before, known, now) => before && goOn(before, known, now))
      else if (key === 'ArrowLeft') change((before, known, now) => before && goBack(before, known, now))
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  return air && { scene: air.scene, isHeld }
}

/** `?seconds=20` sets how long boards stay; all other times change with it. */
function readPace(): number {
  const seconds = Number(new URLSearchParams(window.location.search).get('seconds') ?? USUAL_SECONDS)
  return Math.max(1, Number.isFinite(seconds) ? seconds : USUAL_SECONDS) / USUAL_SECONDS
}

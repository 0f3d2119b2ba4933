import { useEffect, useRef } from 'react'

const MOTION_MS = 140
/** A shorter animation cannot be seen. */
const LEAST_MS = 40

/** Duration of the animation to this frame. Only one step forward is animated; all other changes are jumps. */
export function useMotion(index: number, paceMs: number | undefined): number {
  const before = useRef(index)
  const isStep = index === before.current + 1
  const chosen = useRef({ index, ms: 0 })
  if (chosen.current.index !== index)
    chosen.current = {
      index,
      ms: isStep && !prefersStillness() ? motionIn(paceMs) : 0,
    }
  useEffect(() => {
    before.current = index
  }, [index])
  return chosen.current.ms
}

function motionIn(paceMs = Infinity): number {
  const ms = Math.min(MOTION_MS, paceMs * 0.8)
  return ms < LEAST_MS ? 0 : ms
}

export const prefersStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

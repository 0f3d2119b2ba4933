import { useEffect, useRef, useState, type RefObject } from 'react'
import { usePageVisible } from '../../api/use-page-visible.ts'
import { lastIndex } from '../../story/cursor.ts'
import type { Story } from '../../story/story.ts'
import { prefersStillness } from '../../watch/use-motion.ts'
import { stillIndex } from './still-index.ts'

interface Loop {
  /** The element that must be in sight. */
  readonly box: RefObject<HTMLElement | null>
  readonly index: number
  readonly isRunning: boolean
  readonly toggle: () => void
  readonly paceMs: number
}

/** One time through a match takes about so long. */
const LOOP_MS = 40_000
const FASTEST_MS = 90
const SLOWEST_MS = 700
/** The last position stays, so that the result can be seen. */
const END_MS = 4_000

/** Goes through a story again and again while its element and the page are in sight. */
export function useLoop(story: Story): Loop {
  const box = useRef<HTMLElement>(null)
  const isInSight = useInSight(box)
  const isPageVisible = usePageVisible()
  const [isWanted, setIsWanted] = useState(() => !prefersStillness())
  const [index, setIndex] = useState(() => (prefersStillness() ? stillIndex(story) : 0))
  const last = lastIndex(story)
  const paceMs = paceFor(last)
  const isRunning = isWanted && isInSight && isPageVisible
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setIndex(index >= last ? 0 : index + 1), index >= last ? END_MS : paceMs)
    return () => clearTimeout(timer)
  }, [isRunning, index, last, paceMs])
  return { box, index, isRunning: isWanted, toggle: () => setIsWanted(!isWanted), paceMs }
}

export const paceFor = (turns: number): number =>
  Math.round(Math.min(SLOWEST_MS, Math.max(FASTEST_MS, LOOP_MS / Math.max(1, turns))))

function useInSight(box: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setIsInSight] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(([entry]) => setIsInSight(entry?.isIntersecting === true))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return isInSight
}

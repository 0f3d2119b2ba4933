import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 2_000

/** Throttles a text that screen readers announce. */
export function useThrottledText(text: string): string {
  const [shown, setShown] = useState(text)
  const changed = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, changed.current + PAUSE_MS - performance.now())
    const timer = setTimeout(() => {
      changed.current = performance.now()
      setShown(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text])
  return shown
}

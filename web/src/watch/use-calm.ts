import { useEffect, useRef, useState } from 'react'

const CALM_MS = 2_000

/** Throttles a text that screen readers announce. */
export function useCalm(text: string): string {
  const [calm, setCalm] = useState(text)
  const changed = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, changed.current + CALM_MS - performance.now())
    const timer = setTimeout(() => {
      changed.current = performance.now()
      setCalm(text)
    }, wait)
    return () => clearTimeout(timer)
  }, [text])
  return calm
}

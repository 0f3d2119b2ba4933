import { useEffect, useState } from 'react'

/** The time, again and again; undefined stops it. */
export function useNow(everyMs: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (everyMs === undefined) return
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

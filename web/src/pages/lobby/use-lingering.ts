import { useEffect, useRef, useState } from 'react'
import type { MatchBody } from '../../../../src/api/matches.ts'

const LINGER_MS = 6_000

/** Matches that ended a moment ago. They stay among the running ones for some seconds, so that the result can be read. */
export function useLingering(
  playing: readonly MatchBody[],
  over: readonly MatchBody[],
): readonly MatchBody[] {
  const seen = useRef(new Set<number>())
  const [lingering, setLingering] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const ended = over.filter(({ id }) => seen.current.delete(id)).map(({ id }) => id)
    for (const { id } of playing) seen.current.add(id)
    if (ended.length === 0) return
    setLingering((before) => new Set([...before, ...ended]))
    setTimeout(
      () => setLingering((before) => new Set([...before].filter((id) => !ended.includes(id)))),
      LINGER_MS,
    )
  }, [playing, over])
  return over.filter(({ id }) => lingering.has(id) || seen.current.has(id))
}

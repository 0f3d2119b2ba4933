import { useEffect, useState } from 'react'
import { fetchTournaments, type TournamentInfo } from '../../api/tournament-api.ts'
import { usePageVisible } from '../../api/use-page-visible.ts'

const LOOK_MS = 4_000

/** Contests that run; one that ends while it is looked at stays, so that nothing moves. Undefined until that is known. */
export function useRunningTournaments(): readonly TournamentInfo[] | undefined {
  const isVisible = usePageVisible()
  const [tournaments, setTournaments] = useState<readonly TournamentInfo[]>()
  useEffect(() => {
    if (!isVisible) return
    const closed = new AbortController()
    const look = async (): Promise<void> => {
      const found = await fetchTournaments('?status=running&limit=5', closed.signal)
      if (closed.signal.aborted) return
      setTournaments((before = []) => (found.ok ? withNews(before, found.value.tournaments) : before))
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => {
      closed.abort()
      clearInterval(timer)
    }
  }, [isVisible])
  return tournaments
}

function withNews(
  before: readonly TournamentInfo[],
  running: readonly TournamentInfo[],
): readonly TournamentInfo[] {
  const all = new Map<number, TournamentInfo>(before.map((one) => [one.id, { ...one, status: 'over' }]))
  for (const one of running) all.set(one.id, one)
  return [...all.values()].toSorted((a, b) => b.id - a.id)
}

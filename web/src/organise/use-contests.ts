import { useEffect, useState } from 'react'
import { fetchContests, type TournamentInfo } from '../tournament/contest-api.ts'

const LOOK_MS = 4_000

/** All contests, newest first, as they are now; undefined until the server has answered. */
export function useContests(): readonly TournamentInfo[] | undefined {
  const [contests, setContests] = useState<readonly TournamentInfo[]>()
  useEffect(() => {
    const closed = new AbortController()
    const look = async (): Promise<void> => {
      const found = await fetchContests('?limit=100', closed.signal)
      // The next look may do better.
      if (found.ok) setContests(found.value.tournaments)
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => {
      closed.abort()
      clearInterval(timer)
    }
  }, [])
  return contests
}

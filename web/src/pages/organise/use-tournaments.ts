import { useEffect, useState } from 'react'
import { fetchTournaments, type TournamentInfo } from '../../api/tournament-api.ts'

const LOOK_MS = 4_000

/** All contests, newest first, as they are now; undefined until the server has answered. */
export function useTournaments(): readonly TournamentInfo[] | undefined {
  const [tournaments, setTournaments] = useState<readonly TournamentInfo[]>()
  useEffect(() => {
    const closed = new AbortController()
    const look = async (): Promise<void> => {
      const found = await fetchTournaments('?limit=100', closed.signal)
      // The next look may do better.
      if (found.ok) setTournaments(found.value.tournaments)
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => {
      closed.abort()
      clearInterval(timer)
    }
  }, [])
  return tournaments
}

import { useEffect, useState } from 'react'
import { fetchChallenges, type ChallengeInfo } from './api.ts'

/** What can be played here; nothing until the server has said so. */
export function useChallenges(): readonly ChallengeInfo[] {
  const [challenges, setChallenges] = useState<readonly ChallengeInfo[]>([])
  useEffect(() => {
    const closed = new AbortController()
    fetchChallenges(closed.signal)
      .then((found) => setChallenges(found.challenges))
      // Pages say enough without them.
      .catch(() => {})
    return () => closed.abort()
  }, [])
  return challenges
}

import { useEffect, useState } from 'react'
import { fetchChallenges, type ChallengeInfo } from './api.ts'

const RETRY_MS = 3_000

/** What can be played here; nothing until the server has said so. */
export function useChallenges(): readonly ChallengeInfo[] {
  const [challenges, setChallenges] = useState<readonly ChallengeInfo[]>([])
  useEffect(() => {
    const closed = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      fetchChallenges(closed.signal)
        .then((found) => setChallenges(found.challenges))
        .catch(() => {
          if (!closed.signal.aborted) timer = setTimeout(look, RETRY_MS)
        })
    }
    look()
    return () => {
      closed.abort()
      clearTimeout(timer)
    }
  }, [])
  return challenges
}

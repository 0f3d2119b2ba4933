import { useEffect, useRef, useState } from 'react'
import { usePageVisible } from '../../api/use-page-visible.ts'
import { followTournament, type TournamentFollower, type FollowedTournament } from './follow-tournament.ts'

/** A contest for as long as the page can be seen, and a way to look again at once. */
export function useTournament(id: number): FollowedTournament & { readonly look: () => void } {
  const isVisible = usePageVisible()
  const [followed, setFollowed] = useState<FollowedTournament>({ state: 'connecting' })
  const follower = useRef<TournamentFollower>(undefined)
  useEffect(() => {
    if (!isVisible) return
    const opened = followTournament(id, (news) => setFollowed((before) => ({ ...before, ...news })))
    follower.current = opened
    return () => opened.close()
  }, [id, isVisible])
  return { ...followed, look: () => follower.current?.look() }
}

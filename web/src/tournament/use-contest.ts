import { useEffect, useRef, useState } from 'react'
import { usePageVisible } from '../parts/use-page-visible.ts'
import { followContest, type ContestFollower, type FollowedContest } from './follow-contest.ts'

/** A contest for as long as the page can be seen, and a way to look again at once. */
export function useContest(id: number): FollowedContest & { readonly look: () => void } {
  const isVisible = usePageVisible()
  const [followed, setFollowed] = useState<FollowedContest>({ state: 'connecting' })
  const follower = useRef<ContestFollower>(undefined)
  useEffect(() => {
    if (!isVisible) return
    const opened = followContest(id, (news) => setFollowed((before) => ({ ...before, ...news })))
    follower.current = opened
    return () => opened.close()
  }, [id, isVisible])
  return { ...followed, look: () => follower.current?.look() }
}

import { useEffect, useRef, useState } from 'react'
import { followMatch, NOT_FOLLOWED, type Following } from './follow-match.ts'
import { usePageVisible } from '../api/use-page-visible.ts'

/** Follows a match for as long as it is wanted and the page can be seen, and goes on where it stopped. */
export function useFollowing(match: number, isWanted = true): Following {
  const isVisible = usePageVisible()
  const [following, setFollowing] = useState(NOT_FOLLOWED)
  const known = useRef({ match, following })
  const isOn = isVisible && isWanted
  useEffect(() => {
    if (known.current.match !== match) known.current = { match, following: NOT_FOLLOWED }
    const from = known.current.following
    setFollowing(from)
    if (!isOn || from.state === 'ended') return
    return followMatch({
      match,
      from,
      onChange(next) {
        known.current = { match, following: next }
        setFollowing(next)
      },
    })
  }, [match, isOn])
  return following
}

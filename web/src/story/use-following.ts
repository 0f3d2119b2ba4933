import { useStream } from '../api/use-stream.ts'
import { followMatch, NOT_FOLLOWED, type Following } from './follow-match.ts'

/** Follows a match while it is wanted and the page is visible; resumes after the last line it has. */
export const useFollowing = (match: number, isWanted = true, isOver = false): Following =>
  useStream(`${match}`, isWanted, NOT_FOLLOWED, (from, onChange) =>
    from.state === 'ended' ? undefined : followMatch({ match, isOver, from, onChange }),
  )

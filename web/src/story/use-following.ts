import { useStream } from '../api/use-stream.ts'
import { followMatch, NOT_FOLLOWED, type Following } from './follow-match.ts'

/** Follows a match for as long as it is wanted and the page can be seen, and goes on where it stopped. */
export const useFollowing = (match: number, isWanted = true): Following =>
  useStream(`${match}`, isWanted, NOT_FOLLOWED, (from, onChange) =>
    from.state === 'ended' ? undefined : followMatch({ match, from, onChange }),
  )

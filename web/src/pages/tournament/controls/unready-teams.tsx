import type { StartQuery } from '../../../../../src/api/entry.ts'

interface UnreadyTeamsProps {
  /** Which teams they are, in a sentence. */
  readonly words: string
  readonly onStart: (how: NonNullable<StartQuery['unready']>) => void
}

/** Asks what the start does with the teams for which nothing can play. */
export const UnreadyTeams = ({ words, onStart }: UnreadyTeamsProps) => (
  <div className="notice ask" data-tone="warn" role="alert">
    <p>{words}.</p>
    <button type="button" className="button main" onClick={() => onStart('leave-out')}>
      Start without them
    </button>{' '}
    <button type="button" className="button" onClick={() => onStart('by-wire')}>
      Let them play over a wire
    </button>
  </div>
)

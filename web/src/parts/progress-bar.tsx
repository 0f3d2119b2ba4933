import type { TournamentBody } from '../../../src/api/tournaments.ts'
import { progressWords } from './tournament-words.ts'

type Progress = Pick<TournamentBody, 'played' | 'known' | 'status'>

/** The progress of a tournament. */
export function ProgressBar({ tournament }: { readonly tournament: Progress }) {
  const { played, known, status } = tournament
  const share = status === 'over' ? 1 : known === null || known === 0 ? 0 : Math.min(1, played / known)
  return (
    <div className="progress digits muted small">
      <svg className="progress-bar" data-status={status} aria-hidden="true">
        <rect className="progress-done" width={`${share * 100}%`} height="100%" />
      </svg>
      <span>{progressWords(tournament)}</span>
    </div>
  )
}

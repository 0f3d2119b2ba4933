import { Link } from 'wouter'
import type { TournamentBody } from '../../../../src/api/tournaments.ts'
import { leaderWords } from '../../parts/tournament-words.ts'
import { ProgressBar } from '../../parts/progress-bar.tsx'

/** One line for each running tournament. */
export function RunningTournaments({ tournaments }: { readonly tournaments: readonly TournamentBody[] }) {
  return (
    <ul className="tournament-strips" aria-label="Contests">
      {tournaments.map((tournament) => (
        <li key={tournament.id} className="tournament-strip leading box">
          <Link href={`/contests/${tournament.id}`} className="cut">
            {tournament.name}
          </Link>
          <span className="strip-leader cut muted small">
            {tournament.status === 'over'
              ? 'Over: see who won'
              : (leaderWords(tournament) ?? tournament.title)}
          </span>
          <ProgressBar tournament={tournament} />
        </li>
      ))}
    </ul>
  )
}

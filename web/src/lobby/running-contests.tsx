import { Link } from 'wouter'
import type { TournamentInfo } from '../tournament/contest-api.ts'
import { leaderWords } from '../tournament/contest-words.ts'
import { ProgressBar } from '../tournament/progress-bar.tsx'

/** A line for each contest that runs. */
export function RunningContests({ contests }: { readonly contests: readonly TournamentInfo[] }) {
  return (
    <ul className="contest-strips" aria-label="Contests">
      {contests.map((contest) => (
        <li key={contest.id} className="contest-strip leading">
          <Link href={`/contests/${contest.id}`}>{contest.name}</Link>
          <span className="strip-leader">
            {contest.status === 'over' ? 'Over: see who won' : (leaderWords(contest) ?? contest.title)}
          </span>
          <ProgressBar contest={contest} />
        </li>
      ))}
    </ul>
  )
}

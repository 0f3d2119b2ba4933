import { Link } from 'wouter'
import type { ChallengeInfo } from '../api/api.ts'
import type { TournamentInfo } from '../tournament/contest-api.ts'
import { useChallenges } from '../api/use-challenges.ts'

/** All contests, newest first: how each stands, and what comes next. */
export function ContestOverview({ contests }: { readonly contests: readonly TournamentInfo[] }) {
  const challenges = useChallenges()
  return (
    <section className="panel" aria-labelledby="contests">
      <header className="panel-title">
        <h2 id="contests">Contests</h2>
        <Link href="/contests/new" className="button main">
          New contest
        </Link>
      </header>
      {contests.length === 0 && (
        <p className="muted">None yet. A contest takes a name, a challenge and some entrants.</p>
      )}
      <ul className="contest-rows">
        {contests.map((contest) => (
          <li key={contest.id}>
            <span className="contest-name">
              <Link href={`/contests/${contest.id}`}>{contest.name}</Link>
              <small className="muted">
                {contest.title}, {contest.formatTitle}, {contest.entrants} entrants
              </small>
            </span>
            <span className="state" data-status={contest.status}>
              {STATES[contest.status]}
            </span>
            <span className="muted">{nextStep(contest, challenges)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const STATES: Readonly<Record<TournamentInfo['status'], string>> = {
  waiting: 'not started',
  running: 'running',
  paused: 'paused',
  over: 'over',
}

function nextStep(contest: TournamentInfo, challenges: readonly ChallengeInfo[]): string {
  const { status, played, known, published, leader } = contest
  const isJudged = challenges.some(({ id, judges }) => id === contest.challenge && judges > 0)
  switch (status) {
    case 'waiting':
      return 'Next: start it'
    case 'running':
      return known === null ? `${played} matches played` : `${played} of ${known} matches played`
    case 'paused':
      return 'Next: go on'
    case 'over':
      if (isJudged && published === null) return 'Next: give marks and publish them'
      return leader === null ? 'Nothing left to do' : `Won by ${leader}`
  }
}

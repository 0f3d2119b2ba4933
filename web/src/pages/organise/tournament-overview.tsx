import { Link } from '../../parts/link.tsx'
import type { ChallengeBody } from '../../../../src/api/challenges.ts'
import type { TournamentBody } from '../../../../src/api/tournaments.ts'
import { useChallenges } from '../../api/use-challenges.ts'

/** All tournaments, newest first, with status and next step. */
export function TournamentOverview({ tournaments }: { readonly tournaments: readonly TournamentBody[] }) {
  const challenges = useChallenges()
  return (
    <section className="panel" aria-labelledby="contests">
      <header className="panel-title line apart">
        <h2 id="contests">Contests</h2>
        <Link href="/contests/new" className="button main">
          New contest
        </Link>
      </header>
      {tournaments.length === 0 && (
        <p className="muted">None yet. A contest takes a name, a challenge and some entrants.</p>
      )}
      <ul className="tournament-rows lined">
        {tournaments.map((tournament) => (
          <li key={tournament.id}>
            <span className="tournament-name wraps">
              <Link href={`/contests/${tournament.id}`}>{tournament.name}</Link>
              <small className="muted">
                {tournament.title}, {tournament.formatTitle}, {tournament.entrants} entrants
              </small>
            </span>
            <span className="state pill" data-status={tournament.status}>
              {STATES[tournament.status]}
            </span>
            <span className="muted">{nextStep(tournament, challenges)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const STATES: Readonly<Record<TournamentBody['status'], string>> = {
  waiting: 'not started',
  running: 'running',
  paused: 'paused',
  over: 'over',
}

function nextStep(tournament: TournamentBody, challenges: readonly ChallengeBody[]): string {
  const { status, played, known, published, leader } = tournament
  const isJudged = challenges.some(({ id, judges }) => id === tournament.challenge && judges > 0)
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

import { useState } from 'react'
import { Link } from '../../parts/link.tsx'
import type { TournamentBody } from '../../../../src/api/tournaments.ts'
import { fetchTournaments } from '../../api/tournaments.ts'
import { useMe } from '../../api/me.ts'
import { ConnectionLost } from '../../parts/connection-lost.tsx'
import '../../parts/form.css'
import { useTitle } from '../../parts/use-title.ts'
import { useResource } from '../../api/use-resource.ts'
import { leaderWords, statusWords } from '../../parts/tournament-words.ts'
import './tournament.css'
import { ProgressBar } from '../../parts/progress-bar.tsx'

/** All tournaments: running, waiting and finished. */
export function TournamentsPage() {
  const me = useMe()
  const { tournaments, hasMore, more, isLost } = useTournaments()
  useTitle('Contests')
  const shelves = [
    { title: 'Running', tournaments: tournaments?.filter(isRunning) ?? [] },
    { title: 'Waiting', tournaments: tournaments?.filter(({ status }) => status === 'waiting') ?? [] },
    { title: 'Finished', tournaments: tournaments?.filter(({ status }) => status === 'over') ?? [] },
  ]
  return (
    <div className="tournaments">
      <header className="tournaments-title title line apart">
        <h1>Contests</h1>
        {me?.role === 'organiser' && (
          <Link href="/contests/new" className="button main">
            New contest
          </Link>
        )}
      </header>
      {isLost && <ConnectionLost />}
      {tournaments?.length === 0 && (
        <p className="nothing muted">There is no contest here yet. The first one appears here by itself.</p>
      )}
      {shelves
        .filter((shelf) => shelf.tournaments.length > 0)
        .map((shelf) => (
          <section key={shelf.title} className="shelf" aria-label={shelf.title}>
            <h2>
              {shelf.title === 'Running' && <span className="pulse" aria-hidden="true" />} {shelf.title}{' '}
              <span className="count">{shelf.tournaments.length}</span>
            </h2>
            <ul className="tournament-cards tiles">
              {shelf.tournaments.map((tournament) => (
                <li key={tournament.id}>
                  <TournamentCard tournament={tournament} mayJoin={me?.role !== 'organiser'} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      {hasMore && (
        <button type="button" className="button" onClick={more}>
          Show older contests
        </button>
      )}
    </div>
  )
}

const isRunning = ({ status }: TournamentBody): boolean => status === 'running' || status === 'paused'

interface TournamentCardProps {
  readonly tournament: TournamentBody
  readonly mayJoin: boolean
}

function TournamentCard({ tournament, mayJoin }: TournamentCardProps) {
  const { id, name, title, formatTitle, entrants, created, status, join } = tournament
  const leader = leaderWords(tournament)
  return (
    <article className="tournament-card leading box raised" data-status={status}>
      <h3>
        <Link href={`/contests/${id}`}>{name}</Link>
      </h3>
      <p className="muted">
        {title}, {formatTitle}
      </p>
      <p className="tournament-facts flow muted small">
        <span>
          {entrants} {entrants === 1 ? 'entrant' : 'entrants'}
        </span>
        <span>{status === 'running' ? undefined : statusWords(tournament)}</span>
        <time dateTime={created}>{created.slice(0, 10)}</time>
      </p>
      <ProgressBar tournament={tournament} />
      {join !== null && mayJoin ? (
        <p>
          <Link href={join} className="button main" aria-label={`Join ${name}`}>
            Join
          </Link>
        </p>
      ) : (
        <p className="tournament-leader wraps" data-won={status === 'over'}>
          {leader ?? ' '}
        </p>
      )}
    </article>
  )
}

const PAGE = 30
/** The server's maximum for one request. */
const MOST = 100

/** The newest tournaments. */
function useTournaments() {
  const [limit, setLimit] = useState(PAGE)
  const { value, problem } = useResource(`${limit}`, (signal) => fetchTournaments({ limit }, signal), {
    everyMs: 3_000,
  })
  const tournaments = value?.tournaments
  return {
    tournaments,
    isLost: problem !== undefined,
    hasMore: tournaments !== undefined && tournaments.length >= limit && limit < MOST,
    more: () => setLimit((before) => Math.min(MOST, before + PAGE)),
  }
}

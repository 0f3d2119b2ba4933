import { Link } from '../../parts/link.tsx'
import type { MatchBody } from '../../../../src/api/matches.ts'
import { fetchTeamMatches } from '../../api/matches.ts'
import { namesOf, sentence, timeAgo } from '../../parts/words.ts'
import { usePages } from '../../api/use-pages.ts'
import { OUTCOMES, outcomeOf } from './outcome.ts'

interface TeamMatchesProps {
  readonly id: number
  /** Whether the viewer is the team or the organiser, who may read logs. */
  readonly mayRead: boolean
}

/** A team's matches, newest first, with the reason of each end. */
export function TeamMatches({ id, mayRead }: TeamMatchesProps) {
  const {
    rows: matches,
    more,
    problem,
  } = usePages(`${id}`, (before, signal) => fetchTeamMatches(id, before, signal), { everyMs: 5_000 })
  const now = Date.now()
  return (
    <section className="panel" aria-labelledby="matches">
      <h2 id="matches">Matches</h2>
      {matches?.length === 0 && <p className="muted">None yet.</p>}
      <ul className="team-matches lined">
        {matches?.map((match) => (
          <Row key={match.id} match={match} id={id} now={now} mayRead={mayRead} />
        ))}
      </ul>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {more && (
        <button type="button" className="button" onClick={() => void more()}>
          Show older matches
        </button>
      )}
    </section>
  )
}

interface RowProps extends TeamMatchesProps {
  readonly match: MatchBody
  readonly now: number
}

function Row({ match, id, now, mayRead }: RowProps) {
  const { title, end, players, ended, created } = match
  const outcome = outcomeOf(match, id)
  const names = players.map(({ name }) => name)
  return (
    <li data-outcome={outcome}>
      <span className="outcome">{OUTCOMES[outcome]}</span>
      <Link href={`/matches/${match.id}`}>{namesOf(match)}</Link>
      <span className="muted why">
        {title}
        {end !== null && `: ${sentence(end, names)}`}
      </span>
      <time className="muted" dateTime={ended ?? created}>
        {timeAgo(ended ?? created, now)}
      </time>
      <span className="match-log">
        {mayRead && hasLog(match, id) && (
          <Link href={`/matches/${match.id}?log`} aria-label={`Log of ${namesOf(match)}`}>
            Log
          </Link>
        )}
      </span>
    </li>
  )
}

/** A team has a log of each match that has begun; of a match by hand, too. */
const hasLog = ({ players, status }: MatchBody, id: number): boolean =>
  (status === 'playing' || status === 'over') && players.some((player) => player.id === id)

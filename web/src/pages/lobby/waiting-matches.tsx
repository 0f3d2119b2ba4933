import { Link } from 'wouter'
import type { MatchBody } from '../../../../src/api/matches.ts'

export function WaitingMatches({ matches }: { readonly matches: readonly MatchBody[] }) {
  return (
    <section className="shelf" aria-labelledby="waiting">
      <h2 id="waiting">
        Waiting <span className="count">{matches.length}</span>
      </h2>
      <ul className="rows box lined">
        {matches.map((match) => (
          <li key={match.id} className="row">
            <Link href={`/matches/${match.id}`} className="row-names wraps">
              {match.players.map(({ name }) => name).join(' against ')}
            </Link>
            <span className="row-how muted small">
              {match.status === 'open' ? 'looks for an opponent' : 'begins as soon as there is room'}
            </span>
            <span className="muted small">{match.title}</span>
            {match.status === 'open' && (
              <Link href={`/play/${match.id}`} className="row-when muted small">
                play
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

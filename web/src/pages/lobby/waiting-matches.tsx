import { Link } from 'wouter'
import type { MatchInfo } from '../../api/api.ts'

export function WaitingMatches({ matches }: { readonly matches: readonly MatchInfo[] }) {
  return (
    <section className="shelf" aria-labelledby="waiting">
      <h2 id="waiting">
        Waiting <span className="count">{matches.length}</span>
      </h2>
      <ul className="rows">
        {matches.map((match) => (
          <li key={match.id} className="row">
            <Link href={`/matches/${match.id}`} className="row-names">
              {match.players.map(({ name }) => name).join(' against ')}
            </Link>
            <span className="row-how">
              {match.status === 'open' ? 'looks for an opponent' : 'begins as soon as there is room'}
            </span>
            <span className="row-title">{match.title}</span>
            {match.status === 'open' && (
              <Link href={`/play/${match.id}`} className="row-when">
                play
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Link } from '../../parts/link.tsx'
import type { MatchBody } from '../../../../src/api/matches.ts'
import { useMe } from '../../api/me.ts'
import { playerName } from '../../parts/words.ts'

export function WaitingMatches({ matches }: { readonly matches: readonly MatchBody[] }) {
  const me = useMe()
  return (
    <section className="shelf" aria-labelledby="waiting">
      <h2 id="waiting">
        Waiting <span className="count">{matches.length}</span>
      </h2>
      <ul className="rows box lined">
        {matches.map((match) => (
          <li key={match.id} className="row">
            <Link href={`/matches/${match.id}`} className="row-names wraps">
              {match.players.map(playerName).join(' against ')}
            </Link>
            <span className="row-how muted small">{waitingWords(match)}</span>
            <span className="muted small">{match.title}</span>
            {match.status === 'open' && (match.invited === undefined || match.invited.id === me?.id) && (
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

const waitingWords = ({ status, invited }: MatchBody): string =>
  status !== 'open'
    ? 'begins as soon as there is room'
    : invited
      ? `challenges ${invited.name}`
      : 'looks for an opponent'

import { Link } from './link.tsx'
import type { MatchBody } from '../../../src/api/matches.ts'
import { Name } from './name.tsx'
import { playerName, sentence, timeAgo } from './words.ts'

interface MatchRowsProps {
  readonly matches: readonly MatchBody[]
  /** Leaves the title of the challenge out, where all matches are of one. */
  readonly isOneChallenge?: boolean
}

/** Matches that have begun, one line each: players, score, how it ended, when. */
export function MatchRows({ matches, isOneChallenge = false }: MatchRowsProps) {
  const now = Date.now()
  return (
    <ul className="rows box lined">
      {matches.map((match) => (
        <li key={match.id} className="row">
          <Link href={`/matches/${match.id}`} className="row-names wraps">
            <Side match={match} player={0} />{' '}
            <span className="row-score digits muted">{match.score.join('–')}</span>{' '}
            <Side match={match} player={1} />
          </Link>
          <span className="row-how muted small">{match.end !== null && endOf(match.end, match)}</span>
          {!isOneChallenge && <span className="muted small">{match.title}</span>}
          {match.ended === null ? (
            match.status === 'playing' && (
              <span className="row-when small live-words">
                <span className="pulse" aria-hidden="true" /> live
              </span>
            )
          ) : (
            <time className="row-when muted small" dateTime={match.ended}>
              {timeAgo(match.ended, now)}
            </time>
          )}
        </li>
      ))}
    </ul>
  )
}

const endOf = (end: string, { players }: MatchBody): string =>
  sentence(
    end,
    players.map(({ name }) => name),
  )

function Side({ match, player }: { readonly match: MatchBody; readonly player: 0 | 1 }) {
  const found = match.players[player]
  const name = found ? playerName(found) : 'nobody'
  return match.winner === player ? (
    <strong className="row-name wraps">
      <Name name={name} />
      <span className="hidden-words"> (won)</span>
    </strong>
  ) : (
    <span className="row-name wraps">
      <Name name={name} />
    </span>
  )
}

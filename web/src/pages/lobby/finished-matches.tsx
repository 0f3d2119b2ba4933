import { useState } from 'react'
import { Link } from 'wouter'
import type { MatchBody } from '../../../../src/api/matches.ts'
import type { Result } from '../../../../src/base/result.ts'
import { Name } from '../../parts/name.tsx'
import { sentence, timeAgo } from '../../parts/words.ts'

interface FinishedMatchesProps {
  readonly matches: readonly MatchBody[]
  /** Loads older matches; not given if there are none. */
  readonly more?: () => Promise<Result<unknown>>
}

export function FinishedMatches({ matches, more }: FinishedMatchesProps) {
  const [problem, setProblem] = useState<string>()
  const now = Date.now()
  const showMore = async (): Promise<void> => {
    setProblem(undefined)
    const found = await more?.()
    if (found?.ok === false) setProblem('The older matches could not be read; try again.')
  }
  return (
    <section className="shelf" aria-labelledby="finished">
      <h2 id="finished">Finished</h2>
      <ul className="rows box lined">
        {matches.map((match) => (
          <li key={match.id} className="row">
            <Link href={`/matches/${match.id}`} className="row-names wraps">
              <Side match={match} player={0} />{' '}
              <span className="row-score digits muted">{match.score.join('–')}</span>{' '}
              <Side match={match} player={1} />
            </Link>
            <span className="row-how muted small">{match.end !== null && endOf(match.end, match)}</span>
            <span className="muted small">{match.title}</span>
            {match.ended !== null && (
              <time className="row-when muted small" dateTime={match.ended}>
                {timeAgo(match.ended, now)}
              </time>
            )}
          </li>
        ))}
      </ul>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {more && (
        <button type="button" className="button" onClick={() => void showMore()}>
          Show older matches
        </button>
      )}
    </section>
  )
}

const endOf = (end: string, { players }: MatchBody): string =>
  sentence(
    end,
    players.map(({ name }) => name),
  )

function Side({ match, player }: { readonly match: MatchBody; readonly player: 0 | 1 }) {
  const name = match.players[player]?.name ?? 'nobody'
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

import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import type { MatchBody } from '../../../../src/api/matches.ts'
import { Name } from '../../parts/name.tsx'
import { namesOf, playerName } from '../../parts/words.ts'
import type { Attention } from './attention.ts'

const MiniBoard = lazy(() => import('./mini-board.tsx').then((part) => ({ default: part.MiniBoard })))

export function MatchCard({
  match,
  attention,
}: {
  readonly match: MatchBody
  readonly attention: Attention
}) {
  const [first, second] = match.players.map(playerName)
  const hasScore = match.score[0] + match.score[1] > 0
  return (
    <article className="card box raised">
      <div className="card-board">
        <Suspense fallback={null}>
          <MiniBoard
            match={match.id}
            game={match.game}
            attention={attention}
            isOver={match.status === 'over'}
            label={`Board of ${namesOf(match)}`}
          />
        </Suspense>
        {match.status === 'over' && (
          <p className="card-result">
            {match.winner === null ? 'Drawn' : `${match.winner === 0 ? first : second} won`}
          </p>
        )}
      </div>
      <div className="card-words">
        <h3>
          <Link href={`/matches/${match.id}`}>
            <span className="row-name wraps">
              <Name name={first ?? '?'} />
            </span>{' '}
            <span className="versus muted">
              {hasScore || match.status === 'over' ? match.score.join('–') : 'vs'}
            </span>{' '}
            <span className="row-name wraps">
              <Name name={second ?? '?'} />
            </span>
          </Link>
        </h3>
        <p>{match.title}</p>
      </div>
    </article>
  )
}

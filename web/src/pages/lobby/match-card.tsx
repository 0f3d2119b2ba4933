import { Suspense, useState, type ReactNode } from 'react'
import { late } from '../../parts/late.tsx'
import { Link } from '../../parts/link.tsx'
import type { MatchBody } from '../../../../src/api/matches.ts'
import { Name } from '../../parts/name.tsx'
import { namesOf, playerName } from '../../parts/words.ts'
import type { Attention } from './attention.ts'
import type { Sight } from './mini-board.tsx'

const MiniBoard = late(
  () => import('./mini-board.tsx'),
  'MiniBoard',
  () => null,
)

/** A match in the lobby: the board, which player has which colour, the score and the clocks. */
export function MatchCard({
  match,
  attention,
}: {
  readonly match: MatchBody
  readonly attention: Attention
}) {
  const [first, second] = match.players.map(playerName)
  const [sight, setSight] = useState<Sight>()
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
            onSight={setSight}
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
              <SeatSign seat={sight?.seats[0]} />
              <Name name={first ?? '?'} />
            </span>{' '}
            <span className="versus muted">
              {hasScore || sight?.isSeries || match.status === 'over' ? match.score.join('–') : 'vs'}
            </span>{' '}
            <span className="row-name wraps">
              <SeatSign seat={sight?.seats[1]} />
              <Name name={second ?? '?'} />
            </span>
          </Link>
        </h3>
        <div className="card-foot">
          <p className="cut">{match.title}</p>
          {sight && (
            <p className="card-clocks digits">
              <CardClock seat={sight.seats[0]} name={first} clock={sight.clockOf(0)} />
              <CardClock seat={sight.seats[1]} name={second} clock={sight.clockOf(1)} />
            </p>
          )}
        </div>
      </div>
    </article>
  )
}

/** The colour and shape of a player's pieces; grey until the board is there. */
const SeatSign = ({ seat }: { readonly seat: number | undefined }) => (
  <span className="seat" data-seat={seat ?? 'unknown'} aria-hidden="true" />
)

interface CardClockProps {
  readonly seat: number
  readonly name: string | undefined
  readonly clock: ReactNode
}

const CardClock = ({ seat, name, clock }: CardClockProps) => (
  <span>
    <SeatSign seat={seat} /> <span className="hidden-words">{name} </span>
    {clock}
  </span>
)

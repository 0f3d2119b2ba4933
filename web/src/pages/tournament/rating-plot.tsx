import type { ResultRating } from '../../../../src/api/tournaments.ts'
import { ratingScale } from '../../../../src/rating/rating-scale.ts'
import { showGames, signed } from '../../../../src/rating/show-numbers.ts'
import { Name } from '../../parts/name.tsx'
import type { PartProps } from './index-tournament.ts'

/** Few enough ticks for a phone. */
const MOST_TICKS = 5

/** Ratings with their 95 % intervals; a table, so that screen readers can read it. */
export function RatingPlot({ tournament: { result }, index }: PartProps) {
  const rated = result.ratings.filter(({ rounds, elo }) => rounds > 0 && elo !== null)
  const { low, high, ticks } = ratingScale(
    rated.map((one) => ({ low: one.low ?? -Infinity, high: one.high ?? Infinity })),
    MOST_TICKS,
  )
  // Margins on both sides for dots and numbers.
  const across = (elo: number): string => `${4 + ((elo - low) / (high - low)) * 92}%`
  const { goingFirst } = result
  return (
    <>
      <table className="rating-plot numbers">
        <caption className="hidden-words">Ratings with their 95 % intervals</caption>
        <colgroup>
          <col className="plot-names" />
          <col />
          <col className="plot-numbers" />
        </colgroup>
        <tbody>
          {rated.map((rating) => (
            <tr key={rating.name}>
              <th scope="row">
                <Name name={rating.name} team={index.players.get(rating.name)} />
                {rating.different < rating.rounds && <span className="reason">{gamesOf(rating)}</span>}
              </th>
              <td>
                <svg aria-hidden="true">
                  {ticks.map((tick) => (
                    <line
                      key={tick}
                      className={tick === 0 ? 'plot-axis' : 'plot-tick'}
                      x1={across(tick)}
                      x2={across(tick)}
                      y1="0"
                      y2="100%"
                    />
                  ))}
                  <Whisker rating={rating} across={across} />
                  <circle className="plot-dot" cx={across(rating.elo ?? 0)} cy="50%" />
                </svg>
                <span className="hidden-words">{ratingWords(rating)}</span>
              </td>
              <td className="rating" title={ratingWords(rating)} aria-hidden="true">
                {signed(rating.elo ?? 0)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot aria-hidden="true">
          <tr>
            <td />
            <td>
              {/* The outermost labels overflow the drawing. */}
              <svg overflow="visible">
                {ticks.map((tick) => (
                  <text
                    key={tick}
                    x={across(tick)}
                    y="1em"
                    textAnchor="middle"
                    // Phones show three labels only.
                    data-minor={tick === 0 || tick === ticks[0] || tick === ticks.at(-1) ? undefined : ''}
                  >
                    {signed(tick)}
                  </text>
                ))}
              </svg>
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
      <p className="small-print muted fine">
        Elo points by rounds, the mean of all is 0; lines are 95 % intervals. {showGames(result.rounds)}
        {result.rounds.different < result.rounds.games && ': copies of a game count once'}
        {goingFirst?.elo != null && `. Going first is worth ${signed(goingFirst.elo)} points`}.
      </p>
    </>
  )
}

const gamesOf = ({ rounds, different }: ResultRating): string => showGames({ games: rounds, different })

interface WhiskerProps {
  readonly rating: ResultRating
  readonly across: (elo: number) => string
}

/** An interval without a bound has no end mark. */
function Whisker({ rating: { low, high }, across }: WhiskerProps) {
  const from = low === null ? '0%' : across(low)
  const to = high === null ? '100%' : across(high)
  return (
    <g className="plot-whisker">
      <line x1={from} x2={to} y1="50%" y2="50%" />
      {low !== null && <line x1={from} x2={from} y1="32%" y2="68%" />}
      {high !== null && <line x1={to} x2={to} y1="32%" y2="68%" />}
    </g>
  )
}

const ratingWords = ({ elo, low, high }: ResultRating): string =>
  `${signed(elo ?? 0)}, from ${signed(low ?? -Infinity)} to ${signed(high ?? Infinity)}`

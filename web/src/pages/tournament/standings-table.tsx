import type { ResultRating } from '../../../../src/api/tournaments.ts'
import type { ResultStanding } from '../../../../src/api/tournament-result.ts'
import { signed } from '../../../../src/rating/show-numbers.ts'
import { EntrantName } from './entrant-name.tsx'
import type { PartProps } from './index-tournament.ts'
import { ScrollBox } from './scroll-box.tsx'
import { shortReason } from './short-reason.ts'

/** The standings, with the tie-breaks that decided. */
export function StandingsTable({ tournament: { result }, index }: PartProps) {
  const { standings, rules, notes } = result
  if (standings.length === 0) return <p className="muted">No team has joined yet.</p>
  const isJudged = standings.some(({ judged }) => judged !== undefined)
  const isByPlace = standings.some(({ points, matchPoints }) => points !== matchPoints)
  const hasByes = standings.some(({ byes }) => byes > 0)
  const hasForfeits = standings.some(({ forfeits }) => forfeits > 0)
  const isRated = result.ratings.length > 0
  return (
    <>
      <ScrollBox label="Standings">
        <table className="standings numbers">
          <thead>
            <tr>
              <th scope="col">
                <span aria-hidden="true">#</span>
                <span className="hidden-words">Place</span>
              </th>
              <th scope="col">Entrant</th>
              <Head name="Points" short="Pts" />
              {isJudged && <Head name="Judges" short="J" />}
              {isJudged && <Head name="Total" short="Sum" />}
              {isByPlace && <Head name="Match points" short="MP" isMinor />}
              <Head name="Won" short="W" />
              <Head name="Drawn" short="D" />
              <Head name="Lost" short="L" />
              {hasByes && <Head name="Byes" short="B" isMinor />}
              {hasForfeits && <Head name="Forfeits" short="F" isMinor />}
              <Head name="Rounds" short="Rds" isMinor />
              {isRated && <Head name="Rating" short="Rating" isMinor />}
            </tr>
          </thead>
          <tbody>
            {standings.map((row) => (
              <tr
                key={row.name}
                data-place={hasPlayed(row) ? row.place : undefined}
                data-out={row.out === undefined ? undefined : ''}
              >
                <td className="place">{row.place}</td>
                <th scope="row">
                  <EntrantName name={row.name} index={index} />
                  <Reason row={row} />
                </th>
                <td className="points">{row.points}</td>
                {isJudged && <td>{row.judged?.toFixed(1) ?? '–'}</td>}
                {isJudged && <td className="points">{row.total}</td>}
                {isByPlace && <td data-minor>{row.matchPoints}</td>}
                <td>{row.wins}</td>
                <td>{row.draws}</td>
                <td>{row.losses}</td>
                {hasByes && <td data-minor>{row.byes}</td>}
                {hasForfeits && <td data-minor>{row.forfeits}</td>}
                <td data-minor>
                  {row.roundsWon}:{row.roundsLost}
                </td>
                {isRated && (
                  <td className="rating" data-minor>
                    <Rating rating={index.ratings.get(row.name)} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {[...rules, ...notes].length > 0 && (
        <details className="small-print muted fine">
          <summary>How this is decided</summary>
          <ol>
            {[...rules, ...notes].map((rule) => (
              <li key={rule}>{rule}.</li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

interface HeadProps {
  readonly name: string
  /** Where there is less room. */
  readonly short: string
  /** Left out on a phone; the statistics and ratings below have it, too. */
  readonly isMinor?: boolean
}

const Head = ({ name, short, isMinor = false }: HeadProps) => (
  <th scope="col" data-minor={isMinor || undefined}>
    {name === short ? (
      name
    ) : (
      <>
        <span className="long-name">{name}</span>
        <abbr className="short-name" title={name}>
          {short}
        </abbr>
      </>
    )}
  </th>
)

const hasPlayed = ({ wins, draws, losses, byes }: ResultStanding): boolean => wins + draws + losses + byes > 0

/** Names the tie-break that decided; points have a column of their own. */
function Reason({ row }: { readonly row: ResultStanding }) {
  const words = [row.out, hasPlayed(row) ? shortReason(row.reason) : undefined].filter(
    (text) => text !== undefined,
  )
  return words.length === 0 ? null : <span className="reason">{words.join('; ')}</span>
}

function Rating({ rating }: { readonly rating: ResultRating | undefined }) {
  if (rating === undefined || rating.rounds === 0 || rating.elo === null) return '–'
  const { elo, low, high } = rating
  return (
    <>
      {signed(elo)}
      {low !== null && high !== null && <span className="reason">±{Math.round((high - low) / 2)}</span>}
    </>
  )
}

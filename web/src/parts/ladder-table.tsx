import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import type { GainBody, LadderRowBody } from '../../../src/api/ladder.ts'
import { IntervalBar } from './interval-bar.tsx'
import { ladderScale } from './ladder-scale.ts'
import { gamesWords } from './ladder-words.ts'
import { signed } from '../../../src/rating/show-numbers.ts'
import { Name } from './name.tsx'
import './ladder-table.css'

interface LadderTableProps {
  readonly caption: string
  readonly challenge: string
  readonly rows: readonly LadderRowBody[]
  /** What stands at the end of a row. */
  readonly action?: (row: LadderRowBody) => ReactNode
  /** The team whose rows are marked. */
  readonly own?: number | undefined
  /** Shows what the newest versions gained, and on phones the games. */
  readonly isFull?: boolean
}

/** A ladder: rank, bot, rating with its 95 % interval as number and picture, rated games. */
export function LadderTable({ caption, challenge, rows, action, own, isFull = false }: LadderTableProps) {
  const scale = ladderScale(rows)
  const hasGains = isFull && rows.some(({ gained }) => gained !== null)
  return (
    <table className="ladder numbers" data-full={isFull ? '' : undefined}>
      <caption className="hidden-words">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="ladder-rank">
            <span className="hidden-words">Rank</span>
          </th>
          <th scope="col" className="ladder-name">
            Bot
          </th>
          <th scope="col">Rating</th>
          <th scope="col" className="ladder-plot">
            <span className="ladder-ends" aria-hidden="true">
              <span>{scale.low}</span>
              <span>{scale.high}</span>
            </span>
            <span className="hidden-words">Interval</span>
          </th>
          <th scope="col" className="ladder-games">
            Games
          </th>
          {hasGains && (
            <th scope="col" className="ladder-gain">
              Gained
            </th>
          )}
          {action && (
            <th scope="col">
              <span className="hidden-words">Challenge</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.bot?.id ?? row.house}
            data-house={row.house === null ? undefined : ''}
            data-own={own !== undefined && row.team?.id === own ? '' : undefined}
          >
            <td className="ladder-rank muted">{row.rank}</td>
            <th scope="row" className="ladder-name wraps">
              <Entrant row={row} challenge={challenge} />
            </th>
            <td className="ladder-rating">
              {row.rating}
              {row.plusMinus !== null && <small className="muted"> ±{row.plusMinus}</small>}
            </td>
            <td className="ladder-plot">
              <IntervalBar row={row} scale={scale} />
            </td>
            <td className="ladder-games muted">
              <Games row={row} />
            </td>
            {hasGains && <td className="ladder-gain">{row.gained && <Gain gain={row.gained} />}</td>}
            {action && <td className="ladder-action">{action(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** House brains have a mark, so that teams stand out. */
function Entrant({ row, challenge }: { readonly row: LadderRowBody; readonly challenge: string }) {
  const { house, team, bot, enrolled } = row
  if (house !== null)
    return (
      <>
        <span className="house-mark pill fine">house</span> {house}
      </>
    )
  return (
    <>
      {team && (
        <Link href={`/teams/${team.id}`}>
          <Name name={team.name} />
        </Link>
      )}
      {bot && (
        <span className="ladder-bot muted">
          {' '}
          ·{' '}
          <Link href={`/ladder/${challenge}/bots/${bot.id}`}>
            {bot.name} v{bot.version}
          </Link>
          {!enrolled && <small> has left</small>}
        </span>
      )}
    </>
  )
}

/** `12 games, 2 different`; only the number of games where there are no copies. */
export const Games = ({ row }: { readonly row: Pick<LadderRowBody, 'games' | 'different'> }) =>
  row.different < row.games ? (
    <small>{gamesWords(row)}</small>
  ) : (
    <>
      {row.games}
      <small className="games-unit"> {row.games === 1 ? 'game' : 'games'}</small>
    </>
  )

/** What a version gained, and against which. */
export const Gain = ({ gain: { points, plusMinus, version } }: { readonly gain: GainBody }) => (
  <span className="gain">
    <span data-side={points > plusMinus ? 'up' : points < -plusMinus ? 'down' : undefined}>
      {signed(points)} ± {plusMinus}
    </span>{' '}
    <small className="muted">against version {version}</small>
  </span>
)

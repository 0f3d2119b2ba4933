import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LadderRowBody } from '../../../src/api/ladder.ts'
import { ladderScale, placeOn, type LadderScale } from './ladder-scale.ts'
import { Name } from './name.tsx'
import './ladder-table.css'

interface LadderTableProps {
  readonly caption: string
  readonly rows: readonly LadderRowBody[]
  /** What stands at the end of a row. */
  readonly action?: (row: LadderRowBody) => ReactNode
  /** The team whose rows are marked. */
  readonly own?: number | undefined
}

/** A ladder: rank, bot, rating with its 95 % interval as number and picture, rated games. */
export function LadderTable({ caption, rows, action, own }: LadderTableProps) {
  const scale = ladderScale(rows)
  return (
    <table className="ladder numbers">
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
              <Entrant row={row} />
            </th>
            <td className="ladder-rating">
              {row.rating}
              {row.plusMinus !== null && <small className="muted"> ±{row.plusMinus}</small>}
            </td>
            <td className="ladder-plot">
              <Interval row={row} scale={scale} />
            </td>
            <td className="ladder-games muted">{row.games}</td>
            {action && <td className="ladder-action">{action(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** House brains have a mark, so that teams stand out. */
function Entrant({ row: { house, team, bot } }: { readonly row: LadderRowBody }) {
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
          · {bot.name} v{bot.version}
        </span>
      )}
    </>
  )
}

interface IntervalProps {
  readonly row: LadderRowBody
  readonly scale: LadderScale
}

/** A dot at the rating, and a line over its interval. */
function Interval({ row: { rating, plusMinus }, scale }: IntervalProps) {
  const at = (value: number): string => `${placeOn(scale, value)}%`
  const [from, to] = [at(rating - (plusMinus ?? 0)), at(rating + (plusMinus ?? 0))]
  return (
    <svg aria-hidden="true" className="interval">
      <line className="interval-axis" x1="0%" x2="100%" y1="50%" y2="50%" />
      {plusMinus !== null && (
        <g className="interval-whisker">
          <line x1={from} x2={to} y1="50%" y2="50%" />
          <line x1={from} x2={from} y1="28%" y2="72%" />
          <line x1={to} x2={to} y1="28%" y2="72%" />
        </g>
      )}
      <circle className="interval-dot" cx={at(rating)} cy="50%" r="4.5" />
    </svg>
  )
}

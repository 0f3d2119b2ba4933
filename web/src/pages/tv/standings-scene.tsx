import type { CSSProperties } from 'react'
import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import type { ResultStanding } from '../../../../src/api/tournament-result.ts'
import { PAGE_ROWS } from './facts-of.ts'

interface StandingsSceneProps {
  readonly contest: WholeTournamentBody
  readonly page: number
}

const ONE_COLUMN = 12

/** The standings, or who takes part before the first match. */
export function StandingsScene({ contest: { result, status }, page }: StandingsSceneProps) {
  const { standings } = result
  const rows = standings.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS)
  const isBegun = standings.some(({ wins, draws, losses, byes }) => wins + draws + losses + byes > 0)
  const half = rows.length <= ONE_COLUMN ? rows.length : Math.ceil(rows.length / 2)
  const columns = [rows.slice(0, half), rows.slice(half)].filter((column) => column.length > 0)
  const title = !isBegun ? 'Who plays' : status === 'over' ? 'Final standings' : 'Standings'
  const style: CSSProperties & Record<'--rows', number> = { '--rows': Math.max(8, half) }
  return (
    <section className="tv-standings" style={style}>
      <h2>{title}</h2>
      <div className="tv-columns">
        {columns.map((column) => (
          <table key={column[0]?.name}>
            <caption className="hidden-words">Place, entrant, won–drawn–lost, points</caption>
            <colgroup>
              <col className="tv-place" />
              <col />
              <col className="tv-tally" />
              <col className="tv-total" />
            </colgroup>
            <tbody>
              {column.map((row) => (
                <Row key={row.name} row={row} isBegun={isBegun} />
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  )
}

const Row = ({ row, isBegun }: { readonly row: ResultStanding; readonly isBegun: boolean }) => (
  <tr data-place={isBegun ? row.place : undefined} data-out={row.out === undefined ? undefined : ''}>
    <td className="digits">{isBegun && row.place}</td>
    <th scope="row">{row.name}</th>
    <td className="digits muted">{isBegun && `${row.wins}–${row.draws}–${row.losses}`}</td>
    <td className="digits tv-points">{isBegun && row.total}</td>
  </tr>
)

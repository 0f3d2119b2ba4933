import type { MarkChangeBody } from '../../../../../src/api/judging.ts'
import type { MarkBody, WholeTournamentBody } from '../../../../../src/api/tournaments.ts'
import { ScrollBox } from '../scroll-box.tsx'

interface MarksTableProps {
  readonly tournament: WholeTournamentBody
  readonly marks: readonly MarkBody[]
  readonly changes: readonly MarkChangeBody[]
}

/** All judges' marks in one table, a column for each judge, and every change of them. */
export function MarksTable({ tournament, marks, changes }: MarksTableProps) {
  const judges = [...new Set(marks.map(({ judge }) => judge))]
  if (judges.length === 0) return null
  const markOf = (judge: string, entrant: string): number | undefined =>
    marks.find((mark) => mark.judge === judge && mark.entrant === entrant)?.points
  return (
    <>
      <ScrollBox label="All marks">
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">Entrant</th>
              {judges.map((judge) => (
                <th key={judge} scope="col">
                  {judge}
                </th>
              ))}
              <th scope="col">Mean</th>
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {tournament.result.standings.map(({ name, judged, total }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {judges.map((judge) => (
                  <td key={judge}>{markOf(judge, name) ?? '–'}</td>
                ))}
                <td>{judged?.toFixed(1) ?? '–'}</td>
                <td className="points">{total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <details className="small">
        <summary>All changes of marks ({changes.length})</summary>
        <ol className="mark-changes">
          {changes.toReversed().map(({ at, judge, entrant, points, by }, index) => (
            <li key={changes.length - index}>
              <time dateTime={at}>{at.slice(0, 19).replace('T', ' ')}</time> {judge}{' '}
              {points === null ? `took back the mark of ${entrant}` : `gave ${entrant} ${points}`}
              {by === 'organiser' && <span className="muted"> (entered by the organiser)</span>}
            </li>
          ))}
        </ol>
      </details>
    </>
  )
}

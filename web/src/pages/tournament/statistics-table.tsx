import type { Statistics } from '../../../../src/api/tournament-result.ts'
import { EntrantName } from './entrant-name.tsx'
import type { PartProps } from './index-tournament.ts'
import { ScrollBox } from './scroll-box.tsx'

const FAULTS = [
  { key: 'crashes', title: 'Crashes' },
  { key: 'timeouts', title: 'Timeouts' },
  { key: 'illegal', title: 'Illegal' },
  { key: 'resigned', title: 'Resigned' },
] as const

/** Statistics of each entrant over all counted rounds. */
export function StatisticsTable({ tournament: { result }, index }: PartProps) {
  return (
    <>
      <ScrollBox label="Statistics">
        <table className="statistics numbers">
          <thead>
            <tr>
              <th scope="col">Entrant</th>
              <th scope="col">Rounds</th>
              <th scope="col">First seat</th>
              <th scope="col">Second seat</th>
              <th scope="col">Turns a round</th>
              {FAULTS.map(({ key, title }) => (
                <th key={key} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {result.statistics.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  <EntrantName name={row.name} index={index} />
                </th>
                <td>{row.rounds}</td>
                <td>{seatWords(row, 0)}</td>
                <td>{seatWords(row, 1)}</td>
                <td>{row.rounds === 0 ? '–' : (row.turns / row.rounds).toFixed(1)}</td>
                {FAULTS.map(({ key }) => (
                  <td key={key} data-bad={row[key] > 0 && key !== 'resigned' ? '' : undefined}>
                    {row[key]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="small-print muted fine">
        Rounds won, drawn and lost in each seat; crashes, timeouts and illegal moves are rounds lost by them.
      </p>
    </>
  )
}

const seatWords = ({ seats }: Statistics, seat: 0 | 1): string => {
  const { wins, draws, losses } = seats[seat]
  return `${wins}–${draws}–${losses}`
}

import { memo } from 'react'
import { SHORT_TABLE, type Cell } from '../../../../src/tournament/crosstable.ts'
import { worthOf } from '../../parts/tournament-words.ts'
import { EntrantName } from './entrant-name.tsx'
import { useFollowLinks } from '../../parts/follow-links.ts'
import type { TournamentIndex, PartProps } from './index-tournament.ts'
import { ScrollBox } from './scroll-box.tsx'

/** Above this number the matches of two entrants are shown as a sum. */
const LISTED = 4

/** The crosstable: each entrant's results against each other. */
export function CrosstableView({ tournament: { result }, index }: PartProps) {
  const follow = useFollowLinks()
  const names = result.standings.slice(0, SHORT_TABLE).map(({ name }) => name)
  const order = names.join('\n')
  const isCut = result.standings.length > SHORT_TABLE
  return (
    <>
      <ScrollBox label="Head to head" isHigh>
        <table className="crosstable numbers" onClick={follow}>
          <thead>
            <tr>
              <th scope="col">Entrant</th>
              {names.map((name, at) => (
                <th key={name} scope="col" title={name}>
                  <span aria-hidden="true">{at + 1}</span>
                  <span className="hidden-words">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, row) => {
              const cells = names.map((_, column) => result.crosstable[row]?.[column] ?? null)
              return (
                <Row
                  key={name}
                  names={names}
                  row={row}
                  cells={cells}
                  index={index}
                  sameAs={`${order}\n${cells.map(sumOf).join()}`}
                />
              )
            })}
          </tbody>
        </table>
      </ScrollBox>
      <p className="small-print muted fine">
        The points of the row’s entrant in each match: 1 is a win, ½ a draw, 0 a loss
        {isCut && `; the first ${SHORT_TABLE} entrants`}.
      </p>
    </>
  )
}

interface RowProps {
  readonly names: readonly string[]
  readonly row: number
  readonly cells: readonly (Cell | null)[]
  readonly index: TournamentIndex
  /** `memo`: unchanged rows do not render again; there are thousands of cells and an update each second. */
  readonly sameAs: string
}

const Row = memo(
  ({ names, row, cells, index }: RowProps) => {
    const name = names[row] ?? ''
    return (
      <tr>
        <th scope="row" title={name}>
          <span className="seed">{row + 1}</span> <EntrantName name={name} index={index} />
        </th>
        {cells.map((cell, column) => {
          const other = names[column] ?? ''
          return row === column ? (
            <td key={other} data-self="" />
          ) : (
            <td key={other} data-share={cell ? shareOf(cell) : undefined}>
              {cell && <Meetings cell={cell} name={name} other={other} index={index} />}
            </td>
          )
        })}
      </tr>
    )
  },
  (before, after) => before.sameAs === after.sameAs,
)

const sumOf = (cell: Cell | null): string =>
  cell === null ? '' : `${cell.wins} ${cell.draws} ${cell.losses} ${cell.matches.length}`

interface MeetingsProps {
  readonly cell: Cell
  readonly name: string
  readonly other: string
  readonly index: TournamentIndex
}

function Meetings({ cell, name, other, index }: MeetingsProps) {
  const { wins, draws, losses } = cell
  if (cell.matches.length > LISTED)
    return (
      <span title={`${name} against ${other}: ${wins} won, ${draws} drawn, ${losses} lost`}>
        {wins + draws / 2}–{losses + draws / 2}
      </span>
    )
  return cell.matches.map((key) => {
    const game = index.games.get(key)
    const match = index.scheduled.get(key)?.match ?? null
    const worth = game ? worthOf(game, name) : '–'
    return match === null ? (
      <span key={key}>{worth}</span>
    ) : (
      <a key={key} href={`/matches/${match}`} aria-label={`${name} against ${other}: ${worth}`}>
        {worth}
      </a>
    )
  })
}

/** The share of points in five steps, for the colour. */
function shareOf({ wins, draws, losses }: Cell): number | undefined {
  const all = wins + draws + losses
  return all === 0 ? undefined : Math.round(((wins + draws / 2) / all) * 4)
}

import { Link } from 'wouter'
import type { Cell } from '../../../src/tournament/crosstable.ts'
import { worthOf } from './contest-words.ts'
import { EntrantName } from './entrant-name.tsx'
import type { ContestIndex, PartProps } from './index-contest.ts'
import { ScrollBox } from './scroll-box.tsx'

/** More columns than this nobody can read. */
const READABLE = 60
/** More matches of two entrants than this are a sum. */
const LISTED = 4

/** Everybody against everybody. */
export function CrosstableView({ contest: { result }, index }: PartProps) {
  const names = result.standings.slice(0, READABLE).map(({ name }) => name)
  const isCut = result.standings.length > READABLE
  return (
    <>
      <ScrollBox label="Head to head">
        <table className="crosstable">
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
            {names.map((name, row) => (
              <tr key={name}>
                <th scope="row" title={name}>
                  <span className="seed">{row + 1}</span> <EntrantName name={name} index={index} />
                </th>
                {names.map((other, column) => {
                  const cell = result.crosstable[row]?.[column] ?? null
                  return row === column ? (
                    <td key={other} data-self="" />
                  ) : (
                    <td key={other} data-share={cell ? shareOf(cell) : undefined}>
                      {cell && <Meetings cell={cell} name={name} other={other} index={index} />}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="small-print">
        What the one in the row made of each match: 1 is a win, ½ a draw, 0 a loss
        {isCut && `; the first ${READABLE} entrants`}.
      </p>
    </>
  )
}

interface MeetingsProps {
  readonly cell: Cell
  readonly name: string
  readonly other: string
  readonly index: ContestIndex
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
      <Link key={key} href={`/matches/${match}`} aria-label={`${name} against ${other}: ${worth}`}>
        {worth}
      </Link>
    )
  })
}

/** How well it went, in five steps for the colour. */
function shareOf({ wins, draws, losses }: Cell): number | undefined {
  const all = wins + draws + losses
  return all === 0 ? undefined : Math.round(((wins + draws / 2) / all) * 4)
}

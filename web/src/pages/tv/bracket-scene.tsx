import type { CSSProperties } from 'react'
import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import type { Tie } from '../../../../src/tournament/bracket.ts'
import type { PlacedTie } from '../../../../src/tournament/bracket-layout.ts'
import { capital } from '../../parts/tournament-words.ts'
import { bracketGroups } from './bracket-groups.ts'

interface BracketSceneProps {
  readonly contest: WholeTournamentBody
  readonly part: number
}

/** A bracket that fills the screen: sizes are shares of it. */
export function BracketScene({ contest: { result, schedule }, part }: BracketSceneProps) {
  const group = bracketGroups(result.bracket)[part]
  if (group === undefined) return null
  const { columns, rows, ties } = group
  const live = new Set(schedule.filter(({ status }) => status === 'playing').map(({ key }) => key))
  const byId = new Map(ties.map((one) => [one.tie.id, one]))
  const style: CSSProperties & Record<'--columns' | '--rows', number> = {
    '--columns': columns.length,
    '--rows': Math.max(8, rows),
  }
  return (
    <section className="tv-bracket" style={style}>
      <h2 className="hidden-words">{group.title}</h2>
      <ol className="tv-bracket-heads" aria-hidden="true">
        {columns.map((title) => (
          <li key={title}>{capital(title)}</li>
        ))}
      </ol>
      <div className="tv-bracket-room">
        <svg
          viewBox={`0 0 ${columns.length} ${Math.max(8, rows)}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {ties.map((one) => (
            <Way key={one.tie.id} from={one} to={byId.get(one.tie.winnerTo?.tie ?? '')} />
          ))}
        </svg>
        <ol>
          {ties.map((one) => (
            <TieBox key={one.tie.id} placed={one} isLive={one.tie.matches.some((key) => live.has(key))} />
          ))}
        </ol>
      </div>
    </section>
  )
}

/** The share of a column that a tie takes. */
const WIDTH = 0.86

function Way({ from, to }: { readonly from: PlacedTie; readonly to: PlacedTie | undefined }) {
  if (to === undefined || to.column <= from.column) return null
  const target = to.row + (from.tie.winnerTo?.slot ?? 0) + 0.5
  return (
    <path
      data-known={from.tie.winner === undefined ? undefined : ''}
      d={`M${from.column + WIDTH} ${from.row + 1}H${to.column - (1 - WIDTH) / 2}V${target}H${to.column}`}
    />
  )
}

function TieBox({
  placed: { tie, column, row },
  isLive,
}: {
  readonly placed: PlacedTie
  readonly isLive: boolean
}) {
  const style: CSSProperties & Record<'--column' | '--row', number> = { '--column': column, '--row': row }
  return (
    <li className="tv-tie" style={style} data-live={isLive ? true : undefined}>
      {([0, 1] as const).map((slot) => (
        <Slot key={slot} tie={tie} slot={slot} />
      ))}
    </li>
  )
}

function Slot({ tie: { slots, score, winner, decided }, slot }: { readonly tie: Tie; readonly slot: 0 | 1 }) {
  const { entrant, expected, seed } = slots[slot]
  const isKnown = typeof entrant === 'string'
  const outcome = winner === undefined || decided === 'skipped' ? undefined : winner === slot ? 'won' : 'lost'
  const isScored = isKnown && (score[0] + score[1] > 0 || decided === 'matches')
  return (
    <span
      className="tv-slot"
      data-outcome={isKnown ? outcome : undefined}
      data-open={isKnown ? undefined : ''}
    >
      <span className="tv-seed">{isKnown && seed}</span>
      <span className="tv-slot-name">{entrant === null ? 'bye' : (entrant ?? expected ?? '')}</span>
      {isScored && <span className="digits">{score[slot]}</span>}
    </span>
  )
}

import type { CSSProperties } from 'react'
import type { WholeTournamentBody } from '../../../../src/api/tournaments.ts'
import { longestPart, Name } from '../../parts/name.tsx'
import { ordinal } from './stakes.ts'

/** The first three of a contest that is over. */
export function PodiumScene({ contest: { result } }: { readonly contest: WholeTournamentBody }) {
  const first = result.standings.filter(({ place, out }) => place <= 3 && out === undefined).slice(0, 3)
  return (
    <section className="tv-podium">
      <h2 className="hidden-words">Podium</h2>
      <ol>
        {first.map(({ name, place, total, why }, at) => (
          <li key={name} data-step={at + 1} data-place={place}>
            <div className="tv-winner">
              <h3 style={lettersOf(name)}>
                <Name name={name} />
              </h3>
              <p className="muted">
                {total} {total === 1 ? 'point' : 'points'}
              </p>
              {place === 1 && why !== undefined && <p className="tv-why muted">{why}</p>}
            </div>
            <p className="tv-step">{ordinal(place)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A long word is set in smaller type. */
const lettersOf = (name: string): CSSProperties & Record<'--letters', number> => ({
  '--letters': longestPart(name),
})

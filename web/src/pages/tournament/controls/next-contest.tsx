import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { WholeTournamentBody } from '../../../../../src/api/tournaments.ts'
import { bestOf, entriesOf } from './best-of.ts'

/** How many play on: the quarter-finals of a knock-out. */
const USUAL = 8

/** Opens the form for the next stage: a contest of the best entrants of this one, which is over. */
export function NextContest({ tournament }: { readonly tournament: WholeTournamentBody }) {
  const id = useId()
  const [, navigate] = useLocation()
  const [text, setText] = useState(String(USUAL))
  const count = Math.floor(Number(text))
  const { entrants, level } = bestOf(tournament.result, count)
  const isEnough = entrants.length >= 2
  const open = (): void =>
    navigate(
      `/contests/new?${new URLSearchParams([
        ['name', `${tournament.name}: finals`],
        ['challenge', tournament.challenge],
        ['format', 'single-elimination'],
        ...entriesOf(entrants).map((entry) => ['entrant', entry]),
      ])}`,
    )
  return (
    <details className="judging">
      <summary>
        Play on with the best <span className="muted">finals, as a contest of their own</span>
      </summary>
      <p className="muted">
        Opens the form for a new contest with the best of this one, seeded by their places. A bot plays the
        version that is its newest when the finals start. Clock, settings and plan begin as those of the
        challenge.
      </p>
      <div className="field">
        <label htmlFor={id}>How many play on</label>
        <div className="typed">
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <button type="button" className="button" disabled={!isEnough} onClick={open}>
            Plan the finals …
          </button>
        </div>
      </div>
      <p className="small" role="status">
        {isEnough ? namesOf(entrants.map(({ name }) => name)) : 'At least two must play on.'}
        {level.length > 0 && ` ${level.join(', ')} would be level with the last of them.`}
      </p>
    </details>
  )
}

const namesOf = (names: readonly string[]): string => `${names.length} play on: ${names.join(', ')}.`

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
  const open = (): void => navigate(linkToFinals(tournament, entriesOf(entrants)))
  return (
    <details className="judging">
      <summary>
        Play on with the best <span className="muted">finals, as a contest of their own</span>
      </summary>
      <p className="muted">
        Opens the form for a new contest with the best of this one, seeded by their places. A bot plays the
        version that is its newest when the finals start. The form begins with the clock, the settings and the
        limits of this contest, without its times.
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

/** With all that the form has of this contest, but the times of its plan. */
function linkToFinals(
  { id, name, challenge, terms, plan }: WholeTournamentBody,
  entries: readonly string[],
): string {
  const text = (value: number | null): string | undefined => (value === null ? undefined : String(value))
  return linkToForm([
    ['after', String(id)],
    ['name', `${name}: finals`],
    ['challenge', challenge],
    ['format', 'single-elimination'],
    ...entries.map((entry) => ['entrant', entry] as const),
    ['clock', terms.clock ?? undefined],
    ['openings', terms.openings ? 'yes' : 'no'],
    ['nodes', text(terms.nodes)],
    ['benchAfter', text(terms.benchAfter)],
    ...Object.entries(terms.settings).map(([setting, value]) => ['setting', `${setting}=${value}`] as const),
    ['atOnce', String(plan.atOnce)],
    ['absentMinutes', plan.absentSeconds === null ? '' : String(plan.absentSeconds / 60)],
    ['rounds', plan.rounds],
  ])
}

/** The form for a new contest reads these fields. */
const linkToForm = (fields: readonly (readonly [string, string | undefined])[]): string =>
  `/contests/new?${new URLSearchParams(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))}`

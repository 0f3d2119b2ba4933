import { useEffect, useId, useRef, useState } from 'react'
import type { WholeTournamentBody } from '../../../../../src/api/tournaments.ts'
import { withdrawEntrant } from '../../../api/tournaments.ts'
import { AskOnceMore } from '../../../parts/ask-once-more.tsx'
import { useAct } from './use-act.ts'

interface WithdrawEntrantProps {
  readonly tournament: WholeTournamentBody
  readonly onChange: () => void
}

/** Withdraws an entrant from a tournament that is not over. */
export function WithdrawEntrant({ tournament, onChange }: WithdrawEntrantProps) {
  const id = useId()
  const [chosen, setChosen] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const { said, isBusy, act } = useAct(onChange)
  const choice = useRef<HTMLSelectElement>(null)
  const hasAsked = useRef(false)
  useEffect(() => {
    // The focus goes back to the button.
    if (hasAsked.current && !isAsking) choice.current?.focus()
    hasAsked.current = isAsking
  }, [isAsking])
  const outs = new Map(tournament.result.standings.map(({ name, out }) => [name, out]))
  const stillIn = tournament.result.entrants.filter(({ name }) => outs.get(name) === undefined)
  const withdraw = async (): Promise<void> => {
    await act(withdrawEntrant(tournament.id, chosen), `${chosen} was withdrawn.`)
    setIsAsking(false)
    setChosen('')
  }
  return (
    <details className="judging">
      <summary>
        Withdraw an entrant <span className="muted">a team has to leave, or must not go on</span>
      </summary>
      <p className="muted">
        Its finished matches count. It loses the matches that it has not played. The arena calls off its
        running match.
      </p>
      {isAsking ? (
        <AskOnceMore
          what={`Withdraw ${chosen}`}
          words={`${chosen} will play no more in this contest, and you cannot take that back.`}
          no="Keep it in"
          onYes={withdraw}
          onNo={() => setIsAsking(false)}
        />
      ) : (
        <div className="field withdraw">
          <label htmlFor={id}>Entrant</label>
          <div className="typed">
            <select ref={choice} id={id} value={chosen} onChange={({ target }) => setChosen(target.value)}>
              <option value="">Choose …</option>
              {stillIn.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
            <button
              type="button"
              className="button danger"
              disabled={isBusy || chosen === ''}
              onClick={() => setIsAsking(true)}
            >
              Withdraw …
            </button>
          </div>
        </div>
      )}
      <p className="mark-said small" data-kind={said?.kind} role="status">
        {said?.message}
      </p>
    </details>
  )
}

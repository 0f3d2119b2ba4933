import { useState, type SubmitEvent } from 'react'
import type { WholeTournamentBody } from '../../../../../src/api/tournaments.ts'
import { callRound, changePlan, extendTournament } from '../../../api/tournaments.ts'
import { Countdown } from '../../../parts/countdown.tsx'
import { PlanFields } from '../../../parts/plan-fields.tsx'
import { planChanges, textsOf, type PlanTexts } from '../../../parts/plan-texts.ts'
import { useNow } from '../../../parts/use-now.ts'
import { useAct } from './use-act.ts'

interface PlanControlsProps {
  readonly tournament: WholeTournamentBody
  readonly onChange: () => void
}

/** Calls rounds, gives more time, and changes the plan. */
export function PlanControls({ tournament, onChange }: PlanControlsProps) {
  const { id, nextRound, starts, absent, plan } = tournament
  const { said, isBusy, act } = useAct(onChange)
  const now = useNow(plan.breaks.length === 0 ? undefined : 1_000)
  const isBreak = plan.breaks.some(({ from, to }) => Date.parse(from) <= now && now < Date.parse(to))
  const more = (what: 'start' | 'break' | 'absence', words: string, entrant?: string): void =>
    void act(
      extendTournament(id, { what, minutes: MINUTES, ...(entrant !== undefined && { entrant }) }),
      words,
    )
  return (
    <>
      <div className="day-controls line">
        {nextRound && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void act(callRound(id), `Round ${nextRound.round} is called.`)}
          >
            Call round {nextRound.round} now
          </button>
        )}
        {starts !== null && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => more('start', 'The start is later now.')}
          >
            Start {MINUTES} min later
          </button>
        )}
        {isBreak && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => more('break', 'The break is longer now.')}
          >
            Break {MINUTES} min longer
          </button>
        )}
        {absent.map(({ entrant, opponent, until }) => (
          <span key={entrant} className="absent-control line">
            <span>
              <b>{entrant}</b> is absent ({opponent} waits): <Countdown to={until} after="time is up" />
            </span>
            <button
              type="button"
              className="button"
              disabled={isBusy}
              aria-label={`+${MINUTES} min for ${entrant}`}
              onClick={() => more('absence', `${entrant} has ${MINUTES} minutes more.`, entrant)}
            >
              +{MINUTES} min
            </button>
          </span>
        ))}
        <p className="mark-said small" data-kind={said?.kind} role="status">
          {said?.message}
        </p>
      </div>
      {tournament.status !== 'over' && <PlanForm tournament={tournament} onChange={onChange} />}
    </>
  )
}

/** By how much a time is put off with one click. */
const MINUTES = 5

function PlanForm({ tournament, onChange }: PlanControlsProps) {
  const { id, plan, clock, status } = tournament
  const [texts, setTexts] = useState<PlanTexts>()
  const [problem, setProblem] = useState<{ readonly place: string; readonly message: string }>()
  const [said, setSaid] = useState('')
  const shown = texts ?? textsOf(plan)
  const hasStarted = status !== 'waiting'
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const changes = {
      ...planChanges(plan, shown),
      ...(!hasStarted && shown.clock.trim() !== '' && { clock: shown.clock.trim() }),
    }
    if (Object.keys(changes).length === 0) return setSaid('Nothing has changed.')
    const done = await changePlan(id, changes)
    setSaid(done.ok ? 'The plan is changed.' : '')
    setProblem(
      done.ok
        ? undefined
        : { place: done.problem.at?.split('.')[0] ?? 'form', message: done.problem.message },
    )
    if (!done.ok) return
    setTexts(undefined)
    onChange()
  }
  return (
    <details className="judging">
      <summary>
        Plan <span className="muted">start, breaks, rounds, matches at once, absent teams</span>
      </summary>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <PlanFields
          texts={shown}
          clock={clock}
          hasStarted={hasStarted}
          problemOf={(name) => (problem?.place === name ? problem.message : undefined)}
          onChange={(changed) => {
            setTexts(changed)
            setSaid('')
            setProblem(undefined)
          }}
        />
        <div className="line">
          <button className="button main">Save the plan</button>
          <p className="mark-said small" data-kind={problem ? 'refused' : 'done'} role="status">
            {problem?.place === 'form' ? problem.message : said}
          </p>
        </div>
      </form>
    </details>
  )
}

import { useId, useState, type SubmitEvent } from 'react'
import type { ScheduledMatch, WholeTournamentBody } from '../../../../../src/api/tournaments.ts'
import { replayMatch, ruleMatch } from '../../../api/tournaments.ts'
import { useAct } from './use-act.ts'

interface DecideMatchProps {
  readonly tournament: WholeTournamentBody
  readonly onChange: () => void
}

/** Lets a match be played again, or decides it; everybody sees the reason. */
export function DecideMatch({ tournament, onChange }: DecideMatchProps) {
  const id = useId()
  const [key, setKey] = useState('')
  const [what, setWhat] = useState('replay')
  const [reason, setReason] = useState('')
  const { said, isBusy, act } = useAct(onChange)
  const { schedule } = tournament
  const match = schedule.find((one) => one.key === key)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (match === undefined) return
    const isDone =
      what === 'replay'
        ? await act(replayMatch(tournament.id, { key, reason }), 'It is played again.')
        : await act(
            ruleMatch(tournament.id, { key, winner: winnerOf(what, match), reason }),
            'The ruling counts, and all visitors see the reason.',
          )
    if (!isDone) return
    setKey('')
    setWhat('replay')
    setReason('')
  }
  return (
    <details className="judging">
      <summary>
        Replay or rule a match <span className="muted">after a fault of the host, or of a team</span>
      </summary>
      <p className="muted">
        The old result does not count any more; its record stays. A match cannot be changed once later matches
        were played on its result.
      </p>
      <form className="decide" onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor={`${id}-match`}>Match</label>
          <select id={`${id}-match`} value={key} onChange={({ target }) => setKey(target.value)}>
            <option value="">Choose …</option>
            {schedule.toReversed().map((one) => (
              <option key={one.key} value={one.key}>
                {matchWords(one)}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-what`}>Decision</label>
          <select id={`${id}-what`} value={what} onChange={({ target }) => setWhat(target.value)}>
            <option value="replay">play it again</option>
            <option value="first">{match?.players[0] ?? 'the first'} wins</option>
            <option value="second">{match?.players[1] ?? 'the second'} wins</option>
            <option value="draw">a draw</option>
          </select>
        </div>
        <div className="field decide-reason">
          <label htmlFor={`${id}-reason`}>Reason</label>
          <input
            id={`${id}-reason`}
            value={reason}
            maxLength={500}
            autoComplete="off"
            placeholder="All visitors see it beside the match"
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
        <button className="button danger" disabled={isBusy || match === undefined || reason.trim() === ''}>
          Decide
        </button>
      </form>
      <p className="mark-said small" data-kind={said?.kind} role="status">
        {said?.message}
      </p>
    </details>
  )
}

const winnerOf = (what: string, { players }: ScheduledMatch): string | null =>
  what === 'first' ? players[0] : what === 'second' ? players[1] : null

const matchWords = ({ stage, round, players, status }: ScheduledMatch): string =>
  `${players.join(' against ')} (${stage}, round ${round}, ${STATUS[status]})`

const STATUS = { waiting: 'not played', playing: 'playing', over: 'played' } as const

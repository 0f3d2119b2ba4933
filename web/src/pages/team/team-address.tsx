import { useId, useState, type SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import type { ChallengeBody } from '../../../../src/api/challenges.ts'
import { beginRun, fetchCases, setTeamUrl } from '../../api/evaluations.ts'
import { useResource } from '../../api/use-resource.ts'

interface TeamAddressProps {
  readonly player: number
  readonly challenge: ChallengeBody
  /** The current address. */
  readonly url: string | undefined
  readonly onChange: () => void
}

/** A team's address for the battles of one challenge, and the button that starts an evaluation. */
export function TeamAddress({ player, challenge, url, onChange }: TeamAddressProps) {
  const id = useId()
  const [text, setText] = useState(url ?? '')
  const [problem, setProblem] = useState<string>()
  const [isSaved, setSaved] = useState(false)
  const set = async (wanted: string | null): Promise<void> => {
    const done = await setTeamUrl(player, challenge.id, wanted)
    setProblem(done.ok ? undefined : done.problem.message)
    setSaved(done.ok)
    if (!done.ok) return
    setText(wanted ?? '')
    onChange()
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void set(text.trim() === '' ? null : text.trim())
  }
  return (
    <div className="address-row">
      <form className="upload flow" onSubmit={submit}>
        <div className="field">
          <label htmlFor={`${id}-url`}>{challenge.title}: where the team waits</label>
          <input
            id={`${id}-url`}
            type="url"
            inputMode="url"
            value={text}
            placeholder="http://192.168.7.20:3000"
            aria-describedby={`${id}-problem`}
            aria-invalid={problem !== undefined}
            onChange={({ target }) => {
              setText(target.value)
              setSaved(false)
            }}
          />
        </div>
        <button className="button" aria-label={`Save the address for ${challenge.title}`}>
          Save
        </button>
        <button
          type="button"
          className="button"
          disabled={url === undefined}
          aria-label={`Clear the address for ${challenge.title}`}
          onClick={() => void set(null)}
        >
          Clear
        </button>
        <p
          id={`${id}-problem`}
          role="status"
          className={problem === undefined ? 'muted small wraps address-note' : 'problem'}
        >
          {problem ?? noteOf(url, challenge.id, isSaved)}
        </p>
      </form>
      <Evaluate player={player} challenge={challenge} isReady={url !== undefined} />
    </div>
  )
}

function noteOf(url: string | undefined, challenge: string, isSaved: boolean): string {
  if (url === undefined)
    return isSaved
      ? 'Cleared: the arena has no address of your team.'
      : 'The arena has no address of your team yet.'
  return `${isSaved ? 'Saved. ' : ''}The arena posts to ${url.replace(/\/$/, '')}/${challenge}`
}

interface EvaluateProps {
  readonly player: number
  readonly challenge: ChallengeBody
  readonly isReady: boolean
}

function Evaluate({ player, challenge, isReady }: EvaluateProps) {
  const id = useId()
  const [, navigate] = useLocation()
  const cases = useResource(challenge.id, (signal) => fetchCases(challenge.id, signal)).value?.cases ?? []
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const run = await beginRun(player, challenge.id, chosen)
    if (run.ok) navigate(`/evaluations/${run.value.id}`)
    else setProblem(run.problem.message)
  }
  return (
    <form className="upload flow" onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label htmlFor={`${id}-case`}>Evaluate</label>
        <select id={`${id}-case`} value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">all {cases.length} cases</option>
          {cases.map(({ case: name, about, possible }) => (
            <option key={name} value={name}>
              {name}: the house {about} ({possible})
            </option>
          ))}
        </select>
      </div>
      <button className="button main" disabled={!isReady}>
        Evaluate now <span className="hidden-words">at {challenge.title}</span>
      </button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}

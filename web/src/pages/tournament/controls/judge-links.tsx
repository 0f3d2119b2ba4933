import { useId, useState, type SubmitEvent } from 'react'
import type { JudgeLinkBody, JudgesBody } from '../../../../../src/api/judging.ts'
import { inviteJudge, revokeJudge, setJudgesPoints } from '../../../api/judging.ts'
import { firstClick } from '../../../parts/first-click.ts'
import { keepFocus } from '../../../parts/keep-focus.ts'
import { isLocalPage, LocalAddress } from '../../../parts/local-address.tsx'
import { Copied } from '../../../parts/new-key.tsx'
import { QrCode } from '../../../parts/qr-code.tsx'
import { useAction } from '../../../parts/use-action.ts'

interface JudgeLinksProps {
  readonly tournament: number
  readonly judges: JudgesBody
  readonly onChange: () => Promise<void>
}

/** Makes and revokes the links of judges. A link is shown once, as text and as a QR code for a phone. */
export function JudgeLinks({ tournament, judges, onChange }: JudgeLinksProps) {
  const id = useId()
  const [name, setName] = useState('')
  const [made, setMade] = useState<JudgeLinkBody>()
  const { isBusy, said, send } = useAction()
  const invite = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const isMade = await send(inviteJudge(tournament, name), (link) => {
      setMade(link)
      setName('')
      return undefined
    })
    if (!isMade) setMade(undefined)
    await onChange()
  }
  const revoke = async (judge: string): Promise<void> => {
    await send(revokeJudge(tournament, judge), () => undefined)
    if (made?.judge.id === judge) setMade(undefined)
    await onChange()
  }
  const active = judges.judges.filter(({ revoked }) => revoked === null)
  const url = made && `${window.location.origin}${made.path}`
  return (
    <div className="judge-links">
      <form className="field" onSubmit={(event) => void invite(event)}>
        <label htmlFor={id}>A link for a judge</label>
        <div className="typed">
          <input
            id={id}
            value={name}
            maxLength={64}
            autoComplete="off"
            placeholder="Name of the judge"
            onChange={(event) => setName(event.target.value)}
          />
          <button className="button" disabled={isBusy || name.trim() === ''}>
            Make a link
          </button>
        </div>
      </form>
      {!judges.isFixed && <PointsForm tournament={tournament} points={judges.points} onChange={onChange} />}
      {said?.message !== undefined && (
        <p className="problem" role="alert">
          {said.message}
        </p>
      )}
      {made && url && (
        <div className="new-key line" role="status">
          <QrCode text={url} label={`QR code of the link for ${made.judge.name}`} />
          <div>
            <p>
              The link of <b>{made.judge.name}</b>. The page shows it only now.{' '}
              {!isLocalPage() && 'It works on a phone. '}With it a judge can give marks in this contest, and
              do nothing else.
            </p>
            <LocalAddress who="the judges use" />
            <Copied text={url} what={`the link for ${made.judge.name}`} />
          </div>
        </div>
      )}
      {active.length > 0 && (
        <ul className="lined">
          {active.map((judge) => (
            <li key={judge.id} className="line">
              <b>{judge.name}</b>
              <span className="muted">has a link since {judge.created.slice(0, 10)}</span>
              <button
                type="button"
                className="button danger"
                disabled={isBusy}
                aria-label={`Revoke the link of ${judge.name}`}
                onClick={firstClick(() => void keepFocus(revoke(judge.id)))}
              >
                Revoke
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface PointsFormProps {
  readonly tournament: number
  readonly points: number
  readonly onChange: () => Promise<void>
}

/** What a judge gives at most, where the challenge does not say it. */
function PointsForm({ tournament, points, onChange }: PointsFormProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const set = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const answer = await setJudgesPoints(tournament, Number(typed))
    setProblem(answer.ok ? undefined : answer.problem.message)
    if (answer.ok) setTyped(undefined)
    await onChange()
  }
  return (
    <form className="field" onSubmit={(event) => void set(event)}>
      <label htmlFor={id}>The most points that a judge can give</label>
      <div className="typed">
        <input
          id={id}
          inputMode="numeric"
          value={typed ?? String(points === 0 ? 20 : points)}
          aria-describedby={`${id}-about`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button className="button" disabled={typed === undefined}>
          Set
        </button>
      </div>
      <p className="muted small" id={`${id}-about`}>
        With judges, a place is worth points: 50 for the first, 5 less for each after it. The judges’ mean
        comes on top.
      </p>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

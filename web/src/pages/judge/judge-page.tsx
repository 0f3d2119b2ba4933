import { useRef, useState, type KeyboardEvent } from 'react'
import type { JudgingBody } from '../../../../src/api/judging.ts'
import type { Problem } from '../../../../src/base/result.ts'
import { fetchJudging } from '../../api/judging.ts'
import { useResource } from '../../api/use-resource.ts'
import '../../parts/form.css'
import { useTitle } from '../../parts/use-title.ts'
import './judge.css'
import { PASSING, useMarks, type Marks } from './use-marks.ts'

/** Points of the matches change while a contest runs. */
const LOOK_MS = 15_000

/** The page of one judge: the token in the address is all it needs. */
export function JudgePage() {
  // It stays in the address: a judge may reload the page, or keep it as a bookmark.
  const [token] = useState(() => window.location.hash.slice(1))
  const { value, problem, reload } = useResource(
    token === '' ? undefined : token,
    (signal) => fetchJudging(token, signal),
    { everyMs: LOOK_MS },
  )
  useTitle(value ? `Judging ${value.name}` : 'Judging')
  if (value) return <Judging token={token} judging={value} problem={problem} onSaved={reload} />
  const words =
    token === '' ? 'Open the link that the organiser gave you: this page needs all of it' : problem?.message
  return (
    <p className="lonely" role={words === undefined ? 'status' : 'alert'}>
      {words === undefined ? 'Looking for your contest …' : `${words}.`}
    </p>
  )
}

interface JudgingProps {
  readonly token: string
  readonly judging: JudgingBody
  /** Why the last request for the rows failed. */
  readonly problem: Problem | undefined
  readonly onSaved: () => Promise<void>
}

function Judging({ token, judging, problem, onSaved }: JudgingProps) {
  const { name, title, judge, points: max, rows, published } = judging
  const marks = useMarks(token, judging, onSaved)
  const given = rows.flatMap(({ entrant }) => marks.markOf(entrant) ?? [])
  const sum = inTenths(given.reduce((all, one) => all + one, 0))
  const hasPlaces = rows.some(({ place }) => place !== null)
  return (
    <div className="judge-page">
      <header className="title">
        <h1>{name}</h1>
        <p className="muted">
          {title}. You judge as <b>{judge}</b>: 0 to {max} points for each team, with at most one decimal.{' '}
          {published === null
            ? 'Your marks are private until the organiser publishes them.'
            : 'The marks are published: everybody sees them.'}
        </p>
      </header>
      <SaveState marks={marks} problem={problem} />
      <table className="judge-rows numbers">
        <thead>
          <tr>
            <th scope="col">Team</th>
            {hasPlaces && <th scope="col">Matches</th>}
            <th scope="col">Your mark</th>
            {hasPlaces && <th scope="col">Sum</th>}
          </tr>
        </thead>
        <Rows judging={judging} marks={marks} hasPlaces={hasPlaces} />
        <tfoot>
          <tr>
            <th scope="row">
              {given.length} of {rows.length} given
            </th>
            {hasPlaces && <td />}
            <td data-sum>{sum}</td>
            {hasPlaces && (
              <td className="muted">{given.length > 0 && `mean ${inTenths(sum / given.length)}`}</td>
            )}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface RowsProps {
  readonly judging: JudgingBody
  readonly marks: Marks
  readonly hasPlaces: boolean
}

function Rows({ judging: { rows, points: max }, marks, hasPlaces }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  /** Enter and the arrows go down and up the column. */
  const move = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const fields = [...(body.current?.querySelectorAll('input') ?? [])]
    const next = fields[fields.indexOf(event.currentTarget) + step]
    next?.focus()
    next?.select()
  }
  return (
    <tbody ref={body}>
      {rows.map(({ entrant, place, points }, at) => {
        const problem = marks.problemOf(entrant)
        const mark = marks.markOf(entrant)
        return (
          <tr key={entrant} data-saved={marks.isSaved(entrant) ? '' : undefined}>
            <th scope="row">
              {entrant}
              {problem !== undefined && (
                <span className="problem small" role="alert" id={`mark-${at}-problem`}>
                  {problem}
                </span>
              )}
            </th>
            {hasPlaces && (
              <td className="muted">
                {points}
                <span className="judge-place small"> {place !== null && `#${place}`}</span>
              </td>
            )}
            <td>
              <input
                inputMode="decimal"
                enterKeyHint="next"
                autoComplete="off"
                aria-label={`Mark for ${entrant}, 0 to ${max}`}
                aria-invalid={problem !== undefined}
                aria-describedby={problem === undefined ? undefined : `mark-${at}-problem`}
                value={marks.textOf(entrant)}
                onKeyDown={move}
                onChange={(event) => marks.type(entrant, event.target.value)}
              />
            </td>
            {hasPlaces && <td className="points">{inTenths(points + (mark ?? 0))}</td>}
          </tr>
        )
      })}
    </tbody>
  )
}

interface SaveStateProps extends Pick<JudgingProps, 'problem'> {
  readonly marks: Marks
}

/** Whether the server has everything that was typed, and takes more: it does not once the link was revoked. */
function SaveState({ marks: { isLost, waiting, refused }, problem }: SaveStateProps) {
  if (problem && !PASSING.has(problem.code))
    return (
      <p className="judge-state notice" data-tone="bad" role="alert">
        {problem.message}.
      </p>
    )
  const words = isLost
    ? `Connection lost. ${waiting} ${waiting === 1 ? 'mark waits' : 'marks wait'} in this browser, and will be sent when the connection is back.`
    : waiting > 0
      ? 'Saving …'
      : refused > 0
        ? `${refused} ${refused === 1 ? 'mark is' : 'marks are'} not saved: the reason stands below the team.`
        : problem
          ? 'All marks are saved. Connection lost, trying again …'
          : 'All marks are saved.'
  return (
    <p
      className="judge-state notice"
      data-tone={isLost || refused > 0 || problem ? 'warn' : undefined}
      role="status"
    >
      {words}
    </p>
  )
}

const inTenths = (value: number): number => Math.round(value * 10) / 10

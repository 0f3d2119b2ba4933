import { useEffect, useId, useState, type SubmitEvent } from 'react'
import type { MarkBody, WholeTournamentBody } from '../../../../../src/api/tournaments.ts'
import { fetchJudges } from '../../../api/judging.ts'
import { fetchMarks, giveMark, moveTournament } from '../../../api/tournaments.ts'
import { useResource } from '../../../api/use-resource.ts'
import { AskOnceMore } from '../../../parts/ask-once-more.tsx'
import { JudgeLinks } from './judge-links.tsx'
import { MarksTable } from './marks-table.tsx'

interface JudgesConsoleProps {
  readonly tournament: WholeTournamentBody
  /** The challenge has judges. */
  readonly isExpected: boolean
  readonly onChange: () => void
}

/** Judges type on pages of their own: the organiser's table follows. */
const LOOK_MS = 5_000

/** The judges: their links, their marks, which the organiser may write down as well, and publishing. */
export function JudgesConsole({ tournament, isExpected, onChange }: JudgesConsoleProps) {
  const id = useId()
  const { value, reload } = useResource(`${tournament.id}`, (signal) => fetchMarks(tournament.id, signal))
  const judging = useResource(`${tournament.id}`, (signal) => fetchJudges(tournament.id, signal), {
    everyMs: LOOK_MS,
  })
  const max = judging.value?.points ?? 0
  const marks = value?.marks ?? []
  const changes = judging.value?.changes ?? []
  // A judge gave a mark: the table and the sums follow.
  useEffect(() => {
    if (changes.length === 0) return
    void reload()
    onChange()
  }, [changes.length])
  const [judge, setJudge] = useState('')
  // Open by default only when the matches are over and the marks are not published.
  const [isOpen, setIsOpen] = useState(
    isExpected && tournament.status === 'over' && tournament.published === null,
  )
  const changed = async (): Promise<void> => {
    await Promise.all([reload(), judging.reload()])
    onChange()
  }
  const name = judge.trim()
  const judges = [...new Set(marks.map((mark) => mark.judge))]
  return (
    <details className="judging" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        Judges{' '}
        <span className="muted">
          {tournament.published === null ? 'only you see their marks so far' : 'their marks are published'}
        </span>
      </summary>
      {judging.value && (
        <JudgeLinks tournament={tournament.id} judges={judging.value} onChange={judging.reload} />
      )}
      <MarksTable tournament={tournament} marks={marks} changes={changes} />
      {max > 0 && (
        <>
          <p className="muted">
            Each judge gives every entrant 0 to {max} points, with at most one decimal; the mean counts. A
            later mark of the same judge replaces the earlier one.
          </p>
          <div className="field judge-name">
            <label htmlFor={id}>Marks of which judge</label>
            <input
              id={id}
              list={`${id}-known`}
              value={judge}
              maxLength={64}
              autoComplete="off"
              placeholder="Name of the judge"
              onChange={(event) => setJudge(event.target.value)}
            />
            <datalist id={`${id}-known`}>
              {judges.map((known) => (
                <option key={known} value={known} />
              ))}
            </datalist>
          </div>
          <ul className="marks lined">
            {tournament.result.entrants.map((entrant) => (
              <li key={entrant.name}>
                <b>{entrant.name}</b>
                {name !== '' && (
                  <MarkForm
                    key={name}
                    tournament={tournament.id}
                    judge={name}
                    entrant={entrant.name}
                    max={max}
                    given={marks.find((mark) => mark.judge === name && mark.entrant === entrant.name)?.points}
                    onSaved={changed}
                  />
                )}
                <GivenMarks
                  marks={marks.filter((mark) => mark.entrant === entrant.name)}
                  mean={tournament.result.standings.find((one) => one.name === entrant.name)?.judged}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <Publish tournament={tournament} hasMarks={marks.length > 0} onChange={onChange} />
    </details>
  )
}

function GivenMarks({
  marks,
  mean,
}: {
  readonly marks: readonly MarkBody[]
  readonly mean?: number | undefined
}) {
  if (marks.length === 0) return <span className="muted">no marks yet</span>
  return (
    <span className="given flow digits">
      {marks.map(({ judge, points }) => (
        <span key={judge}>
          {judge} {points}
        </span>
      ))}
      {mean !== undefined && <b>mean {mean}</b>}
    </span>
  )
}

interface MarkFormProps {
  readonly tournament: number
  readonly judge: string
  readonly entrant: string
  readonly max: number
  readonly given: number | undefined
  readonly onSaved: () => Promise<void>
}

function MarkForm({ tournament, judge, entrant, max, given, onSaved }: MarkFormProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [said, setSaid] = useState<{ readonly kind: 'saved' | 'refused'; readonly message: string }>()
  const text = typed ?? (given === undefined ? '' : String(given))
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const points = text.trim() === '' ? NaN : Number(text.replace(',', '.'))
    if (Number.isNaN(points))
      return setSaid({ kind: 'refused', message: `Expected a number from 0 to ${max}` })
    const marked = await giveMark(tournament, { judge, entrant, points })
    if (!marked.ok) return setSaid({ kind: 'refused', message: marked.problem.message })
    setSaid({ kind: 'saved', message: `Saved: ${points}` })
    setTyped(undefined)
    await onSaved()
  }
  return (
    <form className="mark line" onSubmit={(event) => void submit(event)} noValidate>
      <input
        id={id}
        aria-label={`Mark for ${entrant}`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        aria-invalid={said?.kind === 'refused'}
        aria-describedby={`${id}-said`}
        onChange={(event) => {
          setTyped(event.target.value)
          setSaid(undefined)
        }}
      />
      <button className="button" aria-label={`Save the mark for ${entrant}`}>
        Save
      </button>
      <span id={`${id}-said`} className="mark-said small" data-kind={said?.kind} role="status">
        {said?.message}
      </span>
    </form>
  )
}

interface PublishProps {
  readonly tournament: WholeTournamentBody
  readonly hasMarks: boolean
  readonly onChange: () => void
}

/** Publishing cannot be undone, so it asks for confirmation. */
function Publish({ tournament, hasMarks, onChange }: PublishProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (tournament.published !== null)
    return (
      <p role="status">
        Published on {tournament.published.slice(0, 10)}: everybody sees the marks, also later ones.
      </p>
    )
  const publish = async (): Promise<void> => {
    const done = await moveTournament(tournament.id, 'publish')
    setProblem(done.ok ? undefined : done.problem.message)
    setIsAsking(false)
    onChange()
  }
  return (
    <div className="publish line">
      {isAsking ? (
        <AskOnceMore
          what="Publish the marks"
          words="All visitors will see the marks, and you cannot take that back."
          no="Not yet"
          onYes={publish}
          onNo={() => setIsAsking(false)}
        />
      ) : (
        <button type="button" className="button" disabled={!hasMarks} onClick={() => setIsAsking(true)}>
          Publish …
        </button>
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

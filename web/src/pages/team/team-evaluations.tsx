import { useEffect, useState } from 'react'
import { Link } from '../../parts/link.tsx'
import type { ChallengeBody } from '../../../../src/api/challenges.ts'
import { fetchRuns, fetchTeamUrls } from '../../api/evaluations.ts'
import { fetchStatistics } from '../../api/people.ts'
import { timeAgo } from '../../parts/words.ts'
import { usePages } from '../../api/use-pages.ts'
import { useResource } from '../../api/use-resource.ts'
import { TeamAddress } from './team-address.tsx'

interface TeamEvaluationsProps {
  readonly id: number
  readonly challenges: readonly ChallengeBody[]
}

/** A team's address for battles and its evaluations, folded until it has some. The team and the organiser see them. */
export function TeamEvaluations({ id, challenges }: TeamEvaluationsProps) {
  const { value, reload } = useResource(`${id}`, (signal) => fetchTeamUrls(id, signal))
  const record = useResource(`${id}`, (signal) => fetchStatistics(id, signal)).value?.challenges
  const runs = useResource(`${id}`, (signal) => fetchRuns(id, undefined, signal)).value?.rows
  const urls = value?.urls
  const graded = challenges.filter(({ wire }) => wire === 'sse')
  const [isOpen, setOpen] = useState<boolean>()
  const isKnown = urls !== undefined && record !== undefined && runs !== undefined && graded.length > 0
  useEffect(() => {
    // Once: clearing the last address must not close the form that is in use.
    if (!isKnown || isOpen !== undefined) return
    setOpen(
      urls.length > 0 ||
        runs.length > 0 ||
        record.some((row) => graded.some((one) => one.id === row.challenge)),
    )
  }, [isKnown])
  if (!isKnown || isOpen === undefined) return null
  return (
    <section className="panel" aria-labelledby="evaluations">
      <details className="fold" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <h2 id="evaluations">Evaluations</h2>{' '}
          <span className="muted small">for a team that is a server of its own</span>
        </summary>
        <p className="muted">
          Your team is a web server. Enter its address: the arena calls it to a battle for each graded case,
          and shows the points with the reason.
        </p>
        {graded.map((challenge) => (
          <TeamAddress
            key={challenge.id}
            player={id}
            challenge={challenge}
            url={urls.find((one) => one.challenge === challenge.id)?.url}
            onChange={() => void reload()}
          />
        ))}
        <Runs id={id} challenges={challenges} />
      </details>
    </section>
  )
}

function Runs({ id, challenges }: TeamEvaluationsProps) {
  const { rows: runs = [], more } = usePages(`${id}`, (before, signal) => fetchRuns(id, before, signal), {
    everyMs: ({ rows }) => (rows.some(({ status }) => status === 'running') ? 3_000 : undefined),
  })
  const now = Date.now()
  if (runs.length === 0) return null
  return (
    <>
      <h3 id="runs">Past and running</h3>
      <ul className="runs lined" aria-labelledby="runs">
        {runs.map((run) => (
          <li key={run.id}>
            <Link href={`/evaluations/${run.id}`}>Evaluation {run.id}</Link>
            <span>
              {challenges.find((one) => one.id === run.challenge)?.title ?? run.challenge}
              {run.caseType !== null && `, ${run.caseType} alone`}
            </span>
            <b>{run.status === 'running' ? 'running' : `${run.score} of ${run.possible}`}</b>
            <time className="muted" dateTime={run.created}>
              {timeAgo(run.created, now)}
            </time>
          </li>
        ))}
      </ul>
      {more && (
        <button type="button" className="button" onClick={() => void more()}>
          Show older evaluations
        </button>
      )}
    </>
  )
}

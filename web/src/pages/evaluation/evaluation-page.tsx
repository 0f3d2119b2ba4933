import { Link } from '../../parts/link.tsx'
import type { RunBody } from '../../../../src/api/evaluations.ts'
import { fetchRun } from '../../api/evaluations.ts'
import { fetchPerson } from '../../api/people.ts'
import { useMe } from '../../api/me.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { timeAgo } from '../../parts/words.ts'
import { SignIn } from '../../parts/sign-in/sign-in.tsx'
import '../../parts/log.css'
import { useChallenges } from '../../api/use-challenges.ts'
import { useResource } from '../../api/use-resource.ts'
import { useStream } from '../../api/use-stream.ts'
import { CaseView } from './case-view.tsx'
import './evaluation.css'
import { followRun, type FollowedRun } from './follow-run.ts'
import { totalOf } from './run-words.ts'

/** One evaluation, case by case, running or finished. */
export function EvaluationPage({ id }: { readonly id: number }) {
  const me = useMe()
  const { value: run, problem } = useResource(`${id} ${me?.id}`, (signal) => fetchRun(id, signal))
  useTitle(`Evaluation ${id}`)
  if (problem?.code === 'not-found') return <NotFound what="evaluation" />
  if (problem?.code === 'no-key') return <NotSignedIn />
  if (problem) return <CannotShow what={`evaluation ${id}`} why={problem.message} />
  if (!run) return <p className="lonely">Looking for evaluation {id} …</p>
  return <Evaluation first={run} />
}

const NotSignedIn = () => (
  <SignIn
    title="This page is private"
    why="Only the team itself and the organiser see an evaluation."
    asks="key"
  />
)

function Evaluation({ first }: { readonly first: RunBody }) {
  const { run, lines, state } = useStream<FollowedRun>(
    `${first.id}`,
    true,
    { run: first, lines: {}, state: 'connecting' },
    followRun,
  )
  const { value: team } = useResource(run.player === null ? undefined : `${run.player}`, (signal) =>
    fetchPerson(run.player ?? 0, signal),
  )
  const title = useChallenges().find(({ id }) => id === run.challenge)?.title ?? run.challenge
  return (
    <div className="evaluation page">
      <header className="evaluation-title">
        <h1>
          {title}, evaluation {run.id}
        </h1>
        <p className="muted">
          {team ? (
            <>
              <Link href={`/players/${team.id}`}>{team.name}</Link> at{' '}
            </>
          ) : null}
          <span className="address wraps">{run.teamUrl}</span>, {timeAgo(run.created, Date.now())}
        </p>
      </header>
      <Total run={run} state={state} />
      <ol className="cases">
        {run.cases.map((one) => (
          <CaseView key={one.battle} one={one} lines={lines[one.battle] ?? []} />
        ))}
      </ol>
    </div>
  )
}

/** The points so far. */
function Total({ run, state }: { readonly run: RunBody; readonly state: FollowedRun['state'] }) {
  const { points, lost, possible, over } = totalOf(run)
  const share = (part: number): string => `${(100 * part) / Math.max(1, possible)}%`
  return (
    <section className="panel total flow apart" aria-label="Total">
      <p className="total-points">
        <b>{points}</b> of {possible} points
      </p>
      <p role="status" className="muted">
        {state === 'lost' ? 'Connection lost, trying again …' : progressWords(run, over)}
      </p>
      <svg className="total-bar" aria-hidden="true">
        <rect className="total-earned" width={share(points)} height="100%" />
        <rect className="total-lost" x={share(points)} width={share(lost)} height="100%" />
      </svg>
    </section>
  )
}

function progressWords({ status, cases }: RunBody, over: number): string {
  if (status === 'over') return cases.length === 1 ? 'The case is over' : `All ${cases.length} cases are over`
  return `${over} of ${cases.length} cases are over`
}

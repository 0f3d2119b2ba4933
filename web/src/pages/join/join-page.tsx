import { useId, useState, type SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { Link } from '../../parts/link.tsx'
import type { JoinBody } from '../../../../src/api/entry.ts'
import { fetchJoin, joinContest } from '../../api/entry.ts'
import { useResource } from '../../api/use-resource.ts'
import { Countdown } from '../../parts/countdown.tsx'
import '../../parts/form.css'
import { useTitle } from '../../parts/use-title.ts'
import { YouAreIn } from './you-are-in.tsx'
import './join.css'

/** What a team sees that opens the join link of a contest. */
export function JoinPage({ code }: { readonly code: string }) {
  const { value, problem, reload } = useResource(code, (signal) => fetchJoin(code, signal), {
    everyMs: 10_000,
  })
  useTitle(value ? `Join ${value.tournament.name}` : 'Join a contest')
  if (problem?.code === 'unknown-code') return <TypeAgain problem={problem.message} />
  if (!value)
    return (
      <p className="lonely" role="status">
        {problem?.message ?? 'Looking for the contest …'}
      </p>
    )
  return <Contest code={code} join={value} onChange={() => void reload()} />
}

interface ContestProps {
  readonly code: string
  readonly join: JoinBody
  readonly onChange: () => void
}

function Contest({ code, join, onChange }: ContestProps) {
  const { tournament, you, joined } = join
  const { name, title, status, entry, entryCloses, starts } = tournament
  return (
    <div className="join-page">
      <header>
        <p className="muted">Contest</p>
        <h1>{name}</h1>
        <p className="muted">
          {title}, {joined} {joined === 1 ? 'team' : 'teams'} so far
          {starts !== null && status === 'waiting' && (
            <>
              , starts in <Countdown to={starts} isDated />
            </>
          )}
        </p>
      </header>
      {you?.state === 'in' ? (
        <YouAreIn tournament={tournament} me={you.player} onChange={onChange} />
      ) : you?.state === 'asked' ? (
        <section className="panel" role="status">
          <h2>You asked to join</h2>
          <p>
            The organiser decides on <b>{you.player.name}</b>. This page says so as soon as you are in.
          </p>
        </section>
      ) : you?.state === 'refused' ? (
        <p className="notice" data-tone="bad">
          The organiser has refused {you.player.name}: ask there.
        </p>
      ) : entry === 'closed' ? (
        <section className="panel">
          <h2>{status === 'waiting' ? 'Entry is closed' : 'The contest has begun'}</h2>
          <p>
            <Link href={`/contests/${tournament.id}`}>Watch the contest</Link>
          </p>
        </section>
      ) : you?.player.role === 'organiser' ? (
        <p className="notice" data-tone="warn">
          You are signed in as the organiser. Teams open this link on their own devices;{' '}
          <Link href={`/contests/${tournament.id}`}>go to the contest</Link>.
        </p>
      ) : (
        <JoinForm code={code} join={join} onJoined={onChange} />
      )}
      {entry !== 'closed' && entryCloses !== null && you?.state !== 'in' && (
        <p className="muted">
          Entry closes in <Countdown to={entryCloses} isDated />
        </p>
      )}
    </div>
  )
}

interface JoinFormProps {
  readonly code: string
  readonly join: JoinBody
  readonly onJoined: () => void
}

/** Two fields and a button; a team that is signed in joins as itself. */
function JoinForm({ code, join: { you, tournament }, onJoined }: JoinFormProps) {
  const id = useId()
  const [name, setName] = useState('')
  const [members, setMembers] = useState('')
  const [problem, setProblem] = useState<{ readonly message: string; readonly isTaken: boolean }>()
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setIsBusy(true)
    const answer = await joinContest(code, { ...(you === null && { name }), members })
    setIsBusy(false)
    setProblem(
      answer.ok
        ? undefined
        : { message: answer.problem.message, isTaken: answer.problem.code === 'name-taken' },
    )
    if (answer.ok) onJoined()
  }
  return (
    <form className="panel join-form" onSubmit={(event) => void submit(event)} noValidate>
      {you === null ? (
        <label className="field">
          Name of your team
          <input
            value={name}
            required
            maxLength={40}
            autoComplete="username"
            spellCheck={false}
            aria-describedby={`${id}-problem`}
            aria-invalid={problem !== undefined}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
      ) : (
        <p>
          You are signed in as <b>{you.player.name}</b>.
        </p>
      )}
      <label className="field">
        Members
        <input
          value={members}
          maxLength={200}
          placeholder="Ada, Grace, Linus"
          autoComplete="off"
          onChange={({ target }) => setMembers(target.value)}
        />
        <small className="muted">Only the organiser sees them</small>
      </label>
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem?.message}
        {problem?.isTaken === true && (
          <>
            . Is it your team? <Link href={`/sign-in?from=/join/${code}`}>Sign in</Link>
          </>
        )}
      </p>
      <button className="button main" disabled={isBusy}>
        {tournament.entry === 'approval' ? 'Ask to join' : 'Join'}
      </button>
    </form>
  )
}

/** The code was mistyped, or the organiser has made another link. */
function TypeAgain({ problem }: { readonly problem: string }) {
  const [, navigate] = useLocation()
  const [code, setCode] = useState('')
  return (
    <form
      className="join-page panel join-form"
      onSubmit={(event) => {
        event.preventDefault()
        navigate(`/join/${encodeURIComponent(code.trim())}`)
      }}
    >
      <h1>Join a contest</h1>
      <p role="alert">{problem}.</p>
      <label className="field">
        Code of the contest
        <input
          value={code}
          required
          maxLength={32}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setCode(target.value)}
        />
      </label>
      <button className="button main">Go on</button>
    </form>
  )
}

import { useState } from 'react'
import { Link } from '../../parts/link.tsx'
import type { WorkerBody, WorkersBody } from '../../../../src/api/workers.ts'
import { useResource } from '../../api/use-resource.ts'
import { addWorkerKey, fetchWorkers } from '../../api/workers.ts'
import { Copied } from '../../parts/new-key.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useNow } from '../../parts/use-now.ts'

/** The workers of the arena: what each has and plays, what waits for them, what none of them can play. */
export function Workers() {
  const { value } = useResource('workers', fetchWorkers, {
    everyMs: ({ workers }) => (workers ? 3_000 : undefined),
  })
  // An arena without a queue plays all its matches itself.
  return value?.workers ? <WorkerPanel {...value} workers={value.workers} /> : null
}

interface WorkerPanelProps extends WorkersBody {
  readonly workers: readonly WorkerBody[]
}

function WorkerPanel({
  workers,
  waiting,
  waitingSince,
  missing,
  waitingBuilds,
  missingBuilds,
  finals,
}: WorkerPanelProps) {
  const [key, setKey] = useState<string>()
  const { isBusy, send, said } = useAction()
  const make = (): void =>
    void send(addWorkerKey(), (made) => {
      setKey(made.key)
      return undefined
    })
  return (
    <section className="panel workers" aria-labelledby="workers-title">
      <header className="panel-title line apart">
        <h2 id="workers-title">Workers</h2>
        <button type="button" className="button" disabled={isBusy} onClick={make}>
          Make a worker’s key
        </button>
      </header>
      <p className="muted">
        They build uploaded bots, and play the matches of uploaded bots and house brains.{' '}
        <Link href="/help/scaling">How to add one</Link>
      </p>
      {key !== undefined && (
        <div className="new-key" role="status">
          <p>
            With this key a worker can fetch uploaded bots and hand over builds, and do nothing else. The page
            shows it only now: start the worker with it in <code>GAMEGRID_WORKER_KEY</code>.
          </p>
          <Copied text={key} what="the key for workers" />
        </div>
      )}
      <p className="problem" role="alert">
        {said?.message}
      </p>
      <WaitingWords
        waiting={waiting}
        builds={waitingBuilds}
        since={waitingSince}
        hasWorkers={workers.length > 0}
      />
      {missing.length + missingBuilds.length > 0 && (
        <ul className="lined" aria-label="What no worker can play or build">
          {missingBuilds.map(({ bot, version, why }) => (
            <li key={`${bot}.${version}`} className="problem">
              Version {version} of bot {bot} waits: {why}
            </li>
          ))}
          {missing.map(({ match, why }) => (
            <li key={match} className="problem">
              <Link href={`/matches/${match}`}>Match {match}</Link> waits: {why}
            </li>
          ))}
        </ul>
      )}
      {finals.length > 0 && (
        <ul className="lined" aria-label="Finals that another worker played again">
          {finals.map(({ match, says }) => (
            <li key={match}>
              <Link href={`/matches/${match}`}>Final, match {match}</Link>, played again: {says}
            </li>
          ))}
        </ul>
      )}
      <ul className="worker-rows lined" aria-label="Workers">
        {workers.map((worker) => (
          <Worker key={worker.name} worker={worker} />
        ))}
      </ul>
    </section>
  )
}

function WaitingWords({
  waiting,
  builds,
  since,
  hasWorkers,
}: {
  readonly waiting: number
  readonly builds: number
  readonly since: string | null
  readonly hasWorkers: boolean
}) {
  const now = useNow(1000)
  const seconds = since === null ? 0 : Math.max(0, Math.round((now - Date.parse(since)) / 1000))
  const oldest =
    waiting + builds === 0
      ? ''
      : `, the oldest for ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}`
  return (
    <p>
      {waiting === 0
        ? 'No match waits'
        : `${waiting} ${waiting === 1 ? 'match waits' : 'matches wait'} for a worker`}
      {builds > 0 && `, ${builds} ${builds === 1 ? 'version waits' : 'versions wait'} to be built`}
      {oldest}.{!hasWorkers && ' No worker is there.'}
    </p>
  )
}

function Worker({ worker }: { readonly worker: WorkerBody }) {
  const { name, release, cores, speed, places, runtimes, sandboxProblem, playing, building } = worker
  const { failures, setAside } = worker
  return (
    <li className="worker-row">
      <span className="wraps">
        <b>{name}</b>{' '}
        <span className="state pill" data-status={setAside === null ? 'running' : 'paused'}>
          {setAside === null
            ? `${playing.length + building.length} of ${places} ${places === 1 ? 'place' : 'places'}`
            : 'set aside'}
        </span>
      </span>
      <small className="muted">
        gamegrid {release} · {cores} {cores === 1 ? 'core' : 'cores'} · speed {speed.toLocaleString('en')}
        {failures > 0 && ` · failed ${failures} ${failures === 1 ? 'time' : 'times'}`}
      </small>
      <small className="muted wraps">
        {runtimes === null
          ? 'No key of this arena: house brains only'
          : `Runtimes: ${runtimes.join(', ') || 'none'}`}
      </small>
      {playing.length > 0 && (
        <small>
          Plays{' '}
          {playing.map((match, at) => (
            <span key={match}>
              {at > 0 && ', '}
              <Link href={`/matches/${match}`}>match {match}</Link>
            </span>
          ))}
        </small>
      )}
      {building.length > 0 && (
        <small>
          Builds {building.map(({ bot, version }) => `version ${version} of bot ${bot}`).join(', ')}
        </small>
      )}
      {sandboxProblem !== null && <span className="problem">No sandbox: {sandboxProblem}</span>}
      {setAside !== null && <span className="problem">Set aside: {setAside}</span>}
    </li>
  )
}

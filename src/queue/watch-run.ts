import { pause, realClock, within } from '../runner/clock.ts'
import type { ConnectionWatch } from './connect-redis.ts'
import { fastest, type LeastSpeed } from './least-speed.ts'
import { mayPlay } from './may-play.ts'
import { lose, type OpenAttempts } from './open-attempts.ts'
import { isBuild } from './queue-job.ts'
import type { RunInRedis } from './run-in-redis.ts'
import { whyNoneCanPlay } from './why-none-can-play.ts'
import type { WorkerRoster } from './worker-roster.ts'

export interface WatchedRun {
  readonly far: RunInRedis
  readonly connection: Pick<ConnectionWatch, 'note'>
  readonly roster: WorkerRoster
  readonly attempts: OpenAttempts
  readonly leastSpeed: LeastSpeed
}

/** How often the run compares what it waits for with what Redis has. */
const LOOK_MS = 500
const CLOSE_MS = 3000

/**
 * The one loop that reads messages and compares with Redis, so an attempt is given up only after all its messages are read. It ends
 * when the signal comes and the reads are ended.
 */
export function watchRun(run: WatchedRun, signal: AbortSignal): { ended(): Promise<void> } {
  const listening = listen(run, signal)
  return {
    async ended() {
      await within(realClock, CLOSE_MS, listening)
    },
  }
}

async function listen(run: WatchedRun, signal: AbortSignal): Promise<void> {
  let looked = 0
  while (!signal.aborted)
    try {
      await read(run, LOOK_MS)
      if (realClock.now() - looked < LOOK_MS) continue
      looked = realClock.now()
      await look(run)
      run.connection.note()
    } catch (error) {
      // Redis is away, restarts or has no room: the connection comes back by itself.
      run.connection.note(error)
      await pause(realClock, LOOK_MS, signal)
    }
}

/** Handles the next messages; false if there were none. */
async function read({ far, attempts, roster }: WatchedRun, blockMs: number): Promise<boolean> {
  const messages = await far.read(blockMs)
  for (const message of messages) attempts.hear(roster, message)
  return messages.length > 0
}

/** Compares what this run waits for with what Redis has, and ends the attempts that are missing there. */
async function look(run: WatchedRun): Promise<void> {
  const { far, attempts, roster } = run
  if (!(await far.renew())) {
    const lost = attempts.all()
    await far.openEpoch()
    for (const attempt of lost) lose(attempt, 'Redis lost its data')
    return
  }
  const added = attempts.all().filter(({ isAdded }) => isAdded)
  const gone = await far.findGone(added.map(({ job }) => job.id))
  if (gone.size > 0) {
    // A worker sends its account before its job ends. So an account that exists can be read now.
    while (await read(run, 0));
    const open = new Set(attempts.all())
    const lost = added.filter((attempt) => open.has(attempt) && gone.has(attempt.job.id))
    for (const { worker } of lost) if (worker !== undefined) roster.count(worker)
    for (const { ended } of lost) ended.resolve({ kind: 'lost', why: 'its worker is gone', isSuspect: true })
  }
  await roster.meet()
  lookForSpeed(run)
  lookForOthers(run)
  await within(realClock, LOOK_MS, far.offerAgain())
}

/** A match that must not be played by some workers, or that needs a runtime, waits for ever if there are no others. */
function lookForOthers({ attempts, roster }: WatchedRun): void {
  for (const { job, worker, ended } of attempts.all()) {
    const isForArena = isBuild(job) || job.arena !== undefined
    const missing = isForArena && worker === undefined ? whyNoneCanPlay(job, roster.usable) : undefined
    if (missing !== undefined) ended.resolve({ kind: 'lost', why: missing })
  }
  for (const { job, worker, ended } of attempts.all())
    if (job.notBy !== undefined && worker === undefined && !roster.usable.some((card) => mayPlay(job, card)))
      ended.resolve({ kind: 'lost', why: 'there is no other worker', isNowhere: true })
}

/** The fastest worker may have left. Then a share of the speed is less now, and a fixed speed has to wait. */
function lookForSpeed({ attempts, roster, leastSpeed }: WatchedRun): void {
  const speed = fastest(roster.usable)
  const tooFast = attempts
    .all()
    .filter(({ job, worker }) => worker === undefined && (job.leastSpeed ?? 0) > speed)
  if ('speed' in leastSpeed) roster.tellTooSlow(tooFast[0]?.job.leastSpeed)
  else if (speed > 0) for (const attempt of tooFast) lose(attempt, 'no worker is fast enough for it')
}

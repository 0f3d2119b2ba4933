import { recentlyUsed } from '../base/recently-used.ts'
import { deferred, type Deferred } from '../base/deferred.ts'
import { must } from '../base/result.ts'
import type { Match, MatchEvent } from '../match/match.ts'
import { whyVoid } from '../match/why-void.ts'
import { beginAttempt, followAttempt, type FollowedAttempt, type Happened } from './followed-attempt.ts'
import { specOfOrder } from './match-order.ts'
import { isBuild, type BuildJob, type MatchJob } from './queue-job.ts'
import type { BotLog } from '../match/bot-log.ts'
import type { BuildStage, Verdict } from '../workshop/examine-upload.ts'
import type { MatchAccount, SentMessage, WorkerMessage } from './worker-message.ts'
import type { WorkerRoster } from './worker-roster.ts'

/** An event of an attempt, once it was simulated here. The attempt may still be lost. */
export interface ToldEvent {
  readonly job: MatchJob
  /** The name on the card of the worker. */
  readonly worker: string
  readonly event: MatchEvent
  readonly match: Match
}

export interface PlayedOrder {
  readonly kind: 'played'
  /** As it was simulated here. */
  readonly match: Match
  readonly events: readonly MatchEvent[]
  readonly account: MatchAccount
  /** The id of the worker that played it. */
  readonly worker: string
}

/** How an order ends. */
export type OrderEnd =
  | PlayedOrder
  /** The hosts of the match failed, as a host here may fail. */
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'aborted' }

/** How one attempt at an order ends. */
export type AttemptEnd = OrderEnd | LostAttempt

/**
 * The attempt counts for nothing: order it again. `isSuspect`: the match or the build itself may have ended its worker.
 * `isNowhere`: some workers may not do it, and there are no others.
 */
export interface LostAttempt {
  readonly kind: 'lost'
  readonly why: string
  readonly isSuspect?: true
  readonly isNowhere?: true
  /** Programs that the commands of a version need, and that its worker lacks. */
  readonly programs?: readonly string[]
}

/** How one attempt at a build ends. */
export type BuildEnd =
  /** `files` is the SHA-256 of the archive that the worker handed to the arena, if the version passed. */
  | { readonly kind: 'judged'; readonly verdict: Verdict; readonly files: string | undefined }
  | Exclude<OrderEnd, PlayedOrder>
  | LostAttempt

interface Attempt<Job, End> {
  readonly job: Job
  readonly ended: Deferred<End>
  /** The worker that has it, once it has begun. */
  worker?: string
  /** Redis has confirmed the job. */
  isAdded: boolean
}

export interface OpenMatch extends Attempt<MatchJob, AttemptEnd> {
  readonly events: MatchEvent[]
  readonly watch: AttemptListeners
  followed: FollowedAttempt
  /** How many logs it had. */
  logs: number
}

export interface OpenBuild extends Attempt<BuildJob, BuildEnd> {
  readonly watch: BuildListeners
  /** How many steps and outputs it had. */
  told: number
}

export type OpenAttempt = OpenMatch | OpenBuild

/** What is told of an attempt as it goes on. */
export interface AttemptListeners {
  /** A worker has it. */
  onBegan?(worker: string): void
  onEvent?(told: ToldEvent): void
  onLog?(player: 0 | 1, log: BotLog): void
}

/** What is told of a build as it goes on. */
export interface BuildListeners {
  /** A worker has it. */
  onBegan?(worker: string): void
  onStep?(step: BuildStage): void
  onOutput?(text: string, from: 'program' | 'arena'): void
}

/** A worker that still sends something does so soon. */
const MOST_ACCEPTED = 10_000

interface Accepted {
  readonly worker: string
  /** How many events it had. */
  readonly events: number
}

/** The attempts that a run waits for. Each event of a match is simulated here, and decides what becomes of its attempt. */
export class OpenAttempts {
  readonly #open = new Map<string, OpenAttempt>()
  /** Attempts that were accepted: their workers have nothing more to say. */
  readonly #accepted = recentlyUsed<string, Accepted>(MOST_ACCEPTED)
  /** By the key of a match: the workers that failed to play it. */
  readonly #failedBy = new Map<string, Set<string>>()

  open(job: MatchJob, watch: AttemptListeners): OpenMatch {
    const followed = beginAttempt(job, must(specOfOrder(job)).spec)
    const attempt: OpenMatch = {
      job,
      ended: deferred<AttemptEnd>(),
      events: [],
      watch,
      logs: 0,
      followed,
      isAdded: false,
    }
    this.#open.set(job.id, attempt)
    return attempt
  }

  openBuild(job: BuildJob, watch: BuildListeners): OpenBuild {
    const build: OpenBuild = { job, ended: deferred<BuildEnd>(), watch, told: 0, isAdded: false }
    this.#open.set(job.id, build)
    return build
  }

  close({ job }: OpenAttempt): void {
    this.#open.delete(job.id)
  }

  all(): readonly OpenAttempt[] {
    return [...this.#open.values()]
  }

  hear(roster: WorkerRoster, { job: id, worker, message }: SentMessage): void {
    const attempt = this.#open.get(id)
    if (attempt === undefined) {
      const accepted = this.#accepted.get(id)
      // After a broken connection the last commands are sent again.
      const isMore = message.kind === 'events' && accepted !== undefined && message.n >= accepted.events
      if (isMore && accepted.worker === worker)
        roster.setAside(worker, 'it sent an event after the end of the match')
      return
    }
    if (roster.isAside(worker)) {
      if (attempt.worker === undefined || attempt.worker === worker) lose(attempt, 'its worker is set aside')
      return
    }
    if (attempt.worker !== undefined && attempt.worker !== worker)
      return roster.setAside(worker, 'it sent messages about the match of another worker')
    attempt.worker = worker
    if (isOpenBuild(attempt)) this.#hearBuild(roster, attempt, worker, message)
    else this.#hearMatch(roster, attempt, worker, message)
  }

  #hearMatch(roster: WorkerRoster, attempt: OpenMatch, worker: string, message: WorkerMessage): void {
    const next = followAttempt(attempt.followed, message)
    switch (next.kind) {
      case 'goes-on':
        attempt.followed = next.attempt
        for (const one of next.happened) tell(attempt, roster.nameOf(worker), one)
        if (message.kind === 'began') attempt.watch.onBegan?.(worker)
        // After a broken connection the last commands are sent again.
        if (message.kind === 'log' && message.n >= attempt.logs) {
          attempt.logs = message.n + 1
          attempt.watch.onLog?.(message.player, message.log)
        }
        break
      case 'over':
        this.#accepted.set(attempt.job.id, { worker, events: next.account.events })
        this.#accept(roster, attempt, worker, next.account)
        break
      case 'lost':
        if (message.kind === 'unable') roster.setAside(worker, next.why)
        if (message.kind === 'failed') this.#fail(roster, attempt, worker, next.why)
        else lose(attempt, next.why)
        break
      case 'refused':
        roster.setAside(worker, `it ${next.why}`)
        lose(attempt, `its worker ${next.why}`)
        break
    }
  }

  #hearBuild(roster: WorkerRoster, build: OpenBuild, worker: string, message: WorkerMessage): void {
    const { watch, ended, job } = build
    switch (message.kind) {
      case 'began':
        return watch.onBegan?.(worker)
      case 'step':
      case 'output':
        // After a broken connection the last commands are sent again.
        if (message.n < build.told) return
        build.told = message.n + 1
        if (message.kind === 'step') watch.onStep?.(message.step)
        else watch.onOutput?.(message.text, message.from)
        return
      case 'examined': {
        const { examined, files } = message
        if (examined.kind === 'our-fault') return this.#fail(roster, build, worker, examined.why)
        roster.praise(worker)
        this.#failedBy.delete(job.key)
        return ended.resolve({ kind: 'judged', verdict: examined.verdict, files })
      }
      case 'events':
      case 'log':
      case 'over':
        roster.setAside(worker, 'it sent news of a match instead of a build')
        return lose(build, 'its worker sent news of a match')
      case 'unable':
        roster.setAside(worker, message.why)
        return lose(build, message.why)
      case 'released':
        return lose(build, message.why)
      case 'lacks': {
        const { why, programs } = message
        return ended.resolve({ kind: 'lost', why, ...(programs && { programs }) })
      }
      case 'failed':
        return this.#fail(roster, build, worker, message.why)
    }
  }

  #accept(roster: WorkerRoster, attempt: OpenMatch, worker: string, account: MatchAccount): void {
    const { match } = attempt.followed
    if (match.result?.void) return this.#fail(roster, attempt, worker, whyVoid(match))
    roster.praise(worker)
    this.#failedBy.delete(attempt.job.key)
    attempt.ended.resolve({ kind: 'played', match, events: attempt.events, account, worker })
  }

  /** A match or a build that one worker fails at is tried on another one before it counts as failed again. */
  #fail(roster: WorkerRoster, { job: { key }, ended }: OpenAttempt, worker: string, why: string): void {
    const failedBy = this.#failedBy.get(key) ?? new Set()
    this.#failedBy.set(key, failedBy)
    const isSecond = failedBy.has(worker) && roster.usable.length > 1
    ended.resolve(isSecond ? { kind: 'lost', why } : { kind: 'failed', why })
    failedBy.add(worker)
    roster.blame(worker, why)
  }
}

const isOpenBuild = (attempt: OpenAttempt): attempt is OpenBuild => isBuild(attempt.job)

function tell({ job, events, watch }: OpenMatch, worker: string, { event, match }: Happened): void {
  events.push(event)
  watch.onEvent?.({ job, worker, event, match })
}

export const lose = ({ ended }: OpenAttempt, why: string): void => ended.resolve({ kind: 'lost', why })

import { isObject } from '../base/json.ts'
import { advance } from '../match/machine.ts'
import type { Match, MatchEvent, MatchSpec } from '../match/match.ts'
import { readEventLine } from '../match/read-line.ts'
import { beginChain, extendChain } from './event-chain.ts'
import { matchOfOrder } from './match-order.ts'
import type { MatchJob } from './queue-job.ts'
import type { MatchAccount, WorkerMessage } from './worker-message.ts'

/** An attempt as the run knows it: its match, simulated here from what the worker sent so far. */
export interface FollowedAttempt {
  readonly match: Match
  readonly hash: string
  /** How many events it had. */
  readonly events: number
}

/** What follows from a message of a worker. */
export type Followed =
  | { readonly kind: 'goes-on'; readonly attempt: FollowedAttempt; readonly happened: readonly Happened[] }
  /** The worker's account is what follows from its events here. */
  | { readonly kind: 'over'; readonly account: MatchAccount }
  /** The message cannot be true: the worker is set aside. `why` says what is wrong, in words that follow "it". */
  | { readonly kind: 'refused'; readonly why: string }
  /** There is no result, and the worker did not lie: messages were lost, or the worker gave the match back. */
  | { readonly kind: 'lost'; readonly why: string }

export interface Happened {
  readonly event: MatchEvent
  /** The match after it. */
  readonly match: Match
}

export function beginAttempt(job: MatchJob, spec: MatchSpec): FollowedAttempt {
  const match = matchOfOrder(job, spec)
  return { match, hash: beginChain(job, match), events: 0 }
}

/** Simulates what a worker says. Nothing counts that does not follow from the rules here. */
export function followAttempt(attempt: FollowedAttempt, message: WorkerMessage): Followed {
  switch (message.kind) {
    case 'began':
    case 'log':
      return { kind: 'goes-on', attempt, happened: [] }
    case 'events':
      return followEvents(attempt, message)
    case 'over':
      return judge(attempt, message.account)
    case 'step':
    case 'output':
    case 'examined':
      return refused('sent news of a build instead of a match')
    case 'released':
    case 'unable':
    case 'lacks':
    case 'failed':
      return { kind: 'lost', why: message.why }
  }
}

function followEvents(
  attempt: FollowedAttempt,
  { n, lines, hash }: WorkerMessage & { kind: 'events' },
): Followed {
  const { events } = attempt
  // After a broken connection the last commands are sent again.
  if (n < events) return { kind: 'goes-on', attempt, happened: [] }
  if (n > events) return { kind: 'lost', why: 'Redis lost some of its events' }
  const happened: Happened[] = []
  let { match } = attempt
  for (const line of lines) {
    if (match.phase === 'over') return refused('sent an event after the end of the match')
    const event = readEventLine(line)
    if (event === undefined || event === 'over' || !hasSoundTimes(event))
      return refused('sent something that is no event')
    const after = advance(match, event).match
    if (after === match) return refused('sent an event that could not happen')
    match = after
    happened.push({ event, match })
  }
  if (hash !== extendChain(attempt.hash, lines, match))
    return refused('sent a hash that does not belong to its events')
  return { kind: 'goes-on', happened, attempt: { match, hash, events: events + lines.length } }
}

function judge({ match, hash, events }: FollowedAttempt, account: MatchAccount): Followed {
  if (account.events > events) return { kind: 'lost', why: 'Redis lost some of its events' }
  const { result } = match
  if (result === undefined) return refused('sent a result before the end of the match')
  if (account.hash !== hash || account.events !== events)
    return refused('sent a hash that does not belong to its events')
  const isSame =
    account.result.winner === (result.winner ?? null) &&
    account.result.void === result.void &&
    account.result.score.every((score, player) => score === result.score[player])
  return isSame ? { kind: 'over', account } : refused('sent a result that does not follow from its events')
}

function hasSoundTimes(event: MatchEvent): boolean {
  const spent = 'spent' in event ? event.spent : undefined
  const times: readonly unknown[] =
    spent === undefined ? [] : isObject(spent) ? Object.values(spent) : [undefined]
  return event.at >= 0 && times.every((ms) => Number.isFinite(ms) && Number(ms) >= 0)
}

const refused = (why: string): Followed => ({ kind: 'refused', why })

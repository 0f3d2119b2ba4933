import { formatEventLine } from '../match/event-line.ts'
import type { Match, MatchEvent } from '../match/match.ts'
import { beginChain, extendChain } from './event-chain.ts'
import type { MatchJob } from './queue-job.ts'
import type { MatchAccount, WorkerMessage } from './worker-message.ts'

/** Sends the events of a match as they happen. */
export interface ToldEvents {
  /** `after` is the match after the event. */
  tell(event: MatchEvent, after: Match): void
  /** Sends what is left, and gives what the account says of all events. */
  end(): Pick<MatchAccount, 'events' | 'hash'>
}

/** The events of one turn of the event loop share a message and a hash. `first` is the match before the first event. */
export function tellEvents(job: MatchJob, first: Match, send: (message: WorkerMessage) => void): ToldEvents {
  let hash = beginChain(job, first)
  let events = 0
  let lines: string[] = []
  let last = first
  function flush(): void {
    if (lines.length === 0) return
    hash = extendChain(hash, lines, last)
    send({ kind: 'events', n: events, lines, hash })
    events += lines.length
    lines = []
  }
  return {
    tell(event, after) {
      last = after
      if (lines.push(formatEventLine(event)) === 1) setImmediate(flush)
    },
    end() {
      flush()
      return { events, hash }
    },
  }
}

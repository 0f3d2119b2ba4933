import type { Finding } from './finding.ts'
import type { Observation } from './observation.ts'

/** What should have come in the place of what came. */
export function expectedOf({ cause, seen }: Finding): string {
  switch (cause.kind) {
    case 'did-not-wait':
    case 'out-of-turn':
    case 'counts-players-from-one':
      return 'nothing before the host has spoken'
    case 'two-answers':
      return 'one move, then ready'
    case 'chatter':
      return 'nothing but ready, left, right and forward'
    case 'misbelief':
      return seen.wire === 'light-cycle' ? 'a way that is free' : `${expectedNow(seen)}; a free cell`
    default:
      return expectedNow(seen)
  }
}

/** What the host was waiting for. */
export function expectedNow({ wire, awaited, fault, neverBegan, trial }: Observation): string {
  if (fault?.kind === 'missed-flip' || (trial.opponent === 'cheater' && fault === undefined))
    return '{"flip":true} and a line feed'
  switch (wire) {
    case 'light-cycle':
      return awaited === 'ready' ? 'the word ready' : 'one of the words left, right and forward'
    case 'longest-group':
      return 'a column and a row from 0 to 10, as in 3 4, and a line feed'
    case 'json':
      return awaited === 'greeting'
        ? '{"ready":true} and a line feed'
        : '{"move":"…"} with a legal move, and a line feed'
    case 'brain':
      return neverBegan ? 'a brain that gets ready' : 'one of the legal moves'
  }
}

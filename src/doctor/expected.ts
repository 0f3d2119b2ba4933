import type { Cause, Finding } from './finding.ts'
import type { Observation } from './observation.ts'

/** What should have come in the place of what came. */
export function expectedOf({ cause, seen }: Finding): string {
  if (cause.kind === 'misbelief')
    return seen.wire === 'light-cycle' ? 'a way that is free' : `${expectedNow(seen)}; a free cell`
  return EXPECTED[cause.kind] ?? expectedNow(seen)
}

const EXPECTED: Partial<Readonly<Record<Cause['kind'], string>>> = {
  'did-not-wait': 'nothing before the host has spoken',
  'out-of-turn': 'nothing before the host has spoken',
  'counts-players-from-one': 'player 0 to begin',
  'two-answers': 'one move, then ready',
  chatter: 'nothing but ready, left, right and forward',
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

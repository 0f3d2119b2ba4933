import { advance, startMatch } from './machine.ts'
import type { Match, MatchEvent, MatchSpec } from './match.ts'

/** The match that these events lead to. `see` gets each event with the match before it. */
export const replayEvents = (
  spec: MatchSpec,
  events: readonly MatchEvent[],
  see: (before: Match, event: MatchEvent) => void = () => {},
): Match =>
  events.reduce((match, event) => {
    see(match, event)
    return advance(match, event).match
  }, startMatch(spec).match)

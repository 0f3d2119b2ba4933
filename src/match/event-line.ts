import type { MatchEvent } from './match.ts'

/** An event as a line that `readEventLine` reads. */
export const formatEventLine = ({ kind, ...rest }: MatchEvent): string =>
  JSON.stringify({ event: kind, ...rest })

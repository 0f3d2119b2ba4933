import { Type } from 'typebox'

/** What the SSE arena says no with; it is read by programs that expect nothing else. */
export const WireProblem = Type.Object({ error: Type.String() })

import type { MatchOrigin } from '../store/store.ts'

/** Whether a match is casual: its players asked for it (practice, an open invitation), not an organiser or a tournament. */
export const isCasual = (origin: MatchOrigin): boolean => origin === 'practice' || origin === 'challenge'

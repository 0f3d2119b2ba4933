import type { MatchOrigin } from '../store/store.ts'

/** Whether the players of a match asked for it themselves: practice and open challenges, but not what an organiser or a contest calls them to. */
export const isCasual = (origin: MatchOrigin): boolean => origin === 'practice' || origin === 'challenge'

import type { MatchOrigin } from '../store/entries.ts'

/** Whether the players of a match asked for it themselves: practice and open challenges, but not what an organiser or a contest calls them to. */
export const isOwnWish = (origin: MatchOrigin): boolean => origin === 'practice' || origin === 'challenge'

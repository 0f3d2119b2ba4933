/**
 * How often what waits for a date reads the wall clock. A timer measures time that passes: it comes too late if the wall clock is set
 * forward meanwhile, or if the machine sleeps.
 */
export const WALL_CLOCK_PACE_MS = 10_000

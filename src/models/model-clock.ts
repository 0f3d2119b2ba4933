import type { TimeControl } from '../match/clock.ts'

/** The clock of a match with a language model, unless another is asked for: those of the challenges are made for programs. */
export const MODEL_CLOCK: TimeControl = { kind: 'per-move', ms: 600_000 }

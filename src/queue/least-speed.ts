import type { WorkerCard } from './worker-card.ts'

/** The speed that a worker needs for timed matches: a number as workers print it, or a share of the fastest worker there is. */
export type LeastSpeed = { readonly speed: number } | { readonly share: number }

/** Half of the fastest: a machine that is slower gives another contest, and a busy moment at its start does not exclude a worker. */
export const DEFAULT_LEAST_SPEED: LeastSpeed = { share: 0.5 }

export const speedNeeded = (least: LeastSpeed, workers: readonly Pick<WorkerCard, 'speed'>[]): number =>
  'speed' in least ? least.speed : Math.floor(least.share * fastest(workers))

export const fastest = (workers: readonly Pick<WorkerCard, 'speed'>[]): number =>
  Math.max(0, ...workers.map(({ speed }) => speed))

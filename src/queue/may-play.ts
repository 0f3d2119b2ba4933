import type { BuildOrder } from './build-order.ts'
import type { MatchOrder } from './match-order.ts'
import type { JobTerms } from './queue-job.ts'
import { whyNoneCanPlay } from './why-none-can-play.ts'
import type { WorkerCard } from './worker-card.ts'

/** Whether a worker may play or build a job, and has what it needs. If not, the job waits for another worker. */
export function mayPlay(
  job: (Pick<MatchOrder, 'players'> | BuildOrder) & Pick<JobTerms, 'leastSpeed' | 'notBy'>,
  card: WorkerCard,
): boolean {
  const { leastSpeed = 0, notBy = [] } = job
  return card.speed >= leastSpeed && !notBy.includes(card.id) && whyNoneCanPlay(job, [card]) === undefined
}

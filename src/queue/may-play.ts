import type { MatchJob } from './match-order.ts'
import type { WorkerCard } from './worker-card.ts'

/** Whether a worker may play a job. If not, the job waits for another worker. */
export const mayPlay = (
  { leastSpeed = 0, notBy = [] }: Pick<MatchJob, 'leastSpeed' | 'notBy'>,
  { id, speed }: Pick<WorkerCard, 'id' | 'speed'>,
): boolean => speed >= leastSpeed && !notBy.includes(id)

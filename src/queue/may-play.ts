import type { MatchJob } from './match-order.ts'
import { whyNoneCanPlay } from './why-none-can-play.ts'
import type { WorkerCard } from './worker-card.ts'

/** Whether a worker may play a job, and has what it needs. If not, the job waits for another worker. */
export function mayPlay(job: Pick<MatchJob, 'leastSpeed' | 'notBy' | 'players'>, card: WorkerCard): boolean {
  const { leastSpeed = 0, notBy = [] } = job
  return card.speed >= leastSpeed && !notBy.includes(card.id) && whyNoneCanPlay(job, [card]) === undefined
}

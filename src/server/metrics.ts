import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import { addGauge } from './add-gauge.ts'
import type { Arena } from '../arena/arena.ts'
import type { Bots } from '../arena/bots.ts'
import { overviewWorkers } from '../arena/worker-overview.ts'
import type { MatchQueue } from '../queue/match-queue.ts'
import { openRequestTimes, type RequestTimes } from './request-times.ts'

export interface Metrics {
  readonly registry: Registry
  /** Not in the registry: its text follows that of the registry. */
  readonly requests: RequestTimes
  readonly moves: Counter<'challenge' | 'verdict'>
  readonly failures: Counter
  spectators: number
}

export function openMetrics(arena: Arena, bots: Pick<Bots, 'away'>, queue: MatchQueue | undefined): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const metrics: Metrics = {
    registry,
    requests: openRequestTimes(),
    moves: new Counter({
      name: 'gamegrid_moves_total',
      help: 'Answers of players over HTTP',
      labelNames: ['challenge', 'verdict'],
      registers,
    }),
    failures: new Counter({
      name: 'gamegrid_failures_total',
      help: 'Requests and matches that failed because of the server',
      registers,
    }),
    spectators: 0,
  }
  const gauge = (name: string, help: string, read: () => number): void => addGauge(registry, name, help, read)
  gauge('gamegrid_matches_playing', 'Matches being played', () => arena.playing)
  gauge('gamegrid_matches_queued', 'Matches that wait for a free place', () => arena.queued)
  if (queue) {
    gauge('gamegrid_queue_depth', 'Matches and builds that wait for a worker', () => {
      const { waiting, waitingBuilds } = overviewWorkers(arena, queue, bots.away)
      return waiting + waitingBuilds.length
    })
    gauge('gamegrid_queue_oldest_wait_seconds', 'Age of the oldest of them', () => {
      const { waitingSince } = overviewWorkers(arena, queue, bots.away)
      return waitingSince === undefined ? 0 : (Date.now() - waitingSince) / 1000
    })
    gauge(
      'gamegrid_workers',
      'Workers that are there and not set aside',
      () => queue.workers().filter(({ aside }) => aside === undefined).length,
    )
    gauge('gamegrid_worker_places', 'Matches that the workers play at once', () => queue.places())
    gauge('gamegrid_worker_matches', 'Matches that workers play now', () => arena.playingOnWorkers().size)
    gauge(
      'gamegrid_worker_builds',
      'Builds that workers do now',
      () => bots.away?.ordered().filter(({ worker }) => worker !== undefined).length ?? 0,
    )
  }
  gauge('gamegrid_spectators', 'Open event streams', () => metrics.spectators)
  return metrics
}

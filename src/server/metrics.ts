import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { Arena } from '../arena/arena.ts'
import { openRequestTimes, type RequestTimes } from './request-times.ts'

export interface Metrics {
  readonly registry: Registry
  /** Not in the registry: its text follows that of the registry. */
  readonly requests: RequestTimes
  readonly moves: Counter<'challenge' | 'verdict'>
  readonly failures: Counter
  spectators: number
}

export function openMetrics(arena: Arena): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const metrics: Metrics = {
    registry,
    requests: openRequestTimes(),
    moves: new Counter({
      name: 'gamegrid_moves_total',
      help: 'Answers of players that came by HTTP',
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
  const gauge = (name: string, help: string, read: () => number): void =>
    void new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('gamegrid_matches_playing', 'Matches being played', () => arena.playing)
  gauge('gamegrid_matches_queued', 'Matches that wait for a free place', () => arena.queued)
  gauge('gamegrid_spectators', 'Open event streams', () => metrics.spectators)
  return metrics
}

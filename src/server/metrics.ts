import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Arena } from '../arena/arena.ts'

export interface Metrics {
  readonly registry: Registry
  readonly requests: Histogram<'method' | 'route' | 'status'>
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
    requests: new Histogram({
      name: 'gamegrid_request_seconds',
      help: 'Time from a request to its answer; long polls included',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30],
      registers,
    }),
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

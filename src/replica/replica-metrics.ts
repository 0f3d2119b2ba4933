import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import { addGauge } from '../server/add-gauge.ts'

export interface ReplicaMetrics {
  readonly registry: Registry
  /** `shared`: answered here, alone or together with others. `asked`: what was asked of the arena for them. `passed`: passed on unchanged. */
  readonly requests: Counter<'how'>
  watchers: number
}

export function openReplicaMetrics(upstreamStreams: () => number): ReplicaMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const metrics: ReplicaMetrics = {
    registry,
    requests: new Counter({
      name: 'gamegrid_replica_requests_total',
      help: 'Requests: shared answers, questions to the arena for them, requests passed on',
      labelNames: ['how'],
      registers,
    }),
    watchers: 0,
  }
  const gauge = (name: string, help: string, read: () => number): void => addGauge(registry, name, help, read)
  gauge('gamegrid_replica_watchers', 'Open event streams and sockets of spectators', () => metrics.watchers)
  gauge('gamegrid_replica_upstream_streams', 'Open event streams of the arena', upstreamStreams)
  return metrics
}

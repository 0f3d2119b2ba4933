import { Gauge, type Registry } from 'prom-client'

/** Adds a gauge that is read each time the metrics are asked for. */
export const addGauge = (registry: Registry, name: string, help: string, read: () => number): void =>
  void new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })

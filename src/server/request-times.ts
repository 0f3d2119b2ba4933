/** How long requests take, by method, route and status: a histogram in the text format of Prometheus. */
export interface RequestTimes {
  add(method: string, route: string, status: number, seconds: number): void
  text(): string
}

const NAME = 'gamegrid_request_seconds'
const BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 30]

interface Series {
  readonly labels: string
  /** How many took so long, but longer than the bound before; the last are those beyond all bounds. */
  readonly counts: number[]
  sum: number
}

/** Written by hand: prom-client looks up and checks the labels of every request, which took a twentieth of its time. */
export function openRequestTimes(): RequestTimes {
  const all = new Map<string, Series>()

  const begin = (key: string, labels: string): Series => {
    const series = { labels, counts: Array<number>(BOUNDS.length + 1).fill(0), sum: 0 }
    all.set(key, series)
    return series
  }

  return {
    add(method, route, status, seconds) {
      const key = `${method} ${status} ${route}`
      const series =
        all.get(key) ?? begin(key, `method="${method}",route="${escaped(route)}",status="${status}"`)
      let bucket = 0
      while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? Infinity)) bucket++
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
      series.sum += seconds
    },
    text() {
      const head = [
        `# HELP ${NAME} Time from a request to its answer; long polls included`,
        `# TYPE ${NAME} histogram`,
      ]
      return [...head, ...[...all.values()].flatMap(linesOf)].join('\n') + '\n'
    },
  }
}

function linesOf({ labels, counts, sum }: Series): readonly string[] {
  let total = 0
  const buckets = counts.map((count, index) => {
    total += count
    return `${NAME}_bucket{le="${BOUNDS[index] ?? '+Inf'}",${labels}} ${total}`
  })
  return [...buckets, `${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${total}`]
}

const escaped = (label: string): string => label.replaceAll(/["\\]/g, String.raw`\$&`)

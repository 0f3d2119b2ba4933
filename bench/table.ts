/** Prints rows as a table. The last column has the goal and whether this run met it. */
export interface Row {
  readonly what: string
  readonly value: string
  readonly ratio?: number
  /** The ratio to reach: `>= 20`, `< 3`. */
  readonly goal?: string
}

export function printTable(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`)
  const width = Math.max(...rows.map((row) => row.what.length))
  for (const { what, value, ratio, goal } of rows) {
    const times = ratio === undefined ? '' : `${ratio.toPrecision(3)} ×`
    console.log(
      `  ${what.padEnd(width)}  ${value.padStart(22)}  ${times.padStart(10)}  ${goal ? verdict(ratio ?? 0, goal) : ''}`,
    )
  }
}

function verdict(ratio: number, goal: string): string {
  const [operator = '', number = ''] = goal.split(' ')
  const isMet = operator === '>=' ? ratio >= Number(number) : ratio < Number(number)
  return `goal ${goal}: ${isMet ? 'met' : 'MISSED'}`
}

/** Units of work in a second; `work` returns how many units it did. */
export function ratePerSecond(work: () => number, ms = 1500): number {
  let units = 0
  const began = performance.now()
  while (performance.now() - began < ms) units += work()
  return (units / (performance.now() - began)) * 1000
}

/** Both rates, measured alternately in short slices, because the machine may be busy. */
export function compareRates(
  ours: () => number,
  theirs: () => number,
): { readonly ours: number; readonly ratio: number } {
  const slices = Array.from({ length: 9 }, () => {
    const [base, rate] = [ratePerSecond(theirs, 200), ratePerSecond(ours, 200)]
    return { rate, ratio: rate / base }
  }).slice(1)
  return {
    ours: median(slices.map((slice) => slice.rate)),
    ratio: median(slices.map((slice) => slice.ratio)),
  }
}

export const perSecond = (rate: number, unit: string): string =>
  `${Math.round(rate).toLocaleString('en')} ${unit}/s`

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

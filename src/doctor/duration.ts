/** A time for people: `31 ms`, `2.4 s`. */
export function duration(ms: number): string {
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}

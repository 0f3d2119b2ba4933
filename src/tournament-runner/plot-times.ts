import { html, type Html } from './html-text.ts'
import { percentile, type MoveTimes } from './move-times.ts'
import { round, shorten } from './plot-ratings.ts'
import { formatMs } from './tables.ts'

const ROW = 26
const NAMES = 150
const WIDTH = 860
const RIGHT = 30
const TOP = 8

/** The median, the 95th percentile and the longest time of each entrant's moves, on a logarithmic scale. */
export function timePlot(rows: readonly { readonly name: string; readonly times: MoveTimes }[]): Html {
  const longest = Math.max(1, ...rows.map(({ times }) => times.longestMs))
  const decades = Math.max(2, Math.ceil(Math.log10(longest / LEAST_MS)))
  const x = (ms: number): number =>
    round(NAMES + (Math.log10(Math.max(ms, LEAST_MS) / LEAST_MS) / decades) * (WIDTH - NAMES - RIGHT))
  const height = TOP + rows.length * ROW
  const ticks = Array.from({ length: decades + 1 }, (_, power) => LEAST_MS * 10 ** power)
  return html`<svg
    class="plot"
    viewBox="0 0 ${WIDTH} ${height + 28}"
    width="${WIDTH}"
    role="img"
    aria-label="Time of a move: half of them, 95 % and 99 % are faster, and the longest"
  >
    ${ticks.map(
      (ms) =>
        html`<line class="grid" x1="${x(ms)}" x2="${x(ms)}" y1="${TOP}" y2="${height}" /><text
            class="tick"
            x="${x(ms)}"
            y="${height + 18}"
            text-anchor="middle"
            >${formatMs(ms)}</text
          > `,
    )}${rows.map(({ name, times }, at) => {
      const y = TOP + at * ROW + ROW / 2
      const [half = 0, most = 0, nearly = 0] = [0.5, 0.95, 0.99].map((share) => percentile(times, share) ?? 0)
      return html`<g
        ><title>
          ${name}: half of the moves within ${formatMs(half)}, 95 % within ${formatMs(most)}, 99 % within
          ${formatMs(nearly)}, longest ${formatMs(times.longestMs)}</title
        ><text class="label" x="${NAMES - 14}" y="${y + 4}" text-anchor="end">${shorten(name)}</text
        ><line class="thin" x1="${x(half)}" x2="${x(times.longestMs)}" y1="${y}" y2="${y}" /><line
          class="thick"
          x1="${x(half)}"
          x2="${x(most)}"
          y1="${y}"
          y2="${y}" /><circle class="dot" cx="${x(half)}" cy="${y}" r="4.5" /><line
          class="thin"
          x1="${x(times.longestMs)}"
          x2="${x(times.longestMs)}"
          y1="${y - 4}"
          y2="${y + 4}"
      /></g> `
    })}
  </svg>`
}

const LEAST_MS = 0.1

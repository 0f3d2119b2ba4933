import { ratingScale } from '../rating/rating-scale.ts'
import { signed } from '../rating/show-numbers.ts'
import type { ResultRating } from '../api/tournament-result.ts'
import { html, type Html } from './html-text.ts'

const ROW = 30
const NAMES = 150
const WIDTH = 860
const RIGHT = 30
const TOP = 10

/** A dot for each rating and a line for its interval, above a scale. */
export function ratingPlot(ratings: readonly ResultRating[]): Html {
  const rated = ratings.filter(({ rounds }) => rounds > 0)
  const { low, high, ticks } = ratingScale(rated)
  const x = (elo: number): number => round(NAMES + ((elo - low) / (high - low)) * (WIDTH - NAMES - RIGHT))
  const height = TOP + rated.length * ROW
  return html`<svg
    class="plot"
    viewBox="0 0 ${WIDTH} ${height + 28}"
    width="${WIDTH}"
    role="img"
    aria-label="Ratings with 95 % intervals"
  >
    ${ticks.map(
      (tick) =>
        html`<line
            class="${tick === 0 ? 'axis' : 'grid'}"
            x1="${x(tick)}"
            x2="${x(tick)}"
            y1="${TOP}"
            y2="${height}"
          /><text class="tick" x="${x(tick)}" y="${height + 18}" text-anchor="middle"
            >${signed(tick)}</text
          > `,
    )}${rated.map(({ name, elo, low, high }, at) => {
      const y = TOP + at * ROW + ROW / 2
      return html`<g
        ><title>${name}: ${signed(elo)} (${signed(low)} … ${signed(high)})</title
        ><text class="label" x="${NAMES - 14}" y="${y + 4}" text-anchor="end">${shorten(name)}</text
        ><line class="whisker" x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}" /><line
          class="whisker"
          x1="${x(low)}"
          x2="${x(low)}"
          y1="${y - 5}"
          y2="${y + 5}" /><line
          class="whisker"
          x1="${x(high)}"
          x2="${x(high)}"
          y1="${y - 5}"
          y2="${y + 5}" /><circle class="dot" cx="${x(elo)}" cy="${y}" r="5.5"
      /></g> `
    })}
  </svg>`
}

export const shorten = (name: string, most = 18): string =>
  [...name].length > most ? `${[...name].slice(0, most - 1).join('')}…` : name

export const round = (value: number): number => Math.round(value * 10) / 10

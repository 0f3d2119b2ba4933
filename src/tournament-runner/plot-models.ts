import type { ResultRating } from '../api/tournament-result.ts'
import { ratingScale } from '../rating/rating-scale.ts'
import { signed } from '../rating/show-numbers.ts'
import { html, type Html } from './html-text.ts'
import type { ModelMeasure } from './measure-models.ts'
import { dollars } from './models-table.ts'
import { round, shorten } from './plot-ratings.ts'

type Models = ReadonlyMap<string, ModelMeasure>

const WIDTH = 860
const HEIGHT = 300
const LEFT = 60
const RIGHT = 160
const TOP = 14
const BOTTOM = 44
const LABELS = WIDTH - RIGHT + 14
const LABEL_HEIGHT = 17

/** The rating of each model with its interval, over what a match cost; over tokens where a price is not known. */
export function costPlot(ratings: readonly ResultRating[], models: Models): Html | undefined {
  const isPriced = [...models.values()].every(({ usd }) => usd !== undefined && usd > 0)
  const points = ratings.flatMap((rating) => {
    const model = models.get(rating.name)
    if (!model || rating.rounds === 0) return []
    const used = isPriced ? (model.usd ?? 0) : model.tokensIn + model.tokensOut
    return [{ ...rating, cost: Math.max(used / model.matches, 1e-6) }]
  })
  if (points.length === 0) return undefined
  const { low, high, ticks } = ratingScale(points)
  const y = (elo: number): number => round(TOP + ((high - elo) / (high - low)) * (HEIGHT - TOP - BOTTOM))
  const first = Math.floor(Math.log10(Math.min(...points.map(({ cost }) => cost))))
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(...points.map(({ cost }) => cost)))) - first)
  const x = (cost: number): number =>
    round(LEFT + ((Math.log10(cost) - first) / decades) * (WIDTH - LEFT - RIGHT))
  const labels = spread(points.map(({ elo }) => y(elo)))
  const powers = Array.from({ length: decades + 1 }, (_, at) => 10 ** (first + at))
  return frame(
    isPriced ? 'Rating over the cost of a match' : 'Rating over the tokens of a match',
    html`${ticks.map((tick) => gridLine(y(tick), signed(tick), tick === 0))}${powers.map(
      (power) =>
        html`<text class="tick" x="${x(power)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle"
          >${isPriced ? dollars(power) : String(power)}</text
        >`,
    )}${points.map(
      ({ name, elo, low: least, high: most, cost }, at) =>
        html`<g
          ><title>
            ${name}: ${signed(elo)} (${signed(least)} … ${signed(most)}),
            ${isPriced ? dollars(cost) : `${Math.round(cost)} tokens`} a match</title
          ><line
            class="grid"
            x1="${x(cost)}"
            x2="${LABELS - 6}"
            y1="${y(elo)}"
            y2="${labels[at] ?? 0}"
          /><line class="whisker" x1="${x(cost)}" x2="${x(cost)}" y1="${y(most)}" y2="${y(least)}" /><circle
            class="dot"
            cx="${x(cost)}"
            cy="${y(elo)}"
            r="5.5"
          /><text class="label" x="${LABELS}" y="${(labels[at] ?? 0) + 4}">${shorten(name)}</text></g
        >`,
    )}`,
  )
}

/** The tokens of a model's answers, turn by turn. */
export function tokensPlot(models: Models): Html | undefined {
  const lines = [...models].filter(([, { tokensByTurn }]) => tokensByTurn.length > 1)
  if (lines.length === 0) return undefined
  const turns = Math.max(...lines.map(([, { tokensByTurn }]) => tokensByTurn.length))
  const most = Math.max(
    1,
    ...lines.flatMap(([, { tokensByTurn }]) => tokensByTurn.map((tokens) => tokens ?? 0)),
  )
  const x = (turn: number): number => round(LEFT + ((turn - 1) / (turns - 1)) * (WIDTH - LEFT - RIGHT))
  const y = (tokens: number): number => round(TOP + (1 - tokens / most) * (HEIGHT - TOP - BOTTOM))
  const ticks = [0, most / 2, most]
  const curves = lines.map(([name, { tokensByTurn }]) => ({
    name,
    points: tokensByTurn.flatMap((tokens, at) =>
      tokens === undefined ? [] : [[x(at + 1), y(tokens)] as const],
    ),
  }))
  const labels = spread(curves.map(({ points }) => points.at(-1)?.[1] ?? 0))
  return frame(
    'Tokens of an answer over the turns of a round',
    html`${ticks.map((tokens) => gridLine(y(tokens), String(Math.round(tokens)), tokens === 0))}${[
      1,
      turns,
    ].map(
      (turn) =>
        html`<text class="tick" x="${x(turn)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle"
          >turn ${String(turn)}</text
        >`,
    )}${curves.map(
      ({ name, points }, at) =>
        html`<g
          ><title>${name}</title
          ><polyline
            class="curve c${at % 4}"
            points="${points.map((point) => point.join(',')).join(' ')}"
          /><text class="label c${at % 4}" x="${LABELS}" y="${(labels[at] ?? 0) + 4}"
            >${shorten(name)}</text
          ></g
        >`,
    )}`,
  )
}

const gridLine = (y: number, label: string, isAxis: boolean): Html =>
  html`<line
      class="${isAxis ? 'axis' : 'grid'}"
      x1="${LEFT}"
      x2="${WIDTH - RIGHT}"
      y1="${y}"
      y2="${y}"
    /><text class="tick" x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${label}</text>`

/** Labels stand beside each other's heights, so that none covers another. */
function spread(heights: readonly number[]): readonly number[] {
  const placed: number[] = []
  let last = -Infinity
  for (const [index, height] of [...heights.entries()].sort((a, b) => a[1] - b[1])) {
    last = Math.max(height, last + LABEL_HEIGHT)
    placed[index] = last
  }
  return placed
}

const frame = (title: string, body: Html): Html =>
  html`<figure>
    <figcaption>${title}</figcaption>
    <div class="scroll" tabindex="0">
      <svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" role="img" aria-label="${title}">
        ${body}
      </svg>
    </div>
  </figure>`

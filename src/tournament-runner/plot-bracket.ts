import type { Bracket, BracketPart, Tie } from '../tournament/bracket.ts'
import { describeTie, tiesWithoutWin } from '../tournament/describe-tie.ts'
import { layOutPart, type PlacedTie } from '../tournament/bracket-layout.ts'
import { html, type Html } from './html-text.ts'
import { shorten } from './plot-ratings.ts'

const BOX = 190
const GAP = 44
const LINE = 24
const TOP = 26

/** Each tree of a knock-out, one below the other, and what decided the ties that no win decided. */
export const bracketPlot = (bracket: Bracket): Html => {
  const others = tiesWithoutWin(bracket)
  return html`${bracket.parts.map(drawPart)}${
    others.length > 0 &&
    html`<ul class="notes">
      ${others.map((tie) => html`<li>${tie.title}: ${describeTie(tie)}</li>`)}
    </ul>`
  }`
}

function drawPart(part: BracketPart, at: number): Html {
  const placed = layOutPart(part)
  const byId = new Map(placed.map((one) => [one.tie.id, one]))
  const width = part.rounds.length * (BOX + GAP) - GAP + 2
  const height = TOP + (Math.max(0, ...placed.map(({ row }) => row)) + 2) * LINE + 4
  const isNamed = at > 0 && part.rounds[0]?.title !== part.title
  return html`${isNamed && html`<h3>${part.title}</h3>`}<svg
      class="bracket"
      viewBox="0 0 ${width} ${height}"
      width="${width}"
      role="img"
      aria-label="${part.title}"
    >
      ${part.rounds.map(
        ({ title }, column) => html`<text class="tick" x="${left(column) + 1}" y="13">${title}</text> `,
      )}${placed.map((one) => connect(one, byId.get(one.tie.winnerTo?.tie ?? '')))}
      ${placed.map(drawTie)}
    </svg>`
}

const left = (column: number): number => column * (BOX + GAP) + 1
const top = ({ row }: PlacedTie): number => TOP + row * LINE

/** From the middle of a tie to the line of the slot that its winner takes. */
function connect(from: PlacedTie, to: PlacedTie | undefined): Html | undefined {
  if (to === undefined) return undefined
  const [x, y] = [left(from.column) + BOX, top(from) + LINE]
  const target = top(to) + LINE * ((from.tie.winnerTo?.slot ?? 0) + 0.5)
  const middle = left(to.column) - GAP / 2
  return html`<path class="way" d="M${x} ${y}H${middle}V${target}H${left(to.column)}" /> `
}

function drawTie(placed: PlacedTie): Html {
  const { tie } = placed
  const [x, y] = [left(placed.column), top(placed)]
  return html`<g
    ><title>${[tie.title, describeTie(tie) ?? []].flat().join(': ')}</title
    ><rect class="tie" x="${x}" y="${y}" width="${BOX}" height="${2 * LINE}" rx="6" /><line
      class="grid"
      x1="${x}"
      x2="${x + BOX}"
      y1="${y + LINE}"
      y2="${y + LINE}"
    />${drawSlot(tie, 0, x, y)}${drawSlot(tie, 1, x, y + LINE)}</g
  > `
}

function drawSlot({ slots, score, winner, decided }: Tie, slot: 0 | 1, x: number, y: number): Html {
  const { entrant, seed, expected = '' } = slots[slot]
  const name = entrant === null ? 'bye' : entrant === undefined ? expected : shorten(entrant, 17)
  const isKnown =
    decided === 'matches' ||
    decided === 'forfeit' ||
    decided === 'better-seed' ||
    score.some((points) => points > 0)
  const kind = winner === slot ? 'winner' : winner === undefined ? 'label' : 'loser'
  return html`<text class="seed" x="${x + 20}" y="${y + 16}" text-anchor="end"
      >${entrant === null ? undefined : seed}</text
    ><text class="${entrant == null ? 'loser' : kind}" x="${x + 28}" y="${y + 16}">${name}</text
    >${isKnown && html`<text class="${kind}" x="${x + BOX - 12}" y="${y + 16}" text-anchor="end">${score[slot]}</text>`}`
}

import { createHash } from 'node:crypto'
import { percent, showGames } from '../rating/show-numbers.ts'
import { modelsTable } from './models-table.ts'
import { costPlot, tokensPlot } from './plot-models.ts'
import { bracketPlot } from './plot-bracket.ts'
import { ratingPlot } from './plot-ratings.ts'
import { timePlot } from './plot-times.ts'
import type { TournamentResult } from '../api/tournament-result.ts'
import { html, type Html } from './html-text.ts'
import { STYLE } from './report-style.ts'
import type { Measurements } from './statistics.ts'
import {
  crosstableTable,
  formatCell,
  matchesTable,
  READABLE,
  ratingsTable,
  recordBeside,
  standingsTable,
  statisticsTable,
  superiorityTable,
  type LinkOf,
} from './tables.ts'
import type { ReportTable } from './report-table.ts'

/** The script and style of boards, packed: they load nothing. */
export interface Player {
  readonly script: string
  readonly style: string
}

/** Boards in the page itself. */
export interface ReportBoards {
  readonly player: Player
  /** By the key of the match. */
  readonly records: ReadonlyMap<string, string>
  /** How many matches have no board here. */
  readonly leftOut: number
}

export interface ReportExtras {
  /** Where the board of a match is in an arena; without it the report links to the records beside it. */
  readonly linkOf?: LinkOf
  readonly boards?: ReportBoards
}

/** One self-contained page. It links to the records beside it, or to an arena, and may have boards in it. */
export function htmlReport(
  result: TournamentResult,
  measured: Measurements,
  { linkOf, boards }: ReportExtras = {},
): string {
  const { title, challenge, format, seed, entrants, matches, rounds, isDone, bracket, ratings } = result
  const { models } = measured
  const isReadable = entrants.length <= READABLE
  const facts = [
    [String(entrants.length), 'entrants'],
    [String(matches.played), isDone ? 'matches' : 'matches so far'],
    ...(rounds.different < rounds.games ? [[showGames(rounds), 'copies count once']] : []),
    [challenge, 'challenge'],
    [format.replaceAll('-', ' '), 'format'],
    [String(seed), 'seed'],
  ]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'${boards && `; script-src '${hashOf(boards.player.script)}'`}"
        />
        <title>${title}</title>
        <style>
          ${boards && { html: boards.player.style }}
          ${{ html: STYLE }}
        </style>
      </head>
      <body>
        <header>
          <p class="kicker">${isDone ? 'Final result' : 'Standing so far'}</p>
          <h1>${title}</h1>
          <dl class="facts">
            ${facts.map(
              ([value, label]) =>
                html`<div>
                  <dt>${label}</dt>
                  <dd>${value}</dd>
                </div>`,
            )}
          </dl>
        </header>
        <main>
          ${podium(result)} ${section('Standings', table(standingsTable(result), standingCell(result)))}
          ${sprt(result)}
          ${bracket && section('Knock-out', html`<div class="scroll" tabindex="0">${bracketPlot(bracket)}</div>`)}
          ${
            ratings.length > 0 &&
            section(
              'Ratings',
              html`<div class="scroll" tabindex="0">${ratingPlot(ratings)}</div>
                ${table(ratingsTable(result))}`,
            )
          }
          ${isReadable && section('Head to head', table(crosstableTable(result), crossCell(result)))}
          ${isReadable && ratings.length > 2 && section('Likelihood of superiority', table(superiorityTable(result), superiorityCell(result)))}
          ${section('Statistics', html`${table(statisticsTable(result, measured))}${plotTimes(result, measured)}`)}
          ${models?.size && section('Language models', html`${table(modelsTable(result, models))}${costPlot(ratings, models)}${tokensPlot(models)}`)}
          ${boards && boardsSection(boards, linkOf !== undefined)}
          ${section('Matches', matchList(result, linkOf, boards?.records))}
        </main>
        <footer>Written by gamegrid. Replay a match: gamegrid replay records/KEY.jsonl</footer>
        ${boards && scriptsOf(boards)}
      </body>
    </html> `.html
}

const section = (title: string, body: Html): Html =>
  html`<section>
    <h2>${title}</h2>
    ${body}
  </section>`

const MEDALS = ['first', 'second', 'third']

function podium({ standings, isDone }: TournamentResult): Html | undefined {
  if (!isDone || standings.length < 3) return undefined
  return html`<ol class="podium">
    ${standings
      .slice(0, 3)
      .map(
        ({ name, place, total }) =>
          html`<li class="${MEDALS[place - 1] ?? 'third'}">
            <span class="place">${place}</span><span class="name">${name}</span
            ><span class="total">${total} points</span>
          </li>`,
      )}
  </ol>`
}

type CellOf = (row: number, column: number, text: string) => Html | undefined

function table({ id, columns, rows, notes }: ReportTable, special: CellOf = () => undefined): Html {
  const cell = (text: string, row: number, column: number): Html =>
    special(row, column, text) ?? html`<td${columns[column]?.isNumber && html` class="number"`}>${text}</td>`
  return html`<div class="scroll" tabindex="0">
      <table id="${id}">
        <thead>
          <tr>
            ${columns.map(({ title, isNumber }) => html`<th scope="col" ${isNumber && html` class="number"`}>${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells, row) =>
              html`<tr>
                ${cells.map((text, column) => cell(text, row, column))}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    ${
      notes.length > 0 &&
      html`<ul class="notes">
        ${notes.map((note) => html`<li>${note}</li>`)}
      </ul>`
    }`
}

/** Draws the points as a bar, too. */
function standingCell(result: TournamentResult): CellOf {
  const { standings } = result
  const last = standingsTable(result).columns.length - 1
  const most = Math.max(1, ...standings.map(({ points }) => points))
  return (row, column, text) => {
    if (column === 1) return html`<th scope="row">${text}</th>`
    if (column === last) return html`<td class="wide">${text}</td>`
    if (column !== 2) return undefined
    const share = Math.round(((standings[row]?.points ?? 0) / most) * 100)
    return html`<td class="number bar" style="--share:${share}%">${text}</td>`
  }
}

/** Coloured by the score of the row: blue above one half, orange below. */
function crossCell({ crosstable, standings }: TournamentResult): CellOf {
  return (row, column, text) => {
    if (column === 1) return html`<th scope="row">${text}</th>`
    if (column < 2) return undefined
    if (row === column - 2) return html`<td class="self"></td>`
    const cell = crosstable[row]?.[column - 2] ?? null
    if (cell === null) return html`<td class="heat"></td>`
    const met = cell.wins + cell.draws + cell.losses
    const score = met === 0 ? 0.5 : (cell.wins + cell.draws / 2) / met
    const title = `${standings[row]?.name} against ${standings[column - 2]?.name}: ${cell.matches.join(', ')}`
    return html`<td
      class="heat ${score < 0.5 ? 'lost' : 'won'}"
      style="--heat:${heat(score)}%"
      title="${title}"
    >
      ${formatCell(cell)}
    </td>`
  }
}

function superiorityCell({ ratings }: TournamentResult): CellOf {
  return (row, column, text) => {
    if (column === 0) return html`<th scope="row">${text}</th>`
    if (row === column - 1) return html`<td class="self"></td>`
    const share = ratings[row]?.superiority[column - 1] ?? 0.5
    return html`<td class="heat ${share < 0.5 ? 'lost' : 'won'}" style="--heat:${heat(share)}%">
      ${percent(share)}
    </td>`
  }
}

const heat = (share: number): number => Math.round(Math.abs(share - 0.5) * 110)

function plotTimes({ standings }: TournamentResult, { moveTimes }: Measurements): Html | undefined {
  const rows = standings.flatMap(({ name }) => {
    const own = moveTimes.get(name)
    return own === undefined || own.moves === 0 ? [] : [{ name, times: own }]
  })
  return rows.length === 0
    ? undefined
    : html`<h3>Time of a move</h3>
        <div class="scroll" tabindex="0">${timePlot(rows)}</div>`
}

function sprt({ sprt, entrants }: TournamentResult): Html | undefined {
  if (sprt === undefined) return undefined
  const { verdict, terms, llr, lower, upper, pairs, copies, whyStopped } = sprt
  const share = Math.max(0, Math.min(100, ((llr - lower) / (upper - lower)) * 100))
  const said = verdict === null ? 'No verdict yet' : `${verdict} is accepted`
  return section(
    'SPRT',
    html`<p class="verdict">
        ${said}: is ${entrants[0]?.name} stronger by ${terms.elo0} points (H0) or by ${terms.elo1} (H1)?
      </p>
      <div class="gauge"><span style="left:${share.toFixed(1)}%"></span></div>
      <p class="ends">
        <span>H0 at ${lower.toFixed(2)}</span><span>log-likelihood ratio ${llr.toFixed(2)}</span
        ><span>H1 at ${upper.toFixed(2)}</span>
      </p>
      <p>Pairs with 0, ½, 1, 1½ and 2 points: ${pairs.join(', ')}</p>
      ${copies > 0 && html`<p>Copies of earlier pairs, which do not count: ${String(copies)}</p>`}
      ${whyStopped !== undefined && html`<p>${whyStopped}.</p>`}`,
  )
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Exactly the text that the policy of the page has the hash of. */
const scriptsOf = ({ player, records }: ReportBoards): Html => ({
  html: [
    `<script type="application/json" id="records">${asData(records)}</script>`,
    `<script>${player.script}</script>`,
  ].join(''),
})

/** JSON that cannot end its script. */
const asData = (records: ReadonlyMap<string, string>): string =>
  JSON.stringify(Object.fromEntries(records)).replaceAll('<', '\\u003c')

/** The place where the board of a match is shown; the list of matches links to it. */
const boardsSection = ({ records, leftOut }: ReportBoards, isOfArena: boolean): Html =>
  html`<section id="boards">
    <h2>Boards</h2>
    <div id="player">
      <p>Choose a match in the list below: its board is in this file, and needs no network.</p>
    </div>
    <p class="notes">
      ${records.size === 1 ? 'One match has its board' : `${records.size} matches have their boards`} in this
      file.
      ${leftOut > 0 && `${leftOut} were left out to keep the file small: the last rounds and the last match of each entrant come first. ${isOfArena ? 'The others open in the arena.' : 'For the others the list links to their records.'}`}
    </p>
  </section>`

/** One list for each stage, collapsed if there are many. */
function matchList(
  result: TournamentResult,
  linkOf: LinkOf | undefined,
  boards: ReadonlyMap<string, string> = new Map(),
): Html {
  const { columns, rows } = matchesTable(result, linkOf ?? recordBeside)
  const where = linkOf ? 'In the arena' : 'Its record'
  const [match, , first, second, score, winner, how] = columns
  const matches = result.games.map((game, at) => ({ game, cells: rows[at] ?? [] }))
  const stages = Map.groupBy(matches, ({ game }) => game.stage)
  const head = [match, first, second, score, winner, how].map(
    (column) => html`<th scope="col" ${column?.isNumber && html` class="number"`}>${column?.title}</th>`,
  )
  return html`${[...stages].map(
    ([stage, list]) =>
      html`<details${stages.size <= 8 && rows.length <= 60 && html` open`}><summary>${stage} <span>${list.length}</span></summary>
<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${list.map((one) => matchRow(one, boards.has(one.game.key), where))}</tbody></table></div></details>`,
  )}`
}

function matchRow(
  { game, cells }: { game: TournamentResult['games'][number]; cells: readonly string[] },
  hasBoard: boolean,
  where: string,
): Html {
  const [key = '', , , , score, winner, how, record] = cells
  const [first, second] = game.players.map((name) =>
    name === game.winner ? html`<strong>${name}</strong>` : html`${name}`,
  )
  return html`<tr>
    <td>
      ${hasBoard ? html`<a href="#match-${key}">${key}</a>` : record ? html`<a href="${record}">${key}</a>` : key}
      ${hasBoard && record && html`<a href="${record}" title="${where}">↗</a>`}
    </td>
    <td>${first}</td>
    <td>${second}</td>
    <td class="number">${score}</td>
    <td>${winner}</td>
    <td class="wide">${how}</td>
  </tr> `
}

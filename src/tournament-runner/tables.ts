import { percent, showGames, signed } from '../rating/show-numbers.ts'
import type { Cell } from '../tournament/crosstable.ts'
import { describeDifference, type Reason } from '../tournament/reason.ts'
import type { TournamentResult } from '../api/tournament-result.ts'
import { modelsTable } from './models-table.ts'
import { percentile } from './move-times.ts'
import { number, text, type ReportTable } from './report-table.ts'
import type { Measurements } from './statistics.ts'

/** All tables but the list of matches, those without rows, too. With more than `most` entrants the tables of every pair are left out. */
export const resultTables = (
  result: TournamentResult,
  measured: Measurements,
  most = Infinity,
): readonly ReportTable[] => [
  standingsTable(result),
  ratingsTable(result),
  ...(result.entrants.length > most ? [] : [crosstableTable(result), superiorityTable(result)]),
  statisticsTable(result, measured),
  ...(measured.models?.size ? [modelsTable(result, measured.models)] : []),
]

/** Those of them that say something. */
export const summaryTables = (...of: Parameters<typeof resultTables>): readonly ReportTable[] =>
  resultTables(...of).filter(({ rows }) => rows.length > 0)

/** Wider tables are not readable. */
export const READABLE = 40

export function standingsTable({ standings, rules, notes, isDone }: TournamentResult): ReportTable {
  const byPlace = standings.some(({ points, matchPoints }) => points !== matchPoints)
  const isJudged = standings.some(({ judged }) => judged !== undefined)
  const hasByes = standings.some(({ byes }) => byes > 0)
  const columns = [
    number('#'),
    text('entrant'),
    number('points'),
    ...(isJudged ? [number('judges'), number('total')] : []),
    ...(byPlace ? [number('match points')] : []),
    number('won'),
    number('drawn'),
    number('lost'),
    ...(hasByes ? [number('byes')] : []),
    number('rounds'),
    text('decided by'),
  ]
  const rows = standings.map((row) => [
    String(row.place),
    row.name,
    String(row.points),
    ...(isJudged ? [row.judged === undefined ? '–' : row.judged.toFixed(1), String(row.total)] : []),
    ...(byPlace ? [String(row.matchPoints)] : []),
    String(row.wins),
    String(row.draws),
    String(row.losses),
    ...(hasByes ? [String(row.byes)] : []),
    `${row.roundsWon}:${row.roundsLost}`,
    [row.out, shortReason(row.reason)].filter(Boolean).join('; '),
  ])
  return {
    id: 'standings',
    title: isDone ? 'Standings' : 'Standings so far',
    columns,
    rows,
    notes: [...rules, ...notes],
  }
}

/** The reason without the name of the next entrant, which stands below; empty for points, which have a column. */
function shortReason(reason: Reason | undefined): string | undefined {
  if (reason === undefined) return undefined
  if (reason.kind === 'level') return `level with ${reason.next}: no rule decides between them`
  return reason.rule === 'points' ? undefined : describeDifference(reason)
}

export function ratingsTable({ ratings, goingFirst, rounds }: TournamentResult): ReportTable {
  const hasCopies = rounds.different < rounds.games
  return {
    id: 'ratings',
    title: 'Ratings',
    columns: [
      text('entrant'),
      number('Elo'),
      text('95 % interval'),
      number('rounds'),
      ...(hasCopies ? [number('different')] : []),
      number('score'),
      number('stronger than the next'),
    ],
    rows: ratings.map(({ name, elo, low, high, rounds, different, points, superiority }, at) => [
      name,
      signed(elo),
      rounds === 0 ? 'unknown' : `${signed(low)} … ${signed(high)}`,
      String(rounds),
      ...(hasCopies ? [String(different)] : []),
      rounds === 0 ? '–' : percent(points / rounds),
      superiority[at + 1] === undefined ? '' : percent(superiority[at + 1] ?? 0),
    ]),
    notes: [
      'The mean of all is 0; all rounds are fitted together, and draws count one half',
      ...(hasCopies ? [`${showGames(rounds)}: ${COPIES_COUNT_ONCE}`] : [showGames(rounds)]),
      ...(goingFirst
        ? [
            `Going first is worth ${signed(goingFirst.elo)} points (${signed(goingFirst.low)} … ${signed(goingFirst.high)})`,
          ]
        : []),
    ],
  }
}

const COPIES_COUNT_ONCE = 'copies of a game count once for the ratings and their intervals'

export function crosstableTable({ crosstable, standings }: TournamentResult): ReportTable {
  return {
    id: 'crosstable',
    title: 'Head to head',
    columns: [number('#'), text('entrant'), ...standings.map((_, at) => text(String(at + 1)))],
    rows: crosstable.map((row, at) => [
      String(at + 1),
      standings[at]?.name ?? '',
      ...row.map((cell, other) => (other === at ? '·' : formatCell(cell))),
    ]),
    notes: ['Wins, draws and losses of the row against the column'],
  }
}

/** `2-1-0`: won, drawn, lost. */
export const formatCell = (cell: Cell | null): string =>
  cell === null ? '' : `${cell.wins}-${cell.draws}-${cell.losses}`

export function superiorityTable({ ratings }: TournamentResult): ReportTable {
  return {
    id: 'superiority',
    title: 'Likelihood of superiority',
    columns: [text('entrant'), ...ratings.map(({ name }) => number(name))],
    rows:
      ratings.length < 3
        ? []
        : ratings.map(({ name, superiority }, at) => [
            name,
            ...superiority.map((share, other) => (other === at ? '·' : percent(share))),
          ]),
    notes: ['The likelihood that the row’s entrant is stronger than the column’s'],
  }
}

export function statisticsTable(
  { statistics }: TournamentResult,
  { moveTimes, memory }: Measurements,
): ReportTable {
  const isTimed = statistics.some(({ name }) => (moveTimes.get(name)?.moves ?? 0) > 0)
  const isWeighed = statistics.some(({ name }) => memory.has(name))
  return {
    id: 'statistics',
    title: 'Statistics',
    columns: [
      text('entrant'),
      number('rounds'),
      text('first seat'),
      text('second seat'),
      number('turns'),
      number('crashes'),
      number('timeouts'),
      number('illegal'),
      number('resigned'),
      ...(isTimed ? ['half of moves', '95 %', '99 %', 'longest'].map(number) : []),
      ...(isWeighed ? [number('memory')] : []),
    ],
    rows: statistics.map((row) => {
      const own = moveTimes.get(row.name)
      const score = ({ wins, draws, losses }: (typeof row.seats)[0]): string => `${wins}-${draws}-${losses}`
      return [
        row.name,
        String(row.rounds),
        score(row.seats[0]),
        score(row.seats[1]),
        row.rounds === 0 ? '–' : (row.turns / row.rounds).toFixed(1),
        String(row.crashes),
        String(row.timeouts),
        String(row.illegal),
        String(row.resigned),
        ...(isTimed
          ? [
              ...[0.5, 0.95, 0.99].map((share) => (own ? formatMs(percentile(own, share)) : '–')),
              own && own.moves > 0 ? formatMs(own.longestMs) : '–',
            ]
          : []),
        ...(isWeighed ? [formatMemory(memory.get(row.name))] : []),
      ]
    }),
    notes: [
      'Rounds won, drawn and lost in each seat; turns are the mean of a round',
      'Crashes, timeouts and illegal moves are rounds lost by them',
      ...(isWeighed ? ['Memory is the most that all processes of a program had in a round'] : []),
    ],
  }
}

/** Where the record or the board of a match is; empty if there is none. */
export type LinkOf = (key: string) => string

/** The records beside a report that the command line writes. */
export const recordBeside: LinkOf = (key) => `records/${key}.jsonl`

/** All matches, each with its record. */
export function matchesTable({ games }: TournamentResult, linkOf: LinkOf = recordBeside): ReportTable {
  return {
    id: 'matches',
    title: 'Matches',
    columns: [
      text('match'),
      text('stage'),
      text('first'),
      text('second'),
      number('score'),
      text('winner'),
      text('how it ended'),
      text('record'),
    ],
    rows: games.map(({ key, stage, players, how, winner, score, tie, rounds, hostFaults }) => [
      key,
      stage,
      ...players,
      how === 'played' ? score.join('–') : '',
      how === 'void' ? '–' : (winner ?? (how === 'forfeited' ? 'nobody' : 'drawn')),
      [
        how === 'played' ? describeRounds(rounds) : [HOW[how], ...(hostFaults ?? []).slice(-1)].join(': '),
        ...(tie === undefined ? [] : [tie]),
      ].join('; '),
      how === 'played' ? linkOf(key) : '',
    ]),
    notes: [],
  }
}

const HOW = {
  void: "could not be played by the host's fault",
  forfeited: 'not played: an entrant was out',
} as const

const describeRounds = (rounds: TournamentResult['games'][number]['rounds']): string =>
  rounds.map(({ reason }, at) => (rounds.length > 1 ? `${at + 1}. ${reason}` : reason)).join('; ')

/** `0.4 ms`, `12 ms`, `1.3 s`. */
export function formatMs(ms: number | undefined): string {
  if (ms === undefined) return '–'
  if (ms === 0) return '<1 ms'
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`
}

/** `51.3 MiB`. */
export const formatMemory = (bytes: number | undefined): string =>
  bytes === undefined ? '·' : `${(bytes / 1024 / 1024).toFixed(1)} MiB`

import type { Bracket, Tie } from '../tournament/bracket.ts'
import { describeTie } from '../tournament/describe-tie.ts'
import type { TournamentResult } from '../api/tournament-result.ts'
import { showGames } from '../rating/show-numbers.ts'
import type { Measurements } from './statistics.ts'
import { matchesTable, READABLE, recordBeside, summaryTables, type LinkOf } from './tables.ts'
import type { ReportTable } from './report-table.ts'

/** A Markdown page, for a repository or a wiki. */
export function markdownReport(
  result: TournamentResult,
  measured: Measurements,
  linkOf: LinkOf = recordBeside,
): string {
  const { title, challenge, format, seed, entrants, matches, rounds, isDone } = result
  const [standings, ...rest] = summaryTables(result, measured, READABLE)
  return [
    `# ${escape(title)}`,
    `${entrants.length} entrants, ${challenge}, ${format}, seed ${seed}: ${describeMatches(matches)}${isDone ? '' : ' so far'}, ${showGames(rounds)}.`,
    ...(standings ? [tableOf(standings)] : []),
    ...(result.bracket ? [bracketOf(result.bracket)] : []),
    ...rest.map((table) => tableOf(table)),
    tableOf(matchesTable(result, linkOf), 'record'),
  ]
    .join('\n\n')
    .concat('\n')
}

/** `123 matches played, 3 lost without play`. */
const describeMatches = ({ played, forfeited, void: isVoid }: TournamentResult['matches']): string =>
  [
    `${played} matches played`,
    ...(forfeited > 0 ? [`${forfeited} lost without play`] : []),
    ...(isVoid > 0 ? [`${isVoid} void`] : []),
  ].join(', ')

/** `last`: the cells of the last column are links with this text. */
const tableOf = ({ title, columns, rows, notes }: ReportTable, last?: string): string =>
  [
    `## ${title}`,
    '',
    row(columns.map((column) => escape(column.title))),
    row(columns.map(({ isNumber }) => (isNumber ? '---:' : '---'))),
    ...rows.map((cells) =>
      row(
        cells.map((cell, at) =>
          last === undefined || at < cells.length - 1 || cell === '' ? escape(cell) : `[${last}](${cell})`,
        ),
      ),
    ),
    ...notes.flatMap((note) => ['', `*${escape(note)}.*`]),
  ].join('\n')

function bracketOf({ parts }: Bracket): string {
  const lines = parts.flatMap(({ title, rounds }) =>
    rounds.flatMap((round) => [
      `- **${escape(parts.length > 1 && title !== round.title ? `${title}: ${round.title}` : round.title)}**`,
      ...round.ties.map((tie) => {
        const { slots, winner } = tie
        const name = (slot: 0 | 1): string => {
          const { entrant, expected = '…' } = slots[slot]
          const text = entrant === null ? 'bye' : escape(entrant ?? expected)
          return winner === slot ? `**${text}**` : text
        }
        return `  - ${name(0)} against ${name(1)}${tieResult(tie)}`
      }),
    ]),
  )
  return ['## Knock-out', '', ...lines].join('\n')
}

/** A win is a score; whatever else decided is said in words. */
function tieResult(tie: Tie): string {
  if (tie.decided === 'bye' || tie.decided === undefined) return ''
  return tie.decided === 'matches' ? ` ${tie.score.join('–')}` : `: ${escape(describeTie(tie) ?? '')}`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Names are untrusted: they must not become markup. */
const escape = (text: string): string =>
  text.replaceAll(/[\\`*_[\]<>|#!]/g, (char) => `\\${char}`).replaceAll(/\s+/g, ' ')

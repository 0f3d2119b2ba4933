import type { GainBody, LadderBody, LadderBotBody, LadderRowBody, SeasonBody } from '../api/ladder.ts'
import type { ReportTable } from '../tournament-runner/report-table.ts'

/** The ladder of a challenge as a table. */
export const ladderTable = ({ title, rows, season, freeze, games, different }: LadderBody): ReportTable => ({
  id: 'ladder',
  title: `The ladder of ${title}, ${season.name}`,
  columns: [
    { title: '', isNumber: true },
    { title: 'bot', isNumber: false },
    ...NUMBERS,
    { title: 'enrolled', isNumber: false },
    { title: 'gained', isNumber: false },
  ],
  rows: rows.map((row) => [
    String(row.rank),
    nameOf(row),
    ...numbersOf(row),
    row.enrolled ? 'yes' : '',
    formatGain(row.gained),
  ]),
  notes: [countGames(games, different), ...describeSeason(season), ...describeFreeze(freeze)],
})

/** All versions of one bot. */
export const versionTable = ({ bot, team, challenge, enrolled, versions }: LadderBotBody): ReportTable => ({
  id: 'versions',
  title: `${team.name} · ${bot.name} in the ladder of ${challenge}: ${enrolled ? 'enrolled' : 'not enrolled'}`,
  columns: [
    { title: 'version', isNumber: true },
    { title: 'uploaded', isNumber: false },
    ...NUMBERS,
    { title: 'gained', isNumber: false },
  ],
  rows: versions.map((one) => [
    String(one.version),
    formatTime(one.uploaded),
    ...numbersOf(one),
    formatGain(one.gained),
  ]),
  notes:
    versions.length === 0
      ? ['No version has passed yet']
      : versions
          .filter(({ counts }) => !counts)
          .map(({ version }) => `Version ${version} came after the freeze: it does not count`),
})

const NUMBERS = [
  { title: 'rating', isNumber: true },
  { title: '±', isNumber: true },
  { title: 'games', isNumber: true },
  { title: 'different', isNumber: true },
] as const

const numbersOf = ({ rating, plusMinus, games, different }: Numbers): readonly string[] => [
  String(rating),
  plusMinus === null ? '' : String(plusMinus),
  String(games),
  String(different),
]

type Numbers = Pick<LadderRowBody, 'rating' | 'plusMinus' | 'games' | 'different'>

/** `+41 ± 18 against version 3`. */
const formatGain = (gain: GainBody | null): string =>
  gain === null
    ? ''
    : `${gain.points < 0 ? '−' : '+'}${Math.abs(gain.points)} ± ${gain.plusMinus} against version ${gain.version}`

const countGames = (games: number, different: number): string =>
  `${games} rated ${games === 1 ? 'game' : 'games'}, ${different} different`

const nameOf = ({ house, team, bot }: LadderRowBody): string =>
  house === null ? `${team?.name ?? '?'} · ${bot?.name ?? '?'} v${bot?.version ?? '?'}` : `house:${house}`

function describeSeason({ number, began, ended }: SeasonBody): readonly string[] {
  if (began === null && ended === null) return []
  const from = began === null ? '' : ` from ${formatTime(began)}`
  return [`Season ${number}${from}${ended === null ? '' : ` to ${formatTime(ended)}`}`]
}

const describeFreeze = (freeze: string | null): readonly string[] =>
  freeze === null ? [] : [`Freeze at ${formatTime(freeze)}: versions that are uploaded later do not count`]

const formatTime = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

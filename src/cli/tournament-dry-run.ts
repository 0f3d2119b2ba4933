import { sprtFormat } from '../tournament-runner/sprt-format.ts'
import { estimateTime, typicalTurns } from '../tournament-runner/estimate-time.ts'
import { openTournamentCourse, type TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import { printable } from './text.ts'
import { tableText } from './table-text.ts'
import { describeTotal, formatDuration } from './tournament-progress.ts'
import { introduceOpenings } from './tournament-openings.ts'
import { sourcesOf, type TournamentPlan } from './tournament-plan.ts'

const SHOWN = 200

/** `--dry-run`: the matches that are known beforehand, and how long it may take. Nothing is played or written. */
export function dryRun({ tournament, bots, workers }: TournamentPlan): void {
  const course = openTournamentCourse(tournament)
  const pairings = course.take(SHOWN + 1)
  const isMore = pairings.length > SHOWN
  const text = (title: string) => ({ title, isNumber: false })
  console.log(
    tableText({
      id: 'schedule',
      title: `${tournament.title ?? tournament.challenge.title}: ${tournament.format.title} of ${tournament.entrants.length}, ${describeTotal(tournament)} matches, seed ${tournament.seed}`,
      columns: [
        text('match'),
        text('stage'),
        { title: 'round', isNumber: true },
        text('first'),
        text('second'),
      ],
      rows: pairings
        .slice(0, SHOWN)
        .map(({ key, stage, round, players }) => [key, stage, String(round), ...players]),
      notes: [],
    }).join('\n'),
  )
  const { most } = tournament.format.count(tournament.entrants.length, tournament.options)
  if (isMore) console.log('  and more')
  else if (most > pairings.length) console.log('  Later matches depend on these.')
  console.log(`\n${printable(introduceOpenings(tournament, sourcesOf(bots)))}`)
  console.log(`\n${describeTime(tournament, workers)}`)
}

function describeTime(tournament: TournamentSpec, workers: number): string {
  const { quickMs, longestMs, turns } = estimateTime(
    tournament,
    tournament.entrants.length,
    workers,
    typicalTurns(tournament),
  )
  const longest =
    longestMs === undefined
      ? 'without a clock there is no limit to how long it takes'
      : `about ${formatDuration(longestMs)} if every move takes all its time`
  // How many pairs it takes is what the test finds out.
  const what = tournament.format.id === sprtFormat.id ? 'time of a pair of matches' : 'time'
  return `Estimated ${what} with ${workers} at once: about ${formatDuration(quickMs)} if bots answer at once, ${longest} (random games last ${turns} turns)`
}

import { deriveSeed, seededRng } from '../base/rng.ts'
import { must } from '../base/result.ts'
import { openTournamentCourse, specFor, type TournamentSpec } from '../tournament-runner/tournament-spec.ts'
import type { MatchSpec } from '../match/match.ts'
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

/** The start of a process or a thread. */
const START_MS = 300
const GAMES = 3

function describeTime(tournament: TournamentSpec, workers: number): string {
  const { least, most } = tournament.format.count(tournament.entrants.length, tournament.options)
  const matches = tournament.format.id === 'sprt' ? least : (least + most) / 2
  const rounds = (tournament.rules.bestOf + 1) / 2
  const turns = typicalTurns(tournament)
  const quick = (matches * rounds * START_MS) / workers
  const { clock } = tournament.rules
  const perRound =
    clock.kind === 'none'
      ? undefined
      : clock.kind === 'per-move'
        ? turns * clock.ms
        : 2 * clock.ms + turns * clock.incrementMs
  const slow = perRound === undefined ? undefined : quick + (matches * rounds * perRound) / workers
  const longest =
    slow === undefined
      ? 'without a clock nobody knows how long it takes at most'
      : `about ${formatDuration(slow)} if every move takes all its time`
  return `Estimated time with ${workers} at once: about ${formatDuration(quick)} if bots answer at once, ${longest} (random games last ${turns} turns)`
}

/** The mean length of a few random games. */
function typicalTurns(tournament: TournamentSpec): number {
  const turns = Array.from({ length: GAMES }, (_, game) => {
    const seed = deriveSeed(tournament.seed, 'estimate', game)
    return randomGame(must(specFor(tournament, seed)))
  })
  return Math.max(1, Math.round(turns.reduce((sum, count) => sum + count, 0) / GAMES))
}

function randomGame({ game, config, rules, seed }: MatchSpec): number {
  const rng = seededRng(seed)
  let state = game.setup(config, rng)
  for (let turns = 0; ; turns++) {
    const seats = game.toMove(state)
    if (seats.length === 0 || turns >= rules.turnLimit) return turns
    const turn = seats.map((seat) => ({ seat, move: rng.pick(game.legalMoves(state, seat)) }))
    state = game.play(state, turn)
  }
}

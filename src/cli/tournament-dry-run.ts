import { deriveSeed, seededRng } from '../base/rng.ts'
import { must } from '../base/result.ts'
import { openContest, specFor, type Contest } from '../tournament-runner/contest.ts'
import type { MatchSpec } from '../match/match.ts'
import { tableText } from './table-text.ts'
import { describeTotal, formatDuration } from './tournament-progress.ts'
import type { TournamentPlan } from './tournament-plan.ts'

const SHOWN = 200

/** `--dry-run`: the matches that are known beforehand, and how long it may take. Nothing is played or written. */
export function dryRun({ contest, workers }: TournamentPlan): void {
  const course = openContest(contest)
  const pairings = course.take(SHOWN + 1)
  const isMore = pairings.length > SHOWN
  const text = (title: string) => ({ title, isNumber: false })
  console.log(
    tableText({
      id: 'schedule',
      title: `${contest.title ?? contest.challenge.title}: ${contest.format.title} of ${contest.entrants.length}, ${describeTotal(contest)} matches, seed ${contest.seed}`,
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
  const { most } = contest.format.count(contest.entrants.length, contest.options)
  if (isMore) console.log('  and more')
  else if (most > pairings.length) console.log('  Later matches depend on these.')
  console.log(`\n${describeTime(contest, workers)}`)
}

/** What a process or a thread takes to start. */
const START_MS = 300
const GAMES = 3

function describeTime(contest: Contest, workers: number): string {
  const { least, most } = contest.format.count(contest.entrants.length, contest.options)
  const matches = contest.format.id === 'sprt' ? least : (least + most) / 2
  const rounds = (contest.rules.bestOf + 1) / 2
  const turns = typicalTurns(contest)
  const quick = (matches * rounds * START_MS) / workers
  const { clock } = contest.rules
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

/** How long games last if both sides play at random. */
function typicalTurns(contest: Contest): number {
  const turns = Array.from({ length: GAMES }, (_, game) => {
    const seed = deriveSeed(contest.seed, 'estimate', game)
    return randomGame(must(specFor(contest, seed)))
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

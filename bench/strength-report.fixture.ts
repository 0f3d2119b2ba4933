import type { Ladder } from '../src/brains/ladders.fixture.ts'
import { SEATS, type Seat } from '../src/game/game.ts'
import { eloOfTally, scoreFromElo } from '../src/rating/elo.ts'
import { fitRatings, type Ratings } from '../src/rating/fit.ts'
import { scoreOf, sizeOf, type Tally } from '../src/rating/tally.ts'
import type { Played, Thought } from './strength-game.fixture.ts'
import { median, perSecond, printTable, type Row } from './table.ts'

/** Prints the results of a ladder; true if each brain is significantly stronger than the one below it. */
export function reportLadder(ladder: Ladder, games: readonly Played[], allowed: string): boolean {
  const names = ladder.brains
    .map(({ name }) => name)
    .filter((name) => games.some(({ task }) => task.brains.includes(name)))
  const ratings = fitRatings(names, games.map(resultOf), { firstMatters: !ladder.isEven })
  const steps = names.slice(1).map((name, below) => stepOf(games, name, names[below] ?? ''))
  printTable(`${ladder.name}, ${allowed} a move: ratings`, ratingRows(ratings))
  printTable(
    'share of points, draws half',
    steps.flatMap((step) => scoreRows(ladder, step)),
  )
  printTable(
    'thinking: positions a second of processor time, and for a million steps of a plain loop',
    names.flatMap((name) => thinkingRows(games, name)),
  )
  const doubtful = steps.filter((step) => eloOfTally(tallyOfPairs(step)).low <= 0)
  for (const { stronger, weaker } of doubtful)
    console.log(`  not sure that ${stronger} is stronger than ${weaker}`)
  console.log(`  ${ladder.name}: ${doubtful.length === 0 ? 'strictly ordered' : 'NOT ordered'}`)
  return doubtful.length === 0
}

/** The share of points of each brain against the one before it. */
export const stepRows = (
  ladder: Ladder,
  names: readonly string[],
  games: readonly Played[],
): readonly Row[] =>
  names
    .slice(1)
    .flatMap((name, below) => scoreRows({ ...ladder, goals: {} }, stepOf(games, name, names[below] ?? '')))

/** One game as a result to fit. */
export const resultOf = ({ task: { brains }, winner }: Played) => ({
  first: brains[0],
  second: brains[1],
  wins: Number(winner === 0),
  draws: Number(winner === undefined),
  losses: Number(winner === 1),
})

function ratingRows({ players, goingFirst }: Ratings): readonly Row[] {
  const show = (elo: number, low: number, high: number): string =>
    `${elo.toFixed(0)} (${low.toFixed(0)} to ${high.toFixed(0)})`
  return [
    ...players.map(({ player, elo, low, high }) => ({ what: player, value: show(elo, low, high) })),
    { what: 'going first', value: show(goingFirst.elo, goingFirst.low, goingFirst.high) },
  ]
}

/** One step of the ladder, and the games these two played against each other. */
interface Step {
  readonly stronger: string
  readonly weaker: string
  readonly games: readonly Played[]
}

const stepOf = (games: readonly Played[], stronger: string, weaker: string): Step => ({
  stronger,
  weaker,
  games: games.filter(({ task: { brains } }) => brains.includes(stronger) && brains.includes(weaker)),
})

/** Twice the points of the stronger. */
const halves = (stronger: string, { task, winner }: Played): number =>
  winner === undefined ? 1 : task.brains[winner] === stronger ? 2 : 0

function tallyOfGames({ stronger, games }: Step, seat: Seat): Tally {
  const tally = [0, 0, 0]
  for (const game of games) if (game.task.brains[seat] === stronger) count(tally, halves(stronger, game))
  return tally
}

/** By pairs of games from the same opening, both of which were played. */
function tallyOfPairs({ stronger, games }: Step): Tally {
  const tally = [0, 0, 0, 0, 0]
  for (const pair of Map.groupBy(games, ({ task }) => task.opening).values())
    if (pair.length === 2)
      count(
        tally,
        pair.reduce((sum, game) => sum + halves(stronger, game), 0),
      )
  return tally
}

function count(tally: number[], result: number): void {
  tally[result] = (tally[result] ?? 0) + 1
}

function scoreRows({ goals, goalsBySeat }: Ladder, step: Step): readonly Row[] {
  const { stronger, weaker, games } = step
  const goal = goals[stronger]
  const drawn = games.filter(({ winner }) => winner === undefined).length
  const row = (what: string, tally: Tally, isJudged: boolean): Row => ({
    what,
    value: showScore(tally),
    ratio: scoreOf(tally),
    ...(goal !== undefined && isJudged && { goal: `>= ${goal}` }),
  })
  return [
    row(
      `${stronger} against ${weaker}, ${games.length} games, ${drawn} drawn`,
      tallyOfPairs(step),
      !goalsBySeat,
    ),
    ...(goalsBySeat ? SEATS : []).map((seat) =>
      row(`  from seat ${seat}, ${games.length / 2} games`, tallyOfGames(step, seat), true),
    ),
  ]
}

function showScore(tally: Tally): string {
  if (sizeOf(tally) === 0) return 'no games'
  const { low, high } = eloOfTally(tally)
  const percent = (score: number): string => (100 * score).toFixed(1)
  return `${percent(scoreOf(tally))} % (${percent(scoreFromElo(low))} to ${percent(scoreFromElo(high))})`
}

function thinkingRows(games: readonly Played[], name: string): readonly Row[] {
  const all = games.flatMap(({ task: { brains }, thought }) =>
    SEATS.filter((seat) => brains[seat] === name).map((seat) => thought[seat]),
  )
  const sum = (of: (thought: Thought) => number): number => all.reduce((total, each) => total + of(each), 0)
  const longest = all.reduce((a, b) => (b.longestMs > a.longestMs ? b : a))
  const rate = (1000 * sum(({ nodes }) => nodes)) / sum(({ cpuMs }) => cpuMs)
  const plain = median(games.map(({ plainRate }) => plainRate))
  return [
    {
      what: `${name}, longest answer`,
      value: `${longest.longestMs.toFixed(0)} ms, ${longest.longestCpuMs.toFixed(0)} of them on the processor`,
    },
    ...(sum(({ nodes }) => nodes) > 0
      ? [{ what: `${name}, speed`, value: perSecond(rate, 'positions'), ratio: rate / (plain / 1e6) }]
      : []),
  ]
}

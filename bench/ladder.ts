import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { retiredFor } from '../src/brains/index.ts'
import { ANCHOR } from '../src/brains/rungs.ts'
import { STRENGTHS, type Strength } from '../src/brains/strength.ts'
import type { Challenge } from '../src/challenges/challenge.ts'
import { CHALLENGES } from '../src/challenges/index.ts'
import { fitRatings } from '../src/rating/fit.ts'
import { keepGames } from './kept-games.fixture.ts'
import { ladderOf } from './ladder-of.fixture.ts'
import type { Brain } from '../src/game/brain.ts'
import type { Played } from './strength-game.fixture.ts'
import { playLadder } from './strength-play.fixture.ts'
import { resultOf, stepRows } from './strength-report.fixture.ts'
import { printTable } from './table.ts'

/**
 * How strong the house brains of each challenge are, on the scale of the ladder.
 *
 *   npx node bench/ladder.ts --challenge quoridor --games 40 --write
 *
 * Brains think by a budget of nodes, not by the clock, so the same call gives the same numbers on every machine.
 * `--games` is the number between neighbours; others play a quarter of it, and none if they are more than `--reach` steps
 * apart. `--write` puts the numbers into src/brains/strength.ts; challenges that were not played keep theirs.
 * Brains that are no rung any more play a quarter, too, against the brains nearest to them.
 * `--kept games.jsonl` keeps the games in a file and does not play again what is in it; `--minutes 20` begins no game after that.
 */
const { values } = parseArgs({
  options: {
    challenge: { type: 'string', multiple: true },
    games: { type: 'string', default: '20' },
    reach: { type: 'string', default: 'Infinity' },
    jobs: { type: 'string', default: '1' },
    kept: { type: 'string' },
    minutes: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

/** Nodes a move: about what a brain searches in a tenth of a second of the arena's machine. */
const NODES: Readonly<Record<string, number>> = {
  'longest-group': 4000,
  quoridor: 20_000,
  'light-cycle': 2000,
  'torus-tron': 1000,
  'boost-tron': 240,
}
const USUAL_NODES = 1000
/** So many of the strongest brains of tron search. */
const SEARCHING = 3
/** So many rungs play against a brain that is no rung any more. */
const NEAREST = 4

const wanted = CHALLENGES.filter(({ id }) => values.challenge?.includes(id) ?? true)
if (wanted.length === 0)
  throw new Error(`Cannot find the challenge: there are ${CHALLENGES.map(({ id }) => id).join(', ')}`)

const end = values.minutes === undefined ? undefined : AbortSignal.timeout(Number(values.minutes) * 60_000)
const measured: Record<string, Readonly<Record<string, Strength>>> = { ...STRENGTHS }
for (const challenge of wanted) {
  const strengths = await measure(challenge)
  measured[challenge.id] = strengths
  printTable(
    `${challenge.id}: ratings`,
    Object.entries(strengths).map(([what, { rating, plusMinus, games }]) => ({
      what,
      value: `${rating} ± ${plusMinus}, ${games} games`,
    })),
  )
  // After each challenge: a run that is stopped keeps what it has measured.
  if (values.write) writeStrengths()
}

async function measure(challenge: Challenge): Promise<Readonly<Record<string, Strength>>> {
  const ladder = ladderOf(challenge)
  const known = STRENGTHS[challenge.id] ?? {}
  const ratingOf = ({ name }: Brain): number => known[name]?.rating ?? Number.NaN
  // The lists of the games go from the weakest to the strongest, and those that play every game come first.
  // On a large board few games were played, so the old ratings say little about the order.
  const isKnown = ladder.part === 1 && !ladder.brains.some((brain) => Number.isNaN(ratingOf(brain)))
  const brains = isKnown ? ladder.brains.toSorted((a, b) => ratingOf(a) - ratingOf(b)) : ladder.brains
  const allowed = {
    games: Number(values.games),
    from: 0,
    ms: 1000,
    nodes: NODES[challenge.id] ?? USUAL_NODES,
    isCpuTime: false,
    jobs: Number(values.jobs),
    reach: Number(values.reach),
    ...(values.kept !== undefined && { kept: keepGames(values.kept) }),
    ...(end && { signal: end }),
  }
  const played =
    ladder.part === 1
      ? await playLadder({ ...ladder, brains }, allowed)
      : [
          // On a large board brains that search take half a minute a game: they play last, and only with those next to them.
          ...(await playLadder({ ...ladder, brains: brains.slice(0, -SEARCHING), part: 1 }, allowed)),
          ...(await playLadder(
            { ...ladder, brains: brains.slice(-SEARCHING - 1), part: 1 },
            { ...allowed, reach: 1 },
          )),
        ]
  const names = brains.map(({ name }) => name)
  // Brains that are no rung any more are in no step: they only need a rating.
  const retired = retiredFor(challenge.game.id)
  const all = [...played]
  for (const brain of retired) {
    const away = (other: Brain): number => Math.abs(ratingOf(other) - ratingOf(brain))
    const nearest = brains
      .filter((other) => !Number.isNaN(away(other)))
      .toSorted((a, b) => away(a) - away(b))
      .slice(0, NEAREST)
    const quarter = { ...allowed, games: Math.ceil(allowed.games / 4) }
    for (const other of nearest)
      all.push(...(await playLadder({ ...ladder, brains: [other, brain] }, quarter)))
  }
  printTable(`${challenge.id}: share of points, draws half`, stepRows(ladder, names, played))
  const { players } = fitRatings(
    [...names, ...retired.map(({ name }) => name)],
    distinct(all).map(resultOf),
    { firstMatters: !ladder.isEven },
  )
  const anchor = players.find(({ player }) => player === ANCHOR.brain) ?? players.at(-1)
  const shift = ANCHOR.rating - (anchor?.elo ?? 0)
  return Object.fromEntries(
    players
      .toReversed()
      .map(({ player, elo, low, high, games }) => [
        player,
        { rating: Math.round(elo + shift), plusMinus: Math.ceil((high - low) / 2), games },
      ]),
  )
}

/** Two brains without chance repeat their game from the same start: all these games count as one. */
function distinct(games: readonly Played[]): readonly Played[] {
  const alike = Map.groupBy(games, ({ task: { brains }, start }) => `${brains.join(' ')} ${start}`)
  return [...alike.values()].flatMap((group) =>
    new Set(group.map(({ moves }) => moves)).size === 1 ? group.slice(0, 1) : group,
  )
}

function writeStrengths(): void {
  const key = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`)
  const lines = Object.entries(measured)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([challenge, brains]) => {
      const rows = Object.entries(brains).map(
        ([brain, { rating, plusMinus, games }]) =>
          `    ${key(brain)}: { rating: ${rating}, plusMinus: ${plusMinus}, games: ${games} },\n`,
      )
      return `  ${key(challenge)}: {\n${rows.join('')}  },\n`
    })
  const path = join(import.meta.dirname, '../src/brains/strength.ts')
  writeFileSync(
    path,
    `// Written by bench/ladder.ts --write from games that the house brains played: do not edit.

/** How strong a house brain is in a challenge. */
export interface Strength {
  /** On the scale of the ladder: \`random\` has 600. */
  readonly rating: number
  /** Half of the 95 % interval, against the mean of the brains of the challenge. */
  readonly plusMinus: number
  /** Different games that it was measured in. */
  readonly games: number
}

/** By challenge and brain, the weakest first. */
export const STRENGTHS: Readonly<Record<string, Readonly<Record<string, Strength>>>> = {
${lines.join('')}}
`,
  )
}
